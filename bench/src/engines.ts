/** The databases that Varde runs on. */
export const engines = ['PGlite', 'PostgreSQL'] as const;
export type Engine = (typeof engines)[number];
