/** The same record with every optional field really absent instead of present and undefined. */
export type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Leaves out undefined fields, because in a report a missing field means "not sent by the device". */
export function present<T extends object>(record: T): Present<T> {
  const result: { [name: string]: unknown } = {};
  for (const name in record) if (record[name] !== undefined) result[name] = record[name];
  return result as Present<T>;
}
