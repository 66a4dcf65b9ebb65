import { alarmEventNumber as number } from '@varde/catalogue/alarm-events';
import type { AlarmEvent } from '@varde/contract/alarms';
import { SharedAlarm } from '@varde/testing/shared-alarm';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#domain/accounts/tables.ts';
import { alarms } from '#domain/alarms/tables.ts';
import { customers } from '#domain/customers/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { startChains } from '#domain/notifications/chains.ts';
import { notificationChains } from '#domain/notifications/tables.ts';
import { messageDelivery } from './message-delivery.ts';
import { notificationSteps } from './notification-steps.ts';

let sharing: SharedAlarm;
beforeAll(async () => {
  sharing = await SharedAlarm.open();
});
afterAll(() => sharing.close());
beforeEach(async () => {
  await sharing.renew();
  rev = 0;
});

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;
const person = (name: string, mobile: string, waitSeconds = 60) => ({
  ...{ name, mobile, email: null, events: [], channels: ['sms'], hours: null, waitSeconds },
});
const kari = person('Kari', '+4791111111');
const ola = person('Ola', '+4792222222');
const path = () => `/ajax/eventSetup/devices/${sharing.deviId}`;
let rev = 0;
async function save(receivers: object[], end: object = {}): Promise<void> {
  const as = sharing.as.nurse;
  const body = { rev, receivers, ...end };
  const saved = await sharing.server.call('PUT', path(), { as, body });
  expect(saved.status).toBe(200);
  rev = saved.body.rev;
}
const signal = () => sharing.server.db.transaction((tx) => startChains(tx, [sharing.alarmId], sharing.clock.now()));
async function raise(receivers: object[], end: object = {}): Promise<void> {
  await save(receivers, end);
  await signal();
  await step();
}
const step = () => sharing.run(notificationSteps);
async function after(ms: number): Promise<void> {
  sharing.clock.advance(ms);
  await step();
}
const told = async () => (await sharing.texts()).map(({ recipient }) => recipient);
const chain = async () => (await sharing.server.db.select().from(notificationChains))[0];
const claim = () => sharing.server.call('POST', `/ajax/alarms/${sharing.alarmId}/claim`, { as: sharing.as.nurse });
async function timeline(): Promise<AlarmEvent[]> {
  const asked = `/ajax/alarms/analysis/${sharing.tranId}`;
  return (await sharing.server.call('GET', asked, { as: sharing.as.nurse })).body.alarms[0].events;
}

