import { SharedAlarm } from '@varde/testing/shared-alarm';
import { answerBySms, smsAnswers, tellByAnswerableSms } from '@varde/testing/sms-answers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keptWords } from '#domain/alarms/receiver-words.ts';
import { alarmEvents } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { forgetReceivers } from '#domain/notifications/forget-receivers.ts';
import { webHookEvents } from '#domain/web-hooks/tables.ts';
import { hashPassword } from '#platform/secrets/passwords.ts';

const kari = { name: 'Kari Vakt', mobile: '+4791111111', email: null, channels: ['sms' as const] };
const ola = { ...kari, name: 'Ola Nabo', mobile: '+4792222222' };
const party = `Kari Vakt, ${kari.mobile}`;

let sharing: SharedAlarm;
let pinHash: string;
beforeAll(async () => {
  pinHash = await hashPassword('4711');
  sharing = await SharedAlarm.open(smsAnswers);
});
afterAll(() => sharing.close());
beforeEach(() => sharing.renew());

const step = () => tellByAnswerableSms(sharing);
async function raise(first: object = {}): Promise<void> {
  await sharing.tell({ ...kari, ...first }, ola);
  await step();
}
const reply = ({ mobile }: { mobile: string }, message: string) => answerBySms(sharing, mobile, message);
const get = async (path: string, as: string) => (await sharing.server.call('GET', path, { as })).body;
const alarm = (as = sharing.as.nurse) => get(`/ajax/alarms/${sharing.alarmId}`, as);
async function written(as = sharing.as.nurse): Promise<Record<string, unknown>[]> {
  const { alarms } = await get(`/ajax/alarms/analysis/${sharing.tranId}`, as);
  return alarms[0].events.filter(({ number }: { number: number }) => number === 215);
}

describe('what a receiver writes that is no answer', () => {
  const text = '2 min unna, kommer nå';

  test('is on the timeline and in the details in the own words, at once in every console, and decides nothing', async () => {
    await raise();
    const before = await alarm();
    await reply(kari, text);
    expect(await written()).toMatchObject([
      { header: 102, party, result: 'bySms', words: text, at: sharing.clock.now() },
    ]);
    const after = await alarm();
    expect(after.written).toEqual([{ at: sharing.clock.now(), party, result: 'bySms', words: text }]);
    expect(after.rev).toBeGreaterThan(before.rev);
    expect(after).toMatchObject({ state: 'open', claimedBy: null, told: before.told });
  });

  test('is no secret of those who handle the alarm, and of nobody else', async () => {
    await raise();
    await reply(kari, text);
    expect((await alarm(sharing.as.tracker)).written).toEqual([]);
    expect(JSON.stringify(await written(sharing.as.tracker))).not.toMatch(/kommer|Kari/);
    expect(
      (await sharing.server.call('GET', `/ajax/alarms/${sharing.alarmId}`, { as: sharing.as.neighbour })).status,
    ).toBe(404);
    const { db } = sharing.server;
    const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, 'alarm.receiverWrote'));
    expect(entries).toMatchObject([{ userId: null, custId: sharing.homes.mine, deviId: sharing.deviId }]);
    expect(entries[0]?.content).not.toMatch(/kommer|Kari|4791111111/);
    expect(await db.select().from(webHookEvents)).toEqual([]);
    await reply(kari, '1');
    expect(await db.select().from(webHookEvents)).toMatchObject([{ event: 'alarmClaimed' }]);
  });

  test('is kept also after somebody has taken the alarm, of everybody, the latest first in the details', async () => {
    await raise();
    await reply(kari, '1');
    for (let minute = 1; minute <= 6; minute++) {
      sharing.clock.advance(60_000);
      expect(await reply(kari, `${minute} min igjen`)).toBe('Du har tatt alarmen: Astrid Lie.');
    }
    expect(await written()).toHaveLength(6);
    expect((await alarm()).written.map(({ words }: { words: string }) => words)).toEqual(
      [6, 5, 4, 3, 2].map((minute) => `${minute} min igjen`),
    );
    expect(await alarm()).toMatchObject({ state: 'claimed', claimedBy: { name: 'Kari Vakt' } });
  });

  test('is kept and answered twenty times: a telephone that answers by itself does not go on for ever', async () => {
    await raise();
    for (let times = 1; times <= 20; times++) expect(await reply(kari, 'Jeg kjører bil')).not.toBe('');
    const { rev } = await alarm();
    expect(await reply(kari, 'Jeg kjører bil')).toBe('');
    expect(await written()).toHaveLength(20);
    expect((await alarm()).rev).toBe(rev);
    expect(await reply(kari, '1')).toBe('Du har tatt alarmen: Astrid Lie.');
  });

  test('may be nothing at all, as of a picture', async () => {
    await raise();
    await reply(kari, '');
    expect(await written()).toMatchObject([{ words: '' }]);
  });

  test.each([
    ['1 kommer om 20 min 4711', '1 kommer om 20 min ••••'],
    ['4711 1', '••••'],
    ['koden er 4 7 1 1!', 'koden er ••••!'],
    ['4️⃣7️⃣1️⃣1️⃣', '••••'],
    ['kode ٤٧١١', 'kode ••••'],
    ['er der kl. 18.30, rom 214', 'er der kl. 18.30, rom 214'],
  ])('of a receiver with a PIN, %j, shows no PIN: %j', async (said, kept) => {
    await raise({ pinHash });
    await reply(kari, said);
    expect((await written()).map(({ words }) => words?.toString().replace(/[\ufe0f\u20e3]+$/, ''))).toEqual([kept]);
  });

  test('goes when the receiver is forgotten', async () => {
    await raise();
    await reply(kari, text);
    await sharing.server.db.transaction((tx) =>
      forgetReceivers(tx, { userId: sharing.nurseId, addresses: [kari.mobile] }),
    );
    expect(await sharing.server.db.select().from(alarmEvents).where(eq(alarmEvents.number, 215))).toMatchObject([
      { party: null, words: null },
    ]);
    expect((await alarm()).written).toEqual([]);
  });
});

describe('the words of a receiver are kept', () => {
  test.each([
    ['linje 1\r\nlinje\t2', 'linje 1 linje 2'],
    ['\u0000\u0007hei\u009f', 'hei'],
    ['\u202eannan', 'annan'],
    ['a\u2066b\u2069c\u200e\u200b\ufeff', 'abc'],
    ['A\u030A', 'Å'],
    [`z${'\u0335'.repeat(50)}`, `z${'\u0335'.repeat(4)}`],
    ['👩‍⚕️ kommer', '👩‍⚕️ kommer'],
    ['halv \ud83d', 'halv \ufffd'],
    ['  ', ''],
  ])('%j as %j', (text, kept) => {
    expect(keptWords(text)).toBe(kept);
  });

  test('in at most 500 characters, none of them cut in two', () => {
    expect(keptWords('å'.repeat(500))).toHaveLength(500);
    expect(keptWords('🚑'.repeat(501))).toBe(`${'🚑'.repeat(499)}…`);
  });
});
