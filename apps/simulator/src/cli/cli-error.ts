/** Something the user can put right. The message is the one line that is shown. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
