import { type Answer, SharedAlarm } from '@varde/testing/shared-alarm';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consents } from '#domain/accounts/tables.ts';
import { alarms } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { startChains } from '#domain/notifications/chains.ts';
import { forgetReceivers } from '#domain/notifications/forget-receivers.ts';
import { type ReceiverToSave, saveList } from '#domain/notifications/lists.ts';
import { notificationChains } from '#domain/notifications/tables.ts';
import { notificationSteps } from '../../jobs/notification-steps.ts';

let sharing: SharedAlarm;
beforeAll(async () => {
  sharing = await SharedAlarm.open();
});
afterAll(() => sharing.close());
beforeEach(() => sharing.renew());

const kari = { name: 'Kari Vakt', mobile: '+4791111111', email: 'kari@test.example' };
const ola = { name: 'Ola Nabo', mobile: '+4792222222', email: null };
const per = { name: 'Per Vakt', mobile: '+4793333333', email: null };

/** The alarm was raised now, and is told to these people with a minute between them. */
async function raise(...people: { name: string; mobile: string; email: string | null }[]): Promise<void> {
  const { db } = sharing.server;
  const { deviId, clock } = sharing;
  const receivers: ReceiverToSave[] = people.map((person) => ({
    ...{ ...person, events: [], hours: null, waitSeconds: 60 },
    channels: person.email === null ? ['sms'] : ['sms', 'email'],
  }));
  const owner = { assignmentId: await presentAssignmentId(db, deviId), deviId };
  const change = { rev: 0, receivers, at: new Date(clock.now()), userId: sharing.nurseId };
  await saveList(db, owner, change);
  await db.transaction((tx) => startChains(tx, [sharing.alarmId], clock.now()));
  await step();
}
const step = () => sharing.run(notificationSteps);
const tokens = async () => (await sharing.texts()).map(({ content }) => sharing.tokenIn(content));
const told = async () => (await sharing.texts()).map(({ recipient }) => recipient);
async function alarm() {
  const path = `/ajax/alarms/${sharing.alarmId}`;
  return (await sharing.server.call('GET', path, { as: sharing.as.nurse })).body;
}
const chain = async () => (await sharing.server.db.select().from(notificationChains))[0];
async function steps(): Promise<[number, string | null][]> {
  const path = `/ajax/alarms/analysis/${sharing.tranId}`;
  const { body } = await sharing.server.call('GET', path, { as: sharing.as.nurse });
  const events: { number: number; party: string | null }[] = body.alarms[0].events;
  return events.flatMap(({ number, party }) => (number > 210 ? [[number, party] as [number, string]] : []));
}
const act = (verb: string, body?: unknown): Promise<Answer> =>
  sharing.server.call('POST', `/ajax/alarms/${sharing.alarmId}/${verb}`, {
    ...{ as: sharing.as.nurse },
    ...(body !== undefined && { body }),
  });

