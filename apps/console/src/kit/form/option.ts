/** An option of a list (specification 1, section 3). */
export interface Option<Value extends string = string> {
  value: Value;
  text: string;
  /** Before and after the text. */
  prefix?: string;
  suffix?: string;
}

/** The whole text of an option. */
export const optionLabel = ({ prefix, text, suffix }: Option): string =>
  [prefix, text, suffix].filter(Boolean).join(' ');
