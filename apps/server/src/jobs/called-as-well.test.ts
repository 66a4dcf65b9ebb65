import { alarmEventNumber } from '@varde/catalogue/alarm-events';
import { metyId } from '@varde/catalogue/message-types';
import type { CallCause } from '@varde/contract/alarm-why';
import type { AlarmEvent } from '@varde/contract/alarms';
import { createUser } from '@varde/testing/factories';
import { SharedAlarm } from '@varde/testing/shared-alarm';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consents, users } from '#domain/accounts/tables.ts';
import { answerByCall } from '#domain/alarms/answer-by-call.ts';
import { alarms } from '#domain/alarms/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { outbox } from '#domain/messages/tables.ts';
import { startChains } from '#domain/notifications/chains.ts';
import { type ListOwner, type ReceiverToSave, saveList } from '#domain/notifications/lists.ts';
import { notificationAttempts } from '#domain/notifications/tables.ts';
import { notificationSteps } from './notification-steps.ts';

let sharing: SharedAlarm;
beforeAll(async () => {
  sharing = await SharedAlarm.open();
});
afterAll(() => sharing.close());
beforeEach(() => sharing.renew());

const now = () => new Date(sharing.clock.now());
const person = (name: string, last: number, more: Partial<ReceiverToSave> = {}): ReceiverToSave => ({
  ...{ name, mobile: `+479000000${last}`, email: null, events: [], channels: ['sms'] },
  ...{ hours: null, waitSeconds: 60, ...more },
});
const byMail = (name: string, mobile: string | null): ReceiverToSave => ({
  ...person(name, 0, { mobile, email: `${name}@test.example`, channels: ['email'] }),
});
const ofDevice = async (): Promise<ListOwner> => {
  const { deviId } = sharing;
  return { assignmentId: await presentAssignmentId(sharing.server.db, deviId), deviId };
};
const save = async (receivers: ReceiverToSave[], more: object = {}, owner?: ListOwner) => {
  const list = { rev: 0, receivers, repeats: 0, pauseSeconds: 60, at: now(), userId: null, ...more };
  await saveList(sharing.server.db, owner ?? (await ofDevice()), list);
};
/** The alarm, as it was raised. */
const change = (values: Partial<typeof alarms.$inferInsert>) =>
  sharing.server.db.update(alarms).set(values).where(eq(alarms.alarmId, sharing.alarmId));
const step = () => sharing.run(notificationSteps);
async function raise(callCause: CallCause | null): Promise<void> {
  await change({ callCause });
  await sharing.server.db.transaction((tx) => startChains(tx, [sharing.alarmId], sharing.clock.now()));
  await step();
}
async function afterMinutes(count: number): Promise<void> {
  for (let minutes = 0; minutes < count; minutes += 1) {
    sharing.clock.advance(60_000);
    await step();
  }
}
const told = async () =>
  (await sharing.server.db.select().from(notificationAttempts).orderBy(asc(notificationAttempts.attemptId))).map(
    ({ name, channel }) => `${name} ${channel}`,
  );
async function timeline(): Promise<AlarmEvent[]> {
  const path = `/ajax/alarms/analysis/${sharing.tranId}`;
  return (await sharing.server.call('GET', path, { as: sharing.as.nurse })).body.alarms[0].events;
}
async function user(mobile: string | null, withdrawn: ('sms' | 'email')[] = []): Promise<number> {
  const { db } = sharing.server;
  const { userId } = await createUser(db, { role: 'RESTRICTED_USER', custId: sharing.homes.mine });
  await db.update(users).set({ mobile, firstName: 'Vakt', lastName: '' }).where(eq(users.userId, userId));
  for (const kind of withdrawn)
    await db.insert(consents).values({
      ...{ userId, custId: sharing.homes.mine, kind, state: 'withdrawn' },
      ...{ saidAt: now(), recordedAt: now(), recordedBy: sharing.nurseId },
    });
  return userId;
}