describe('a receiver who takes the alarm by the link of a message', () => {
  test('has it in the console, and nobody else is told', async () => {
    await raise(kari, ola);
    const [token = ''] = await tokens();
    expect((await sharing.open(token)).body.alarm).toMatchObject({
      ...{ name: 'Astrid Lie', state: 'open', place: { place: 'Stue' } },
      receipt: { name: 'Kari Vakt', answer: null, takenBy: null },
    });
    const { rev } = await alarm();
    expect(await sharing.answer(token, 'taken')).toMatchObject({
      status: 200,
      body: { alarm: { state: 'claimed', receipt: { answer: 'taken', takenBy: null } } },
    });
    const taken = await alarm();
    expect(taken).toMatchObject({
      ...{ state: 'claimed', claimedBy: { userId: null, name: 'Kari Vakt' } },
      claimedAt: sharing.clock.now(),
    });
    expect(taken.rev).toBeGreaterThan(rev);
    await step();
    sharing.clock.advance(60_000);
    await step();
    expect(await told()).toEqual([kari.mobile]);
    expect(await chain()).toMatchObject({ state: 'ended', outcome: 'taken' });
    expect(await sharing.texts()).toMatchObject([{ state: 'failed', reason: 'withdrawn', content: null }]);
    expect(await steps()).toEqual([[211, `Kari Vakt, ${kari.mobile}`]]);
    const entries = await sharing.server.db.select().from(auditEntries).where(eq(auditEntries.action, 'alarm.claimed'));
    expect(entries).toMatchObject([{ userId: null, deviId: sharing.deviId, custId: sharing.homes.mine }]);
    expect(entries[0]?.content).not.toMatch(/Kari|4791111111/);
  });

  test('is alone: of two who answer at once one has it, and the other learns who', async () => {
    await raise(kari, ola);
    sharing.clock.advance(60_000);
    await step();
    const answers = await Promise.all((await tokens()).map((token) => sharing.answer(token, 'taken')));
    const receipts = answers.map(({ body }) => body.alarm.receipt);
    const winner = receipts.find(({ answer }) => answer === 'taken');
    const loser = receipts.find(({ answer }) => answer !== 'taken');
    expect(new Set([winner.name, loser.name])).toEqual(new Set(['Kari Vakt', 'Ola Nabo']));
    expect(loser).toMatchObject({ answer: null, takenBy: winner.name });
    expect(await alarm()).toMatchObject({ claimedBy: { name: winner.name } });
    expect(await steps()).toHaveLength(1);
  });

  test('learns which user was quicker, and does not take it from there', async () => {
    await raise(kari);
    const [token = ''] = await tokens();
    expect((await act('claim')).status).toBe(200);
    const nurse = (await alarm()).claimedBy;
    const { alarm: shown } = (await sharing.answer(token, 'taken')).body;
    expect(shown.receipt).toEqual({ name: 'Kari Vakt', answer: null, takenBy: nurse.name, pin: null });
    expect((await alarm()).claimedBy).toEqual(nurse);
  });

  test('has it by both links, and the same answer again changes nothing', async () => {
    await raise(kari);
    const [bySms = ''] = await tokens();
    const byMail = await sharing.mailedToken();
    expect(byMail).not.toBe(bySms);
    await sharing.answer(byMail, 'taken');
    const { rev } = await alarm();
    for (const token of [bySms, byMail])
      expect((await sharing.answer(token, 'taken')).body.alarm.receipt.answer).toBe('taken');
    expect((await alarm()).rev).toBe(rev);
    expect(await steps()).toHaveLength(1);
  });

  test('may take it before a colleague has confirmed a hand-over', async () => {
    await raise(kari);
    const [token = ''] = await tokens();
    const pending = { state: 'claimed', claimedBy: sharing.nurseId, handedOverBy: sharing.nurseId } as const;
    await sharing.server.db.update(alarms).set(pending);
    await sharing.answer(token, 'taken');
    expect(await alarm()).toMatchObject({ claimedBy: { userId: null }, handedOverBy: null });
  });

  test('gives it back when it turns out to be impossible: it is open, and told from the beginning', async () => {
    await raise(kari, ola);
    const [token = ''] = await tokens();
    await sharing.answer(token, 'taken');
    await step();
    const { receipt } = (await sharing.answer(token, 'declined')).body.alarm;
    expect(receipt).toMatchObject({ answer: 'declined', takenBy: null });
    expect(await alarm()).toMatchObject({ state: 'open', claimedBy: null });
    await step();
    expect(await told()).toEqual([kari.mobile, kari.mobile]);
    expect((await steps()).map(([number]) => number)).toEqual([211, 213]);
    expect((await sharing.answer(token, 'taken')).body.alarm.receipt.answer).toBe('taken');
  });
});

describe('the staff', () => {
  const claimOfReceiver = async () => ({
    claimedBy: null,
    claimedAttempt: (await alarm()).claimedBy.attemptId,
  });

  test('release an alarm from a receiver, and not by that from a user who has taken it since', async () => {
    await raise(kari);
    const [token = ''] = await tokens();
    await sharing.answer(token, 'taken');
    const claim = await claimOfReceiver();
    expect((await act('release', claim)).body).toMatchObject({
      state: 'open',
      claimedBy: null,
    });
    expect((await sharing.open(token)).body.alarm.receipt).toMatchObject({ answer: null });
    await act('claim');
    expect(await act('release', claim)).toMatchObject({
      ...{ status: 409, body: { code: 'alreadyClaimed' } },
    });
  });

  test('do not release it from another receiver, who has taken it since, nor hand it over', async () => {
    await raise(kari, ola);
    sharing.clock.advance(60_000);
    await sharing.run(notificationSteps);
    const [first = '', second = ''] = await tokens();
    await sharing.answer(first, 'taken');
    const claim = await claimOfReceiver();
    await sharing.answer(first, 'declined');
    await sharing.answer(second, 'taken');
    for (const stale of [claim, { claimedBy: null }]) {
      expect(await act('release', stale)).toMatchObject({
        ...{ status: 409, body: { code: 'alreadyClaimed', errors: [{ message: 'Ola Nabo' }] } },
      });
      expect((await act('hand-over', { ...stale, userId: sharing.nurseId })).status).toBe(409);
    }
    expect(await alarm()).toMatchObject({ state: 'claimed', claimedBy: { name: 'Ola Nabo' } });
    expect((await act('release', await claimOfReceiver())).status).toBe(200);
  });

  test('take it over from a receiver by a hand-over to a colleague', async () => {
    await raise(kari);
    const [token = ''] = await tokens();
    await sharing.answer(token, 'taken');
    const body = { ...(await claimOfReceiver()), userId: sharing.nurseId };
    expect((await act('hand-over', body)).body).toMatchObject({ claimedBy: { userId: sharing.nurseId } });
    expect((await sharing.open(token)).body.alarm.receipt).toMatchObject({ answer: null });
  });

  test('are told who has it when they are too late', async () => {
    await raise(kari);
    const [token = ''] = await tokens();
    await sharing.answer(token, 'taken');
    const { status, body } = await act('claim');
    expect([status, body.code, body.errors]).toEqual([
      ...[409, 'alreadyClaimed'],
      [{ path: 'claimedBy', message: 'Kari Vakt' }],
    ]);
  });
});

