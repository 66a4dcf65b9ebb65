/**
 * What the audit log tells of, as `thing.what`. Texts: `audit.actions.<key>`. A key is never renamed: old entries carry
 * it for years. `read` marks looks, which change nothing.
 */
export const auditActions = [
  { key: 'device.read', read: true },
  { key: 'device.followed', read: true },
  { key: 'device.identityContested', read: false },
  { key: 'device.identityAdded', read: false },
  { key: 'device.identityRemoved', read: false },
  { key: 'device.findMe', read: false },
  { key: 'device.located', read: false },
  { key: 'device.trackingStarted', read: false },
  { key: 'device.trackingStopped', read: false },
  { key: 'device.rebooted', read: false },
  { key: 'device.factoryReset', read: false },
  { key: 'command.cancelled', read: false },
  { key: 'positions.read', read: true },
  { key: 'transactions.read', read: true },
  { key: 'transactions.followed', read: true },
  { key: 'settings.read', read: true },
  { key: 'settings.saved', read: false },
  { key: 'assignment.begun', read: false },
  { key: 'assignment.ended', read: false },
  { key: 'alarm.read', read: true },
  { key: 'alarm.claimed', read: false },
  { key: 'alarm.released', read: false },
  { key: 'alarm.reset', read: false },
  { key: 'user.created', read: false },
  { key: 'user.changed', read: false },
  { key: 'user.policies', read: false },
  { key: 'user.activated', read: false },
  { key: 'user.deactivated', read: false },
  { key: 'user.promoted', read: false },
  { key: 'user.deleted', read: false },
  { key: 'user.undeleted', read: false },
  { key: 'user.invitationExpired', read: false },
  { key: 'customer.registered', read: false },
  { key: 'registration.approved', read: false },
  { key: 'registration.rejected', read: false },
  { key: 'coupon.created', read: false },
  { key: 'coupon.closed', read: false },
  { key: 'customer.created', read: false },
  { key: 'customer.changed', read: false },
  { key: 'customer.moved', read: false },
  { key: 'customer.imageChanged', read: false },
  { key: 'customer.imageRemoved', read: false },
  { key: 'session.begun', read: false },
  { key: 'session.ended', read: false },
  { key: 'user.passwordChanged', read: false },
  { key: 'user.passwordReset', read: false },
  { key: 'user.emailValidated', read: false },
  { key: 'user.gdprAccepted', read: false },
  { key: 'user.profileChanged', read: false },
  { key: 'user.twoFactorOn', read: false },
  { key: 'user.twoFactorOff', read: false },
  { key: 'user.twoFactorReset', read: false },
  { key: 'user.recoveryCodesRenewed', read: false },
  { key: 'user.locked', read: false },
  { key: 'rolePolicy.changed', read: false },
  { key: 'mail.read', read: true },
  { key: 'consent.given', read: false },
  { key: 'consent.withdrawn', read: false },
  { key: 'personalData.read', read: true },
  { key: 'personalData.exported', read: true },
  { key: 'personalData.erased', read: false },
  { key: 'audit.read', read: true },
  { key: 'audit.exported', read: true },
  { key: 'audit.retention', read: false },
  { key: 'audit.removed', read: false },
  { key: 'audit.erased', read: false },
] as const satisfies readonly { key: string; read: boolean }[];

export type AuditAction = (typeof auditActions)[number]['key'];

/** What an entry is about besides a device. */
export const auditSubjects = [
  'device',
  'alarm',
  'user',
  'customer',
  'session',
  'coupon',
  'registration',
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

export type AuditMentionKind = 'user' | 'customer' | 'device';

/** Fields of an entry that hold the number of a user, a customer or a device, which people read as a name. */
export const auditMentionFields: ReadonlyMap<string, AuditMentionKind> = new Map([
  ['userId', 'user'],
  ['claimedBy', 'user'],
  ['resetBy', 'user'],
  ['custId', 'customer'],
  ['parentId', 'customer'],
  ['defaultAhp', 'customer'],
  ['deviId', 'device'],
]);
