/** The kinds of an export and their numbers: specification 2, section 3 "Export type". */
export const exportKinds = { csv: 0, pdf: 1 } as const;

/** A PDF is shown in the browser only with fewer than 252 rows: specification 1, section 9 "Table export". */
export const mostShownRows = 251;
