/** A standby, or a database whose transactions may not write. */
export class ReadOnlyDatabase extends Error {
  constructor() {
    super('it may only be read: it is a standby, or default_transaction_read_only is on');
  }
}

/** Throws `ReadOnlyDatabase` where nothing can be stored, though everything answers. `ask` runs a statement. */
export async function requireWritable(
  ask: (statement: string) => Promise<{ rows: Record<string, unknown>[] }>,
): Promise<void> {
  const { rows } = await ask('show transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyDatabase();
}
