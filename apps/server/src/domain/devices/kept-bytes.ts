/** Bytes kept of a rejected frame: enough for diagnosis without filling the table. */
export const keptBytes = 4096;
