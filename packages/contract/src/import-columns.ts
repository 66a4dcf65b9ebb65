/** The columns of an import of devices. The last three are those of a unit that is not in stock. */
export const importColumns = ['serial', 'name', 'customer', 'tag', 'note', 'hardware', 'identity', 'phone'] as const;
export type ImportColumn = (typeof importColumns)[number];

/** Rows of one import, which one call tries and then imports, one after the other. */
export const maxImportRows = 250;

/** The most characters of a cell: more than any column may have, so that a longer text is a fault of its row. */
export const longestCell = 300;