describe('an alarm that is told by a call as well', () => {
  const list = [
    person('Kari', 1),
    byMail('Ola', null),
    byMail('Eva', '+4790000003'),
    person('Per', 4, { channels: ['sms', 'call'] }),
  ];

  test('calls every receiver with a number at their turn, once, besides the channels of the list', async () => {
    await save(list);
    await raise('device');
    expect(await told()).toEqual(['Kari sms', 'Kari call']);
    await afterMinutes(3);
    expect(await told()).toEqual([
      ...['Kari sms', 'Kari call', 'Ola email', 'Eva call', 'Eva email', 'Per sms', 'Per call'],
    ]);
    const calls = await sharing.server.db.select().from(outbox).where(eq(outbox.channel, 'call'));
    expect(calls.map(({ recipient }) => recipient)).toEqual(['+4790000001', '+4790000003', '+4790000004']);
  });

  test('and any other is told as the list says', async () => {
    await save(list);
    await raise(null);
    await afterMinutes(3);
    expect(await told()).toEqual(['Kari sms', 'Ola email', 'Eva email', 'Per sms', 'Per call']);
  });

  test.each(['device', 'geofence'] as const)(
    'says on its timeline that the %s asked for the call, and of no other message',
    async (asker) => {
      await save(list);
      await raise(asker);
      await afterMinutes(3);
      const asked = (await timeline())
        .filter(({ why }) => why?.list !== undefined)
        .map(({ number, why }) => [
          number === alarmEventNumber.notified ? 'message' : 'call',
          why?.position,
          why?.callCause,
        ]);
      expect(asked.filter(([, , by]) => by !== undefined)).toEqual([
        ['call', 1, asker],
        ['call', 3, asker],
      ]);
      expect(asked).toHaveLength(7);
    },
  );

  test('is taken by a key in that call, and then nobody else is called', async () => {
    await save(list);
    await raise('device');
    const { db } = sharing.server;
    const [call] = await db.select().from(outbox).where(eq(outbox.channel, 'call'));
    if (call === undefined) throw new Error('nobody was called');
    const answer = { address: '127.0.0.1', compared: [], keys: '1', at: now() };
    await db.transaction((tx) => answerByCall(tx, call, answer));
    await afterMinutes(3);
    expect(await told()).toEqual(['Kari sms', 'Kari call']);
  });

  test('calls a number of two lists once in a round, and somebody whom another list has told otherwise', async () => {
    const { city } = sharing.homes;
    await save([person('Kari', 1), byMail('Ola', null)], { continueAbove: true });
    const ola = { ...byMail('Ola', '+4790000002') };
    await save([person('Kari igjen', 1), ola], {}, { custId: city });
    await raise('device');
    await afterMinutes(4);
    expect(await told()).toEqual(['Kari sms', 'Kari call', 'Ola email', 'Ola call']);
  });

  test('goes on as the list and the alarm were when the round began', async () => {
    await save([person('Kari', 1), person('Ola', 2)], { repeats: 1 });
    await raise(null);
    await change({ callCause: 'geofence' });
    await afterMinutes(2);
    expect(await told()).toEqual(['Kari sms', 'Ola sms']);
    await afterMinutes(2);
    expect(await told()).toEqual(['Kari sms', 'Ola sms', 'Kari sms', 'Kari call', 'Ola sms', 'Ola call']);
  });
});

describe('a call that is not on the list', () => {
  test('keeps to the hours of a receiver, which never apply to an emergency', async () => {
    const away = { hours: { from: 120, to: 180 }, waitSeconds: 0 };
    await save([person('Natt', 1, away), person('Dag', 2, { waitSeconds: 0 })]);
    await change({ metyId: metyId.advancedGeofenceLeft });
    await raise('geofence');
    expect(await told()).toEqual(['Dag sms', 'Dag call']);
    await change({ metyId: metyId.panicButton });
    sharing.clock.advance(60_000);
    await raise('device');
    expect((await told()).slice(2)).toEqual(['Natt sms', 'Natt call', 'Dag sms', 'Dag call']);
  });

  test('keeps to the alarms that a receiver wants', async () => {
    await save([person('Fall', 1, { events: ['manDown'], waitSeconds: 0 }), person('Alt', 2)]);
    await raise('device');
    expect(await told()).toEqual(['Alt sms', 'Alt call']);
  });

  test('does not go to a user who has withdrawn the consent to SMS, whatever is left of the list', async () => {
    const both = await user('+4790000005', ['sms']);
    const smsAlone = await user('+4790000006', ['sms']);
    const mailAlone = await user('+4790000007', ['email']);
    const on = (userId: number, channels: ReceiverToSave['channels']) =>
      person('-', 0, { userId, channels, waitSeconds: 0 });
    await save([on(both, ['sms', 'email']), on(smsAlone, ['sms']), on(mailAlone, ['email'])]);
    await raise('device');
    expect(await told()).toEqual(['Vakt email']);
  });

  test('does not go to a user for push without a browser: the list passes over them, and nobody waits', async () => {
    const push = { channels: ['push' as const], waitSeconds: 600 };
    await save([person('-', 0, { userId: await user('+4790000008'), ...push }), person('Kari', 1)]);
    await raise('device');
    expect(await told()).toEqual(['Kari sms', 'Kari call']);
  });

  test('goes once to a number that is twice on a list', async () => {
    await save([person('Kari', 1), byMail('Karis mann', '+4790000001')]);
    await raise('device');
    await afterMinutes(3);
    expect(await told()).toEqual(['Kari sms', 'Kari call', 'Karis mann email']);
  });

  test('does not keep a list from calling a number twice', async () => {
    const called = { channels: ['call' as const] };
    await save([person('Per', 4, called), person('Pers kone', 4, called)]);
    await raise('device');
    await afterMinutes(3);
    expect(await told()).toEqual(['Per call', 'Pers kone call']);
  });

  test.each([null, 'device'] as const)(
    'takes no repeated message away: asked by %s, a list sends as many SMS',
    async (asker) => {
      await save([person('Kari', 1, { waitSeconds: 0 })], { repeats: null });
      await raise(asker);
      await afterMinutes(16);
      expect((await told()).filter((one) => one === 'Kari sms')).toHaveLength(17);
    },
  );
});
