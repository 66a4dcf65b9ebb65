/** Codes of the console and of the specification whose names on a map have another code. */
const codes: Readonly<Record<string, string>> = { nb: 'no', no_nb: 'no', se: 'sv', dk: 'da' };

/** The language of the names on a map (specification 2, section 5 "Map language mapping"). */
export const mapLanguageOf = (language: string | undefined): string =>
  language ? (codes[language] ?? language) : 'en';
