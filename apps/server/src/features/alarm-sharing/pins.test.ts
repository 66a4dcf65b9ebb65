import { SharedAlarm } from '@varde/testing/shared-alarm';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { forgetReceivers } from '#domain/notifications/forget-receivers.ts';
import { notificationAttempts, notificationChains, notificationReceivers } from '#domain/notifications/tables.ts';
import { hashPassword } from '#platform/secrets/passwords.ts';
import { notificationSteps } from '../../jobs/notification-steps.ts';

const pin = '4711';
const kari = {
  ...{ name: 'Kari Vakt', mobile: '+4791111111', email: 'kari@test.example' },
  channels: ['sms' as const, 'email' as const],
};
const ola = { name: 'Ola Nabo', mobile: '+4792222222', email: null, channels: ['sms' as const] };

let sharing: SharedAlarm;
let pinHash: string;
let otherHash: string;
beforeAll(async () => {
  sharing = await SharedAlarm.open();
  [pinHash, otherHash] = [await hashPassword(pin), await hashPassword('99999999')];
});
afterAll(() => sharing.close());
beforeEach(() => sharing.renew());

const step = () => sharing.run(notificationSteps);
/** Kari, who has a PIN, is told by SMS and mail, and a minute later Ola. */
async function raise(): Promise<{ bySms: string; byMail: string }> {
  await sharing.tell({ ...kari, pinHash }, ola);
  await step();
  const [text] = await sharing.texts();
  return { bySms: sharing.tokenIn(text?.content), byMail: await sharing.mailedToken() };
}
const told = async () => (await sharing.texts()).map(({ recipient }) => recipient);
const alarm = async () =>
  (await sharing.server.call('GET', `/ajax/alarms/${sharing.alarmId}`, { as: sharing.as.nurse })).body;
async function events(): Promise<[number, number, string | null, string | null][]> {
  const path = `/ajax/alarms/analysis/${sharing.tranId}`;
  const { body } = await sharing.server.call('GET', path, { as: sharing.as.nurse });
  const all: { number: number; header: number; party: string | null; result: string | null }[] = body.alarms[0].events;
  return all
    .filter(({ number }) => [10, 211, 212, 213].includes(number))
    .map(({ number, header, party, result }) => [number, header, party, result]);
}
const wrongPins = async () =>
  (
    await sharing.server.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'alarm.wrongPin'))
      .orderBy(auditEntries.auditId)
  ).map(({ content }) => content);
const setPin = (hash: string | null) =>
  sharing.server.db
    .update(notificationReceivers)
    .set({ pinHash: hash })
    .where(eq(notificationReceivers.name, kari.name));
const refusal = async (token: string, entered?: string) => {
  const { body } = await sharing.answer(token, 'taken', entered);
  return [body.refused, body.alarm.receipt.pin?.triesLeft];
};