describe('a list by which nobody has taken the alarm', () => {
  test('begins again after its pause, not a millisecond earlier, until somebody takes the alarm', async () => {
    await raise([kari, ola], { repeats: null, pauseSeconds: 120 });
    await after(minute);
    await after(minute);
    expect(await chain()).toMatchObject({ state: 'pausing', round: 1, outcome: null });
    await after(2 * minute - 1);
    expect(await told()).toEqual([kari.mobile, ola.mobile]);
    await after(1);
    expect(await told()).toEqual([kari.mobile, ola.mobile, kari.mobile]);
    for (let round = 2; round < 20; round++) for (const ms of [1, 1, 2]) await after(ms * minute);
    expect(await chain()).toMatchObject({ state: 'running', round: 20, repeated: 19 });
    expect(await told()).toHaveLength(39);
    await claim();
    await after(minute);
    await after(2 * minute);
    expect(await chain()).toMatchObject({ state: 'ended', outcome: 'taken' });
    expect(await told()).toHaveLength(39);
  });

  test('also when the alarm is taken or reset in the pause', async () => {
    await raise([kari], { pauseSeconds: 60 });
    await after(minute);
    await claim();
    await after(minute);
    expect([await chain(), await told()]).toMatchObject([{ outcome: 'taken' }, [kari.mobile]]);
  });

  test.each([0, 1, 3])('begins again %i times when it says so, and has ended then', async (repeats) => {
    await raise([kari], { repeats, pauseSeconds: 60 });
    for (let round = 0; round < 5; round++) {
      await after(minute);
      await after(minute);
    }
    expect(await told()).toHaveLength(1 + repeats);
    expect(await chain()).toMatchObject({ state: 'ended', outcome: 'exhausted', repeated: repeats });
  });

  test('is as it was for a list that says nothing: until somebody takes the alarm, after five minutes', async () => {
    await save([kari]);
    const get = async () => (await sharing.server.call('GET', path(), { as: sharing.as.nurse })).body;
    expect(await get()).toMatchObject({ repeats: null, pauseSeconds: 300 });
    await save([kari], { repeats: 2, pauseSeconds: 600 });
    await save([kari, ola]);
    expect(await get()).toMatchObject({ repeats: 2, pauseSeconds: 600 });
    await sharing.server.call('DELETE', path(), { as: sharing.as.nurse });
    expect(await get()).toMatchObject({ repeats: 0 });
  });

  test('tells in the next round whom it has by then', async () => {
    await raise([kari], { pauseSeconds: 60 });
    await after(minute);
    await save([ola]);
    await after(minute);
    expect(await told()).toEqual([kari.mobile, ola.mobile]);
  });

  test('waits for somebody whom it can tell, without a word on the timeline', async () => {
    const { db } = sharing.server;
    const { nurseId } = sharing;
    await db.update(users).set({ mobile: '+4793333333' }).where(eq(users.userId, nurseId));
    await raise([{ ...kari, userId: nurseId }], { repeats: 1, pauseSeconds: 60 });
    const disable = (disabledAt: Date | null) => db.update(users).set({ disabledAt }).where(eq(users.userId, nurseId));
    await disable(new Date(0));
    await after(minute);
    for (let pauses = 0; pauses < 10; pauses++) await after(minute);
    expect(await chain()).toMatchObject({ state: 'pausing', round: 1 });
    await disable(null);
    expect((await timeline()).at(-1)).toMatchObject({ number: number.notificationEnded });
    await after(minute);
    expect(await told()).toEqual(['+4793333333', '+4793333333']);
  });

  test('is told at once when the alarm is signalled in the pause, and counts anew', async () => {
    await raise([kari], { repeats: 1, pauseSeconds: 3600 });
    await after(minute);
    await signal();
    await step();
    expect(await told()).toEqual([kari.mobile, kari.mobile]);
    await after(minute);
    expect(await chain()).toMatchObject({ state: 'pausing', round: 2, repeated: 0 });
  });

  test('begins again at once when the clock is set back in the pause', async () => {
    await raise([kari], { pauseSeconds: 3600 });
    await after(minute);
    sharing.clock.step(-30 * minute);
    await step();
    expect(await told()).toEqual([kari.mobile, kari.mobile]);
  });

  test('begins again once for two runners', async () => {
    await raise([kari, ola], { pauseSeconds: 60 });
    await after(minute);
    await after(minute);
    sharing.clock.advance(minute);
    await Promise.all([step(), step(), step()]);
    expect(await told()).toEqual([kari.mobile, ola.mobile, kari.mobile]);
    expect((await timeline()).filter((event) => event.number === number.notificationStarted)).toHaveLength(2);
  });

  test('is told once in an hour when nobody has come within a day, and as before after a new signal', async () => {
    const { db } = sharing.server;
    await raise([kari], { pauseSeconds: 60 });
    const old = new Date(sharing.clock.now() + minute - day);
    await db.update(alarms).set({ receivedAt: old, lastSignalAt: old });
    await after(minute); // a day old: not longer
    await after(minute);
    expect(await told()).toHaveLength(2);
    await after(minute);
    await after(60 * minute - 1);
    expect(await told()).toHaveLength(2);
    await after(1);
    expect(await told()).toHaveLength(3);
    await db.update(alarms).set({ lastSignalAt: new Date(sharing.clock.now()) });
    await after(minute);
    await after(minute);
    expect(await told()).toHaveLength(4);
  });

  test('replaces the messages of the round before that still wait: a provider that was down sends one', async () => {
    await raise([kari, { ...ola, channels: ['sms', 'call'] }], { pauseSeconds: 60 });
    for (let round = 0; round < 3; round++) for (const _ of [1, 2, 3]) await after(minute);
    const sent: string[] = [];
    const sender = { send: async ({ to }: { to: string }) => String(sent.push(to)) };
    await sharing.run(messageDelivery.sms, { sms: { sender, reportsTo: null, takesReplies: false } });
    expect(sent).toEqual([ola.mobile, kari.mobile]);
    const waiting = (await sharing.texts()).filter(({ state }) => state === 'queued');
    expect(waiting.map(({ channel }) => channel)).toEqual(['call']);
  });

  test('has given the alarm to the alarm centre after the first round, and does so once', async () => {
    const { db } = sharing.server;
    const centre = { firmName: 'Solvik alarm', kind: 'partner' as const, custId: 900, path: [900] };
    await db.insert(customers).values(centre);
    await db.update(devices).set({ ahpId: 900 }).where(eq(devices.deviId, sharing.deviId));
    await raise([kari], { pauseSeconds: 60 });
    for (let steps = 0; steps < 6; steps++) await after(minute);
    const numbers = (await timeline()).map((event) => event.number);
    expect(numbers.filter((each) => each === number.escalated)).toHaveLength(1);
    expect(numbers.filter((each) => each === number.notificationEnded)).toHaveLength(3);
  });

  test('says on the timeline which round it is, and when it begins again; and the alarm says so too', async () => {
    await raise([kari], { repeats: 1, pauseSeconds: 90 });
    await after(minute);
    const { body } = await sharing.server.call('GET', `/ajax/alarms/${sharing.alarmId}`, {
      as: sharing.as.nurse,
    });
    expect(body.told).toEqual({
      ...{ state: 'pausing', outcome: null, nextAt: sharing.clock.now() + 90 * second },
      receivers: [
        {
          name: 'Kari',
          reached: false,
          messages: [{ channel: 'sms', state: 'queued', at: sharing.clock.now() - minute }],
        },
      ],
    });
    await after(90 * second);
    await after(minute);
    const rounds = (await timeline()).filter(({ number: each }) =>
      [number.notificationStarted, number.notificationEnded].some((one) => one === each),
    );
    const waited = { cause: 'waited', waitedSeconds: 60 };
    expect(rounds.map(({ result, why }) => [result, why])).toEqual([
      ['ownList', { round: 1, skipped: [], cause: 'raised' }],
      ['exhausted', { round: 1, skipped: [], ...waited, againInSeconds: 90 }],
      ['ownList', { round: 2, skipped: [], cause: 'repeated' }],
      ['exhausted', { round: 2, skipped: [], ...waited }],
    ]);
  });
});
