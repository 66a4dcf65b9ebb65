import { alarmEventNumber as number } from '@varde/catalogue/alarm-events';
import type { AlarmEvent } from '@varde/contract/alarms';
import { createUser } from '@varde/testing/factories';
import { SharedAlarm } from '@varde/testing/shared-alarm';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerByCall } from '#domain/alarms/answer-by-call.ts';
import { answerBySms } from '#domain/alarms/answer-by-sms.ts';
import { customers } from '#domain/customers/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { devices } from '#domain/devices/tables.ts';
import { outbox } from '#domain/messages/tables.ts';
import { restartChains, startChains } from '#domain/notifications/chains.ts';
import { type ListOwner, type ReceiverToSave, removeList, saveList } from '#domain/notifications/lists.ts';
import { ProviderRefused } from '#platform/delivery/provider-answers.ts';
import { messageDelivery } from './message-delivery.ts';
import { notificationSteps } from './notification-steps.ts';
import { unansweredAlarmCentres } from './unanswered-alarm-centres.ts';

const minute = 60_000;

let sharing: SharedAlarm;
let operator: string;
beforeAll(async () => {
  sharing = await SharedAlarm.open();
});
afterAll(() => sharing.close());
beforeEach(async () => {
  await sharing.renew();
  const { db } = sharing.server;
  await db.update(customers).set({ firmName: 'Solvik' }).where(eq(customers.custId, sharing.homes.city));
  await db.insert(customers).values({ firmName: 'Alarm AS', kind: 'partner', custId: 900, path: [900] });
  operator = await sharing.server.loginAs(await createUser(db, { role: 'AHP', custId: 900 }));
});

const person = (name: string, last: number, waitSeconds = 60): ReceiverToSave => ({
  ...{ name, mobile: `+479000000${last}`, email: null, events: [], channels: ['sms'] },
  ...{ hours: null, waitSeconds },
});
const save = (owner: ListOwner, receivers: ReceiverToSave[], more: object = {}) => {
  const list = { rev: 0, receivers, repeats: 0, pauseSeconds: 60, ...more };
  return saveList(sharing.server.db, owner, { ...list, at: new Date(sharing.clock.now()), userId: null });
};
const ofDevice = async (): Promise<ListOwner> => {
  const { deviId } = sharing;
  return { assignmentId: await presentAssignmentId(sharing.server.db, deviId), deviId };
};
const step = () => sharing.run(notificationSteps);
async function after(ms: number): Promise<void> {
  sharing.clock.advance(ms);
  await step();
}
async function raise(): Promise<void> {
  await sharing.server.db.transaction((tx) => startChains(tx, [sharing.alarmId], sharing.clock.now()));
  await step();
}
async function timeline(who = sharing.as.nurse): Promise<AlarmEvent[]> {
  const path = `/ajax/alarms/analysis/${sharing.tranId}`;
  return (await sharing.server.call('GET', path, { as: who })).body.alarms[0].events;
}
/** Of these events what is kept of why, without who was passed over. */
const why = async (...numbers: number[]) =>
  (await timeline())
    .filter((event) => numbers.includes(event.number))
    .map((event) => ({ ...event.why, skipped: undefined }));
const act = async (action: string, body?: object, as = sharing.as.nurse) => {
  const path = `/ajax/alarms/${sharing.alarmId}/${action}`;
  expect((await sharing.server.call('POST', path, { as, body })).status, action).toBe(200);
};
const linkOf = async (index: number) => sharing.tokenIn((await sharing.texts())[index]?.content);

const device = { kind: 'device' };
const solvik = { kind: 'customer', customerName: 'Solvik' };

describe('a step of the timeline says which rule of which list led to it', () => {
  test('whose list, the place on it, and what came before: the beginning, a wait, or none', async () => {
    await save(await ofDevice(), [person('A', 1), person('B', 2, 0), person('C', 3, 90)], {
      continueAbove: true,
    });
    await save({ custId: sharing.homes.city }, [person('D', 4, 30)]);
    await raise();
    for (const seconds of [60, 90, 30]) await after(seconds * 1000);
    expect(await why(number.notified, number.notificationEnded)).toEqual([
      { round: 1, list: device, position: 1, cause: 'first' },
      { round: 1, list: device, position: 2, cause: 'waited', waitedSeconds: 60 },
      { round: 1, list: device, position: 3, cause: 'together' },
      { round: 1, list: solvik, position: 1, cause: 'waited', waitedSeconds: 90 },
      { round: 1, cause: 'waited', waitedSeconds: 30 },
    ]);
  });

  test('that the receiver before could not, or was not reached', async () => {
    await save(await ofDevice(), [person('A', 1), person('B', 2), person('C', 3)]);
    await raise();
    await sharing.answer(await linkOf(0), 'declined');
    await after(1000);
    const send = async () => {
      throw new ProviderRefused('no such number');
    };
    await sharing.run(messageDelivery.sms, { sms: { sender: { send }, reportsTo: null, takesReplies: false } });
    await after(1000);
    expect((await why(number.notified)).map(({ position, cause }) => [position, cause])).toEqual([
      [1, 'first'],
      [2, 'declined'],
      [3, 'unreached'],
    ]);
  });

  test('that a wait ran out after one that somebody had ended', async () => {
    await save(await ofDevice(), [person('A', 1), person('B', 2), person('C', 3)]);
    await raise();
    await sharing.answer(await linkOf(0), 'declined');
    await after(1000);
    await after(minute);
    expect((await why(number.notified)).map(({ cause }) => cause)).toEqual(['first', 'declined', 'waited']);
  });

  test('as the list and its name were then, whatever they become', async () => {
    const { db } = sharing.server;
    const { city } = sharing.homes;
    await save({ custId: city }, [person('A', 1), person('B', 2)]);
    await raise();
    const before = await timeline();
    await db.update(customers).set({ firmName: 'Nye Solvik' }).where(eq(customers.custId, city));
    await removeList(db, { custId: city });
    await save({ custId: city }, [person('B', 2), person('A', 1)]);
    expect(await timeline()).toEqual(before);
    await after(minute);
    expect((await why(number.notified)).map(({ position, list }) => [position, list])).toEqual([
      [1, solvik],
      [2, solvik],
    ]);
  });

  test('for those who handle the alarm alone', async () => {
    await save(await ofDevice(), [person('A', 1)]);
    await raise();
    expect((await timeline(sharing.as.tracker)).filter((event) => event.why !== undefined)).toEqual([]);
  });
});

