import { expect, it } from 'vitest';
import { auditActions, auditSubjects } from './audit-actions.ts';

const keysOf = (looks: boolean) => auditActions.filter(({ read }) => read === looks).map(({ key }) => key);

// Entries of years ago carry these keys: one is added, none is renamed or taken away.
it('the log tells of these changes', () => {
  expect(keysOf(false)).toEqual([
    'device.identityContested',
    'device.identityAdded',
    'device.identityRemoved',
    'device.findMe',
    'device.located',
    'device.trackingStarted',
    'device.trackingStopped',
    'device.rebooted',
    'device.factoryReset',
    'command.cancelled',
    'settings.saved',
    'assignment.begun',
    'assignment.ended',
    'alarm.claimed',
    'alarm.released',
    'alarm.reset',
    'user.created',
    'user.changed',
    'user.policies',
    'user.activated',
    'user.deactivated',
    'user.promoted',
    'user.deleted',
    'user.undeleted',
    'user.invitationExpired',
    'customer.registered',
    'registration.approved',
    'registration.rejected',
    'coupon.created',
    'coupon.closed',
    'customer.created',
    'customer.changed',
    'customer.moved',
    'customer.imageChanged',
    'customer.imageRemoved',
    'session.begun',
    'session.ended',
    'user.passwordChanged',
    'user.passwordReset',
    'user.emailValidated',
    'user.gdprAccepted',
    'user.profileChanged',
    'user.twoFactorOn',
    'user.twoFactorOff',
    'user.twoFactorReset',
    'user.recoveryCodesRenewed',
    'user.locked',
    'rolePolicy.changed',
    'consent.given',
    'consent.withdrawn',
    'personalData.erased',
    'audit.retention',
    'audit.removed',
    'audit.erased',
  ]);
});

it('the log tells of these looks, which change nothing', () => {
  expect(keysOf(true)).toEqual([
    'device.read',
    'device.followed',
    'positions.read',
    'transactions.read',
    'transactions.followed',
    'settings.read',
    'alarm.read',
    'mail.read',
    'personalData.read',
    'personalData.exported',
    'audit.read',
    'audit.exported',
  ]);
});

it('an entry is about one of these', () => {
  expect(auditSubjects).toEqual(['device', 'alarm', 'user', 'customer', 'session', 'coupon', 'registration']);
});
