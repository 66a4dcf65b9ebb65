/** The SMS that make a device start again, that reset it to factory settings, and that lead it to a server. */
export interface SmsCommands {
  reboot: string;
  reset: string;
  /** With `{host}` and `{port}`. */
  connect: string;
}

/**
 * The watches' commands by SMS: the words of the protocol (`RESET`, `FACTORY`, `IP`) behind the command password, which is
 * 123456 as delivered (protocol notes 2.4, `PW`). Public guides to these watches give the same texts
 * (docs/protocols/watch-sms.md). A watch with another password ignores them.
 */
export const watchSmsCommands: SmsCommands = {
  reboot: 'pw,123456,reset#',
  reset: 'pw,123456,factory#',
  connect: 'pw,123456,ip,{host},{port}#',
};
