/** PostgreSQL has one advisory lock of each number for each database. */
export const advisoryLocks = {
  /** This process serves the database. */
  server: 7_237_100,
  /** The tables are being changed. */
  migrations: 7_237_101,
  /** This process runs jobs on this database, and on its tables as they are. */
  jobs: 7_237_102,
  /** Removals from the audit log are being recorded. */
  auditRemovals: 7_237_103,
  /** A test alarm that did not begin is being recorded. */
  missingCheck: 7_237_104,
  /** Numbers that an organisation has entered are being counted; with its number. */
  enteredNumbers: 7_237_105,
} as const;
