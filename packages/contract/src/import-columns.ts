/** The columns of an import of devices. The last three are those of a unit that is not in stock. */
export const importColumns = ['serial', 'name', 'customer', 'hardware', 'identity', 'phone'] as const;
export type ImportColumn = (typeof importColumns)[number];

/** Rows of one import. They are one transaction, for which alarms wait on the embedded database. */
export const maxImportRows = 250;
