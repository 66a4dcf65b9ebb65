/** What a device does when it gets an SMS; the keys are the kinds of command. A kind that is missing is not documented. */
export interface SmsCommands {
  readonly smsReboot?: string;
  /** To factory settings. */
  readonly smsReset?: string;
  /** Where to connect: with `{host}` and `{port}`. */
  readonly smsConnect?: string;
}

/**
 * The watches' commands by SMS: the words of the protocol (`RESET`, `FACTORY`, `IP`) behind the command password, which is
 * 123456 as delivered (protocol notes 2.4, `PW`). Public guides to these watches give the same texts
 * (docs/protocols/watch-sms.md). A watch with another password ignores them.
 */
export const watchSmsCommands = {
  smsReboot: 'pw,123456,reset#',
  smsReset: 'pw,123456,factory#',
  smsConnect: 'pw,123456,ip,{host},{port}#',
} as const satisfies SmsCommands;

/**
 * EV-07B: without a password, as delivered. A device with a password, or with a list of the numbers that may command it,
 * ignores this (docs/protocols/eview-commands.md).
 */
export const eviewSmsCommands = { smsConnect: 'IP1,{host},{port}' } as const satisfies SmsCommands;