describe('a receiver who cannot', () => {
  test('does not keep the next one waiting, and the answer counts once', async () => {
    await raise(kari, ola, per);
    const [token = ''] = await tokens();
    expect((await sharing.answer(token, 'declined')).body.alarm).toMatchObject({
      ...{ state: 'open', receipt: { answer: 'declined', takenBy: null } },
    });
    await step();
    expect(await told()).toEqual([kari.mobile, ola.mobile]);
    await sharing.answer(token, 'declined');
    await step();
    sharing.clock.advance(59_999);
    await step();
    expect(await told()).toHaveLength(2);
    expect(await steps()).toEqual([[212, `Kari Vakt, ${kari.mobile}`]]);
  });

  test('hurries nobody when the one after was told already', async () => {
    await raise(kari, ola, per);
    const [token = ''] = await tokens();
    sharing.clock.advance(60_000);
    await step();
    await sharing.answer(token, 'declined');
    await step();
    expect(await told()).toEqual([kari.mobile, ola.mobile]);
  });

  test('leaves the alarm with the one who has it', async () => {
    await raise(kari);
    const [token = ''] = await tokens();
    await act('claim');
    await sharing.answer(token, 'declined');
    expect(await alarm()).toMatchObject({ state: 'claimed', claimedBy: { userId: sharing.nurseId } });
  });
});

describe('the link of a receiver', () => {
  test('shows and takes nothing when the alarm is over', async () => {
    await raise(kari);
    const [token = ''] = await tokens();
    await sharing.reset();
    expect(await sharing.open(token)).toEqual({ status: 200, body: { alarm: null } });
    for (const answer of ['taken', 'declined'])
      expect(await sharing.answer(token, answer)).toEqual({
        ...{ status: 200, body: { alarm: null, refused: null } },
      });
    expect(await alarm()).toMatchObject({ state: 'reset' });
    expect(await steps()).toEqual([]);
  });

  test('cannot be guessed, and that of a share does not answer', async () => {
    await raise(kari);
    const [token = ''] = await tokens();
    await sharing.share('per@test.example');
    const shared = await sharing.mailedToken();
    expect((await sharing.open(shared)).body.alarm.receipt).toBeNull();
    for (const wrong of [shared, token.slice(1), `${token}x`, String(sharing.alarmId), 'x'])
      expect(await sharing.answer(wrong, 'taken')).toMatchObject({
        status: 410,
        body: { code: 'linkInvalid' },
      });
    for (const wrong of ['maybe', '', null, 1]) expect((await sharing.answer(token, wrong)).status).toBe(400);
    expect(await alarm()).toMatchObject({ state: 'open' });
  });

  test('shows no place when the wearer has withdrawn the consent', async () => {
    await raise(kari);
    const [token = ''] = await tokens();
    const assignmentId = await presentAssignmentId(sharing.server.db, sharing.deviId);
    const said = { state: 'withdrawn', saidAt: new Date(0), recordedAt: new Date(0) } as const;
    await sharing.server.db.insert(consents).values({
      ...{
        custId: sharing.homes.mine,
        kind: 'positions',
        assignmentId,
        recordedBy: sharing.nurseId,
        ...said,
      },
    });
    expect((await sharing.open(token)).body.alarm.place).toBeNull();
  });

  test('ends when the receiver is forgotten; that somebody has the alarm stays, without a name', async () => {
    await raise(kari);
    const [token = ''] = await tokens();
    await sharing.answer(token, 'taken');
    const addresses = [kari.mobile, kari.email];
    await sharing.server.db.transaction((tx) => forgetReceivers(tx, { userId: sharing.nurseId, addresses }));
    expect((await sharing.open(token)).status).toBe(410);
    expect(await alarm()).toMatchObject({ state: 'claimed', claimedBy: { userId: null, name: '' } });
    expect(await steps()).toEqual([[211, null]]);
  });
});
