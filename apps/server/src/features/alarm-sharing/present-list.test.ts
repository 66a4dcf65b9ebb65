import { SharedAlarm } from '@varde/testing/shared-alarm';
import { answerBySms, postForm, smsAnswers, tellByAnswerableSms } from '@varde/testing/sms-answers';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consents, users } from '#domain/accounts/tables.ts';
import { alarms } from '#domain/alarms/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { findOwnList, type ReceiverToSave, removeList, saveList } from '#domain/notifications/lists.ts';
import { notificationReceivers } from '#domain/notifications/tables.ts';

const person = (name: string, mobile: string, more: Partial<ReceiverToSave> = {}): ReceiverToSave => ({
  ...{ name, mobile, email: null, events: [], channels: ['sms'], hours: null, waitSeconds: 60 },
  ...more,
});
const kari = person('Kari Vakt', '+4791111111', { nextOfKin: ['tracking'] });
const ola = person('Ola Nabo', '+4792222222');
const per = person('Per Vakt', '+4793333333');

let sharing: SharedAlarm;
beforeAll(async () => {
  sharing = await SharedAlarm.open({ ...smsAnswers, VARDE_CALL_URL: 'https://gateway.example/calls' });
});
afterAll(() => sharing.close());
beforeEach(() => sharing.renew());

const step = () => tellByAnswerableSms(sharing);
const owner = async () => ({
  ...{ assignmentId: await presentAssignmentId(sharing.server.db, sharing.deviId), deviId: sharing.deviId },
});
/** The list of the device is this one from now on; those whom it had keep their numbers. */
async function list(...receivers: ReceiverToSave[]): Promise<void> {
  const { db } = sharing.server;
  const had = await db.select().from(notificationReceivers);
  const known = receivers.map((receiver) => ({
    ...{ ...receiver, receiverId: had.find(({ name }) => name === receiver.name)?.receiverId },
  }));
  const rev = (await findOwnList(db, await owner()))?.rev ?? 0;
  const at = new Date(sharing.clock.now());
  await saveList(db, await owner(), { rev, receivers: known, repeats: 0, at, userId: sharing.nurseId });
}
async function raise(...receivers: Parameters<SharedAlarm['tell']>): Promise<string> {
  await sharing.tell(...receivers);
  await step();
  return sharing.tokenIn((await sharing.texts())[0]?.content);
}
async function minuteLater(): Promise<void> {
  sharing.clock.advance(60_000);
  await step();
}
const bySms = (message: string, from = kari.mobile ?? '') => answerBySms(sharing, from, message);
const alarm = async () =>
  (await sharing.server.call('GET', `/ajax/alarms/${sharing.alarmId}`, { as: sharing.as.nurse })).body;
const told = async () => (await sharing.texts()).map(({ recipient }) => recipient);
async function timeline() {
  const path = `/ajax/alarms/analysis/${sharing.tranId}`;
  return (await sharing.server.call('GET', path, { as: sharing.as.nurse })).body.alarms[0].events;
}

/** Neither the place nor the power to take or to give back, and why. */
async function endsFor(token: string, why: string, said: string): Promise<void> {
  const before = await alarm();
  const gone = { status: 410, body: { code: 'linkEnded', errors: [{ path: 'link', message: why }] } };
  expect(await sharing.open(token)).toMatchObject(gone);
  for (const answer of ['taken', 'declined']) expect(await sharing.answer(token, answer)).toMatchObject(gone);
  for (const text of ['1', '2', 'på vei']) expect(await bySms(text)).toBe(said);
  expect(await alarm()).toEqual(before);
}
const offList = ['offList', 'Du står ikke lenger på varslingslisten for denne alarmen.'] as const;