describe('a receiver who has a PIN', () => {
  test('takes the alarm with it, which the timeline says before; without it nobody does in that name', async () => {
    const { bySms } = await raise();
    expect((await sharing.open(bySms)).body.alarm.receipt.pin).toEqual({ triesLeft: 5 });
    expect(await refusal(bySms)).toEqual(['needed', 5]);
    expect(await refusal(bySms, '4712')).toEqual(['wrong', 4]);
    expect(await alarm()).toMatchObject({ state: 'open', claimedBy: null });
    expect(await refusal(bySms, pin)).toEqual([null, 4]);
    expect(await alarm()).toMatchObject({ state: 'claimed', claimedBy: { name: 'Kari Vakt' } });
    const party = `Kari Vakt, ${kari.mobile}`;
    expect(await events()).toEqual([
      [10, 102, party, 'byLink'],
      [211, 102, party, 'byLink'],
    ]);
  });

  test('is told of it by SMS and mail; a receiver without a PIN is not', async () => {
    await raise();
    sharing.clock.advance(60_000);
    await step();
    const [ofKari, ofOla] = await sharing.texts();
    expect(ofKari?.content).toMatch(/\nDu trenger PIN-koden din for å ta alarmen\.$/);
    expect(ofOla?.content).not.toContain('PIN');
    expect((await sharing.mails()).map(({ content }) => content?.pin)).toEqual([
      'Du trenger PIN-koden din for å ta alarmen.',
    ]);
  });

  test.each(['', '123', '123456789', 'abcd', '47 11', 4711])(
    'gets a clear error for %j, which is no PIN and counts as no try',
    async (typed) => {
      const { bySms } = await raise();
      const { status, body } = await sharing.answer(bySms, 'taken', typed);
      expect([status, body.code, body.errors[0].path]).toEqual([400, 'validationFailed', 'pin']);
      expect((await sharing.open(bySms)).body.alarm.receipt.pin).toEqual({ triesLeft: 5 });
    },
  );

  test('says no without it, which tells more people, and gives the alarm back with it only', async () => {
    const { bySms, byMail } = await raise();
    await sharing.answer(bySms, 'declined');
    await step();
    expect(await told()).toEqual([kari.mobile, ola.mobile]);
    await sharing.answer(bySms, 'taken', pin);
    const givingBack = async (token: string, entered?: string) => {
      const { body } = await sharing.answer(token, 'declined', entered);
      return [body.refused, body.alarm.receipt.answer, body.alarm.receipt.pin.triesLeft];
    };
    expect(await givingBack(bySms)).toEqual(['needed', 'taken', 5]);
    expect(await givingBack(byMail, '4712')).toEqual(['wrong', 'taken', 4]);
    expect(await alarm()).toMatchObject({ state: 'claimed', claimedBy: { name: 'Kari Vakt' } });
    expect(await givingBack(bySms, pin)).toEqual([null, 'declined', 5]);
    expect(await alarm()).toMatchObject({ state: 'open' });
    expect((await events()).map(([number]) => number)).toEqual([212, 10, 211, 10, 213]);
  });

  test('keeps the alarm from a stranger who has tried five PINs to give it back, also with the right one', async () => {
    const { bySms, byMail } = await raise();
    await sharing.answer(bySms, 'taken', pin);
    for (const left of [4, 3, 2, 1, 0])
      expect((await sharing.answer(byMail, 'declined', '8362')).body.alarm.receipt.pin.triesLeft).toBe(left);
    expect((await sharing.answer(byMail, 'declined', pin)).body.refused).toBe('blocked');
    expect(await alarm()).toMatchObject({ state: 'claimed' });
    expect(await wrongPins()).toHaveLength(5);
  });

  test('may take it over from a colleague who has not confirmed, with the PIN only; and is asked for none when it is taken', async () => {
    const { bySms } = await raise();
    await sharing.server.call('POST', `/ajax/alarms/${sharing.alarmId}/claim`, { as: sharing.as.nurse });
    expect(await refusal(bySms, '8362')).toEqual([null, 5]);
    expect(await wrongPins()).toEqual([]);
    await sharing.server.db.execute(sql`update alarms set handed_over_by = claimed_by`);
    expect(await refusal(bySms)).toEqual(['needed', 5]);
    await sharing.answer(bySms, 'taken', pin);
    expect(await alarm()).toMatchObject({ claimedBy: { name: 'Kari Vakt' } });
  });
});

