/**
 * Values of each mail template. Numbers are Unix milliseconds; `path` is a path of the console, with a leading slash.
 * Never text typed by an unknown person: a mail must not carry it.
 */
export interface MailContent {
  /** To an unconfirmed address. */
  validateEmail: { path: string; expires: number };
  resetPassword: { path: string; expires: number };
  /** To a user whose account an administrator has created. */
  invitation: { path: string; expires: number };
  /** An administrator has invited an address that already has an account. */
  alreadyInvited: { path: string };
  /** To administrators: a registered firm waits for approval. */
  registrationWaiting: { path: string };
  registrationApproved: { path: string };
  /** `reason`: the words of the administrator who rejected it. */
  registrationRejected: { reason: string };
  /** Somebody has registered with an address that already has an account. */
  alreadyRegistered: { path: string };
  /** The password was guessed at; `until`: end of the pause. */
  accountLocked: { until: number; address: string };
  /** The privacy text; `path` links to the same text. */
  gdpr: { path: string };
  passwordChanged: { at: number; address: string };
  twoFactorOn: { at: number; address: string };
  /** Turned off by the user, or by an administrator. */
  twoFactorOff: { at: number; address: string };
  recoveryCodesRenewed: { at: number; address: string };
  /** `name`: of the key. */
  apiKeyCreated: { at: number; address: string; name: string };
  /** To the recipient of the audit log's digests (`VARDE_AUDIT_DIGEST_MAIL`). */
  auditDigest: { digest: string };
  /** An alarm that somebody has shared; `name` and `place` are typed by users who may administer the device. */
  sharedAlarm: { path: string; kind: string; name: string; place: string; at: number };
  /**
   * An alarm, to somebody on the notification list of its device. `pin`: that it is taken with a PIN; empty: without.
   * `others`: whether others have been reached.
   */
  alarm: { path: string; kind: string; name: string; place: string; at: number; pin: string; others: string };
  /** To somebody on a notification list that is tried out: no alarm. `name`: the device's. */
  alarmTest: { name: string; at: number };
  /** The last browser of a user whom lists tell by push takes no messages any more. */
  pushEnded: { path: string };
  /** The same, to those who have put the user on a list. `name`: the user's. */
  pushOfOtherEnded: { name: string };
  /** To administrators: Varde's own test alarms no longer arrive; `at`: when the latest one did not. */
  alarmPathStopped: { path: string; at: number };
  /** The audit log no longer contains the digest that was recorded last. */
  auditCut: { noted: string; digest: string };
}
export type MailTemplate = keyof MailContent;