describe('a message gives its receiver nothing any more', () => {
  test.each([
    ['was taken off the list', () => list(ola)],
    ['has another number there', () => list({ ...kari, mobile: '+4794444444' }, ola)],
    ['was on a list that is gone', async () => void (await removeList(sharing.server.db, await owner()))],
    ['is on another list, that took its place without that number', () => list(per)],
  ])('who %s', async (_what, change) => {
    const token = await raise(kari, ola);
    expect((await sharing.open(token)).body.alarm).toMatchObject({ place: { place: 'Stue' } });
    await change();
    await endsFor(token, ...offList);
  });

  test('who was taken off after the alarm was taken: it stays taken, and users release it', async () => {
    const token = await raise(kari, ola);
    await sharing.answer(token, 'taken');
    await list(ola);
    await endsFor(token, ...offList);
    expect(await alarm()).toMatchObject({ state: 'claimed', claimedBy: { name: 'Kari Vakt' } });
    const claim = { claimedBy: null, claimedAttempt: (await alarm()).claimedBy.attemptId };
    const path = `/ajax/alarms/${sharing.alarmId}/release`;
    expect((await sharing.server.call('POST', path, { as: sharing.as.nurse, body: claim })).status).toBe(200);
  });

  test('who is a user and has withdrawn the consent to SMS', async () => {
    const { db } = sharing.server;
    const { nurseId: userId } = sharing;
    await db.update(users).set({ mobile: kari.mobile }).where(eq(users.userId, userId));
    const token = await raise({ name: '', mobile: null, email: null, channels: ['sms'], userId });
    const at = new Date(sharing.clock.now());
    const said = { kind: 'sms', state: 'withdrawn' as const, saidAt: at, recordedAt: at };
    await db.insert(consents).values({ ...said, userId, custId: sharing.homes.mine, recordedBy: userId });
    await endsFor(token, 'noConsent', 'Du har trukket tilbake samtykket til disse meldingene.');
  });

  test('when somebody else has the device by now', async () => {
    const token = await raise(kari);
    await sharing.reset();
    await sharing.handOver(sharing.homes.mine);
    const path = `/ajax/alarms/${sharing.alarmId}/reopen`;
    expect((await sharing.server.call('POST', path, { as: sharing.as.manager })).status).toBe(200);
    await endsFor(token, 'newWearer', 'Enheten har en ny tjenestemottaker. Meldingen gjelder ikke lenger.');
    await step();
    const anew = sharing.tokenIn((await sharing.texts()).at(-1)?.content);
    expect((await sharing.answer(anew, 'taken')).body.alarm).toMatchObject({
      ...{ name: 'SN1', receipt: { answer: 'taken' } },
    });
  });

  test('in a call: the receiver hears it, and keys do nothing', async () => {
    await raise({ ...kari, channels: ['call'] });
    const [call] = await sharing.texts();
    await list(ola);
    for (const fields of [{}, { key: '1' }])
      expect(JSON.parse(await postForm(sharing, `/ajax/calls/${call?.reportToken}`, { ...fields })).say).toBe(
        offList[1],
      );
    expect(await alarm()).toMatchObject({ state: 'open' });
  });

  test('at the moment when it is answered, not when the page was opened', async () => {
    const token = await raise(kari, ola);
    const [answered] = await Promise.all([
      sharing.answer(token, 'taken'),
      sharing.server.db.execute(sql`delete from notification_receivers where name = 'Kari Vakt'`),
    ]);
    const claimed = (await alarm()).state === 'claimed';
    expect(answered.status).toBe(claimed ? 200 : 410);
    expect((await sharing.open(token)).status).toBe(410);
  });
});

describe('a message goes on to give what it gave', () => {
  test.each([
    ['has another place on the list', () => list(ola, kari)],
    [
      'is told of other alarms, at other hours and by other ways from now on',
      () => list({ ...kari, events: ['fire'], channels: ['call'], hours: { from: 1, to: 2 } }, ola),
    ],
    [
      'is on a list of the customer instead',
      async () => {
        const { db } = sharing.server;
        await removeList(db, await owner());
        const save = {
          rev: 0,
          receivers: [kari],
          at: new Date(sharing.clock.now()),
          userId: sharing.nurseId,
        };
        await saveList(db, { custId: sharing.homes.city }, save);
      },
    ],
    [
      'is on a copy of the list, as another receiver with that number',
      () => list({ ...kari, name: 'Kari N. Vakt' }, ola),
    ],
  ])('who %s', async (_what, change) => {
    const token = await raise(kari, ola);
    await change();
    expect((await sharing.open(token)).body.alarm).toMatchObject({ place: { place: 'Stue' } });
    expect(await bySms('2')).toMatch(/^Notert/);
    expect((await sharing.answer(token, 'taken')).body.alarm.receipt.answer).toBe('taken');
  });

  test('once the receiver is back on the list', async () => {
    const token = await raise(kari, ola);
    await list(ola);
    await endsFor(token, ...offList);
    await list(kari, ola);
    expect((await sharing.answer(token, 'taken')).body.alarm.receipt.answer).toBe('taken');
  });

  test('until the alarm is over, which is what it says then, whatever the list is', async () => {
    const token = await raise(kari);
    await list(ola);
    await sharing.server.db.update(alarms).set({ state: 'reset', resetAt: new Date(sharing.clock.now()) });
    expect(await sharing.open(token)).toEqual({ status: 200, body: { alarm: null } });
  });
});

describe('a round that the list has changed in', () => {
  const skipped = async () =>
    (await timeline()).flatMap(({ why }: { why?: { skipped: object[] } }) => why?.skipped ?? []);

  test('passes over who is on it no more, and says so', async () => {
    await raise(kari, ola, per);
    await list(kari, per);
    await minuteLater();
    expect(await told()).toEqual([kari.mobile, per.mobile]);
    expect(await skipped()).toEqual([{ name: 'Ola Nabo', reason: 'offList' }]);
  });

  test('tells a receiver at the number that the list has now', async () => {
    await raise(kari, ola);
    await list(kari, { ...ola, mobile: '+4794444444' });
    await minuteLater();
    expect(await told()).toEqual([kari.mobile, '+4794444444']);
  });

  test('is followed at once by one for those who took a place on it, although it does not begin again', async () => {
    await raise(kari, ola);
    await list(per);
    await minuteLater();
    await step();
    expect(await told()).toEqual([kari.mobile, per.mobile]);
    expect(await bySms('1', per.mobile ?? '')).toMatch(/^Du har tatt alarmen/);
  });

  test('ends as before when nobody came for who went', async () => {
    await raise(kari, ola);
    await list(kari);
    await minuteLater();
    await step();
    expect(await told()).toEqual([kari.mobile]);
    expect((await timeline()).at(-1)).toMatchObject({ result: 'exhausted' });
  });
});