describe('a stranger with the link', () => {
  test('has five tries with a message, after which the right PIN takes nothing and the next receiver is told at once', async () => {
    const { bySms } = await raise();
    for (const left of [4, 3, 2, 1]) expect(await refusal(bySms, '8362')).toEqual(['wrong', left]);
    await step();
    expect(await told()).toEqual([kari.mobile]);
    expect(await refusal(bySms, '8362')).toEqual(['blocked', 0]);
    expect(await refusal(bySms, pin)).toEqual(['blocked', 0]);
    expect(await refusal(bySms)).toEqual(['blocked', 0]);
    expect((await sharing.open(bySms)).body.alarm.receipt.pin).toEqual({ triesLeft: 0 });
    await step();
    expect(await told()).toEqual([kari.mobile, ola.mobile]);
    expect(await alarm()).toMatchObject({ state: 'open' });
    expect(await events()).toEqual([]);
    const entries = await wrongPins();
    expect(entries).toHaveLength(5);
    expect(JSON.parse(entries[4] ?? '')).toMatchObject({ after: { wrongPins: 5 } });
    expect(entries.join()).not.toMatch(/8362|4711|argon|Kari/);
  });

  test('has no more of them by asking many times at once', async () => {
    const { bySms } = await raise();
    const guesses = Array.from({ length: 12 }, (_, guess) => sharing.answer(bySms, 'taken', `100${guess}`));
    const refused = (await Promise.all(guesses)).map(({ body }) => body.refused);
    expect(refused.filter((each) => each === 'wrong')).toHaveLength(4);
    expect(refused.filter((each) => each === 'blocked')).toHaveLength(8);
    expect(await wrongPins()).toHaveLength(5);
    expect(await refusal(bySms, pin)).toEqual(['blocked', 0]);
  });

  test('does not keep the receiver from taking the alarm by another message', async () => {
    const { bySms, byMail } = await raise();
    for (let times = 0; times < 5; times++) await sharing.answer(bySms, 'taken', '8362');
    expect(await refusal(byMail, pin)).toEqual([null, 5]);
    expect(await alarm()).toMatchObject({ claimedBy: { name: 'Kari Vakt' } });
  });

  test('leaves the others alone: an alarm that nobody could take by PIN is told to everybody', async () => {
    const { bySms } = await raise();
    for (let times = 0; times < 5; times++) await sharing.answer(bySms, 'taken', '8362');
    await step();
    const token = sharing.tokenIn((await sharing.texts()).at(-1)?.content);
    expect((await sharing.answer(token, 'taken')).body).toMatchObject({
      refused: null,
      alarm: { receipt: { answer: 'taken', pin: null } },
    });
  });
});

describe('the PIN that counts', () => {
  test('is the present one, changed, set or removed after the message', async () => {
    const { bySms } = await raise();
    await setPin(otherHash);
    expect(await refusal(bySms, pin)).toEqual(['wrong', 4]);
    expect(await refusal(bySms, '99999999')).toEqual([null, 4]);
    await sharing.answer(bySms, 'declined');
    await setPin(null);
    expect(await refusal(bySms)).toEqual([null, undefined]);
    expect(await alarm()).toMatchObject({ claimedBy: { name: 'Kari Vakt' } });
  });

  test('is that of the list as it is now, also of one that was copied since, with other numbers of its receivers', async () => {
    const { bySms } = await raise();
    await sharing.server.db.execute(sql`update notification_receivers set receiver_id = receiver_id + 1000`);
    expect(await refusal(bySms)).toEqual(['needed', 5]);
    await sharing.server.db.execute(sql`update notification_receivers set name = 'Kari N. Vakt'`);
    expect(await refusal(bySms, '8362')).toEqual(['wrong', 4]);
    expect(await refusal(bySms, pin)).toEqual([null, 4]);
  });
});

test('of a receiver who is forgotten no hash is left', async () => {
  await raise();
  const { db } = sharing.server;
  const addresses = [kari.mobile, kari.email];
  await db.transaction((tx) => forgetReceivers(tx, { userId: sharing.nurseId, addresses }));
  const kept = [
    await db.select().from(notificationReceivers),
    await db.select().from(notificationChains),
    await db.select().from(notificationAttempts),
  ];
  expect(kept.map((rows) => rows.length)).toEqual([1, 1, 2]);
  expect(JSON.stringify(kept)).not.toContain('argon');
});
