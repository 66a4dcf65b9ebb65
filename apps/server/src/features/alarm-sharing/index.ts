import { answerAlarm } from '#domain/alarms/answer-alarm.ts';
import { kinImage, setKinHours } from '#domain/alarms/kin-by-link.ts';
import { publishAlarms } from '#domain/alarms/live-alarm-events.ts';
import { type Shared, type ShareOrder, shareAlarm } from '#domain/alarms/share-alarm.ts';
import { findSharedAlarm } from '#domain/alarms/shared-alarm.ts';
import { type AuditEntry, recordAudit } from '#domain/audit/audit.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { withComparedPin } from '#domain/notifications/pins.ts';
import type { FeatureOf } from '#platform/feature.ts';

export interface SharingDependencies extends Pick<FeatureDependencies, 'db' | 'bus' | 'clock'> {
  /** Base address of the links in mails and SMS. */
  consoleUrl: string;
  /** A mail server and an SMS gateway are configured. */
  mailServer: boolean;
  smsGateway: boolean;
}

/**
 * Alarms for people outside of Varde, by links that end with the alarm: those with whom somebody shared it (decision
 * 0032), and receivers of its messages, who answer (decision 0033).
 */
export function createAlarmSharingFeature(dependencies: SharingDependencies): FeatureOf<'sharing'> {
  const { db, bus, clock, consoleUrl, mailServer, smsGateway } = dependencies;
  return {
    group: 'sharing',
    aboutAlarms: ['shareAlarm', 'getSharedAlarm', 'answerAlarm'],
    handlers: {
      async shareAlarm({ params: { alarmId }, body }, by) {
        const at = new Date(clock.now());
        const order = { ...body, alarmId, by, at, consoleUrl };
        const { decided } = await commitAndPublish({ db, bus }, async (tx, changes) => {
          const shared = await shareAlarm(tx, order);
          if (shared.shareIds.length === 0) return shared;
          await recordAudit(tx, wasShared(order, shared));
          await publishAlarms(tx, changes, [alarmId]);
          return shared;
        });
        const results = decided.map(({ shown, outcome }) => ({ recipient: shown, outcome }));
        return { results, mailServer, smsGateway };
      },

      async getSharedAlarm({ params: { token } }, _caller, { request, reply }) {
        reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex, nofollow');
        const reader = { address: request.arrival.address, at: new Date(clock.now()) };
        return { alarm: await db.transaction((tx) => findSharedAlarm(tx, token, reader)) };
      },

      async answerAlarm({ params: { token }, body: { answer, pin = null } }, _caller, { request }) {
        const reader = { address: request.arrival.address, at: new Date(clock.now()) };
        const { alarm, refused } = await withComparedPin(pin, (compared) =>
          commitAndPublish({ db, bus }, async (tx, changes) => {
            const answered = await answerAlarm(tx, { ...reader, token, answer, pin, compared });
            await publishAlarms(tx, changes, answered.changed);
            return { ...answered, alarm: await findSharedAlarm(tx, token, reader) };
          }),
        );
        return { alarm, refused };
      },

      async setSharedHours({ params: { token }, body: { hours, pin = null } }, _caller, { request }) {
        const reader = { address: request.arrival.address, at: new Date(clock.now()) };
        const { alarm, refused } = await withComparedPin(pin, (compared) =>
          db.transaction(async (tx) => {
            const set = await setKinHours(tx, token, { hours, pin, compared }, reader);
            return { ...set, alarm: await findSharedAlarm(tx, token, reader) };
          }),
        );
        return { alarm, refused };
      },

      async getSharedImage({ params: { token } }, _caller, { request, reply }) {
        const reader = { address: request.arrival.address, at: new Date(clock.now()) };
        const { image, mediaType } = await db.transaction((tx) => kinImage(tx, token, reader));
        reply.header('cache-control', 'no-store').header('content-disposition', 'inline').type(mediaType);
        return image;
      },
    },
  };
}

/** Without the recipients, who are in `alarm_shares` and the timeline, where they can be erased. */
const wasShared = ({ alarmId, by, at }: ShareOrder, { alarm, decided, shareIds, withPlace }: Shared): AuditEntry => ({
  action: 'alarm.shared',
  at,
  by,
  custId: alarm.custId,
  deviId: alarm.deviId,
  subject: { kind: 'alarm', id: alarmId },
  after: {
    shareIds,
    mailCount: decided.filter(({ outcome }) => outcome === 'mailQueued').length,
    smsCount: decided.filter(({ outcome }) => outcome === 'smsQueued').length,
    withPlace,
  },
});