describe('the beginning of a round says what began it', () => {
  test('the alarm, the pause of the list, a release, and a reset that was undone', async () => {
    await save(await ofDevice(), [person('A', 1)], { repeats: 1 });
    await raise();
    await after(minute);
    await after(minute);
    await act('claim');
    await act('release', { claimedBy: sharing.nurseId });
    await step();
    await sharing.reset();
    await act('reopen');
    await step();
    expect(await why(number.notificationStarted)).toEqual(
      ['raised', 'repeated', 'released', 'reopened'].map((cause, index) => ({ round: index + 1, cause })),
    );
  });

  test('a further signal, before and after somebody has taken the alarm, and a receiver who gave it back', async () => {
    const { db } = sharing.server;
    await save(await ofDevice(), [person('A', 1)]);
    await raise();
    await after(minute);
    await raise();
    await db.transaction((tx) => restartChains(tx, [sharing.alarmId], new Date(sharing.clock.now()), 'signalled'));
    await step();
    const link = await linkOf(2);
    await sharing.answer(link, 'taken');
    await sharing.answer(link, 'declined');
    await step();
    expect((await why(number.notificationStarted)).map(({ cause }) => cause)).toEqual([
      ...['raised', 'signalled', 'signalled', 'gaveBack'],
    ]);
  });

  test('an alarm centre that did not take the alarm in time, which had got it after the list', async () => {
    const { db } = sharing.server;
    await db.update(devices).set({ ahpId: 900 }).where(eq(devices.deviId, sharing.deviId));
    await save(await ofDevice(), [person('A', 1)]);
    await raise();
    await after(minute);
    sharing.clock.advance(2 * minute);
    await sharing.run(unansweredAlarmCentres);
    await step();
    await after(minute);
    const ended = (round: number) => ({ round, cause: 'listEnded' });
    expect(await why(number.escalated, number.alarmCentreCall)).toEqual([ended(1), ended(1), ended(2)]);
    expect((await why(number.notificationStarted)).map(({ cause }) => cause)).toEqual([...['raised', 'centreSilent']]);
  });
});

describe('an answer says how it was given', () => {
  const call: ReceiverToSave = { ...person('A', 1), channels: ['call'] };
  const answers = [number.claimed, number.receiverTook, number.receiverDeclined, number.receiverGaveBack];
  const ways = async () =>
    (await timeline())
      .filter((event) => answers.some((one) => one === event.number))
      .map((event) => [event.number, event.result]);
  const asked = { address: '127.0.0.1' };
  const now = () => new Date(sharing.clock.now());

  test('by the link of a message', async () => {
    await save(await ofDevice(), [person('A', 1), person('B', 2)]);
    await raise();
    await sharing.answer(await linkOf(0), 'declined');
    await step();
    const link = await linkOf(1);
    await sharing.answer(link, 'taken');
    await sharing.answer(link, 'declined');
    expect(await ways()).toEqual([
      [number.receiverDeclined, 'byLink'],
      [number.receiverTook, 'byLink'],
      [number.receiverGaveBack, 'byLink'],
    ]);
  });

  test('by SMS, and by a key in the call', async () => {
    const { db } = sharing.server;
    await save(await ofDevice(), [person('A', 1, 0), { ...call, mobile: '+4790000002' }]);
    await raise();
    const reply = { ...asked, compared: [], from: '+4790000001', text: '2', at: now() };
    await db.transaction((tx) => answerBySms(tx, reply));
    const [row] = await db.select().from(outbox).orderBy(desc(outbox.messageId)).limit(1);
    if (row === undefined) throw new Error('nobody was called');
    await db.transaction((tx) => answerByCall(tx, row, { ...asked, compared: [], keys: '1', at: now() }));
    expect(await ways()).toEqual([
      [number.receiverDeclined, 'bySms'],
      [number.receiverTook, 'byCall'],
    ]);
  });

  test('in the console, and at the alarm centre', async () => {
    const { db } = sharing.server;
    await db.update(devices).set({ ahpId: 900 }).where(eq(devices.deviId, sharing.deviId));
    await save(await ofDevice(), []);
    await raise();
    await act('claim');
    await act('release', { claimedBy: sharing.nurseId });
    await act('claim', undefined, operator);
    expect(await ways()).toEqual([
      [number.claimed, 'inConsole'],
      [number.claimed, 'atAlarmCentre'],
    ]);
  });
});
