/** The password for commands by SMS of a watch as delivered. */
export const watchSmsPassword = '123456';

/**
 * What a device does when it gets an SMS; the keys are the kinds of command. A kind that is missing is not documented.
 * `{password}` is the device's password for SMS (`smsPassword`).
 */
export interface SmsCommands {
  readonly smsReboot?: string;
  /** To factory settings. */
  readonly smsReset?: string;
  /** Where to connect: with `{host}` and `{port}`. */
  readonly smsConnect?: string;
}

/**
 * The watches' commands by SMS: the words of the protocol (`RESET`, `FACTORY`, `IP`) behind the command password. Public guides
 * to these watches give the same texts (docs/protocols/watch-sms.md). A watch with another password ignores them.
 */
export const watchSmsCommands = {
  smsReboot: 'pw,{password},reset#',
  smsReset: 'pw,{password},factory#',
  smsConnect: 'pw,{password},ip,{host},{port}#',
} as const satisfies SmsCommands;

/**
 * EV-07B: without a password, as delivered. A device with a password, or with a list of the numbers that may command it,
 * ignores this (docs/protocols/eview-commands.md).
 */
export const eviewSmsCommands = { smsConnect: 'IP1,{host},{port}' } as const satisfies SmsCommands;
