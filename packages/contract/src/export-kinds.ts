/** The kinds of an export and their numbers: specification 2, section 3 "Export type". */
export const exportKinds = { csv: 0, pdf: 1 } as const;
