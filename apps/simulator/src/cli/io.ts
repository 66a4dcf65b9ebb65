/** The output of a command, and the signal that ends it. */
export interface Io {
  /** One line to the user. */
  print(line: string): void;
  /** Aborted when the user or the system wants the command to end. */
  signal: AbortSignal;
}
