/** An error that the user can correct. The message is the one line that is shown. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
