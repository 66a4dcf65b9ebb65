/** One command of the command line. */
export interface Command {
  name: string;
  /** With its arguments, for the help text. */
  usage: string;
  text: string;
  /** Resolves when the command is done. Throws a `UserError` for an error that the operator can correct. */
  run(args: string[]): Promise<void>;
}
