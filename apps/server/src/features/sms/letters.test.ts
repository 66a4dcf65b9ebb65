import { createAlarm, createCustomer, createDevice, createTransaction } from '@varde/testing/factories';
import { SharedAlarm } from '@varde/testing/shared-alarm';
import { answerBySms, smsAnswers, tellByAnswerableSms } from '@varde/testing/sms-answers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { letters } from '#domain/alarms/alarm-letters.ts';
import { alarms } from '#domain/alarms/tables.ts';
import { startChains } from '#domain/notifications/chains.ts';
import { saveList } from '#domain/notifications/lists.ts';
import { notificationAttempts } from '#domain/notifications/tables.ts';
import { hashPassword } from '#platform/secrets/passwords.ts';

const ask = 'Du er varslet om flere alarmer. Svar med bokstaven til den du mener:';
const nurse = '+4791111111';
const minute = 60_000;

let sharing: SharedAlarm;
let pins: Record<'4711' | '8362', string>;
beforeAll(async () => {
  pins = { '4711': await hashPassword('4711'), '8362': await hashPassword('8362') };
  sharing = await SharedAlarm.open(smsAnswers);
});
afterAll(() => sharing.close());
beforeEach(() => sharing.renew());

const step = () => tellByAnswerableSms(sharing);

/** A customer whose list has one receiver at this number. */
async function customer(firmName: string, pinHash: string | null = null, mobile = nurse): Promise<number> {
  const { db } = sharing.server;
  const custId = await createCustomer(db, { firmName, parentId: sharing.homes.city });
  const receiver = {
    name: 'Kari Vakt',
    mobile,
    email: null,
    events: [],
    hours: null,
    waitSeconds: 60,
    pinHash,
  };
  await saveList(
    db,
    { custId },
    {
      rev: 0,
      repeats: null,
      at: new Date(sharing.clock.now()),
      userId: sharing.nurseId,
      receivers: [{ ...receiver, channels: ['sms'] }],
    },
  );
  return custId;
}
/** An alarm of a wearer of this customer, which is told at once. */
async function raise(custId: number, deviceName: string): Promise<number> {
  const { db } = sharing.server;
  const { deviId } = await createDevice(db, { custId, deviceName });
  const tranId = await createTransaction(db, { deviId, custId });
  const at = new Date(sharing.clock.now());
  const alarmId = await createAlarm(db, { deviId, custId, tranId, metyId: 29, at });
  await tell(alarmId);
  return alarmId;
}
async function tell(alarmId: number): Promise<void> {
  await sharing.server.db.transaction((tx) => startChains(tx, [alarmId], sharing.clock.now()));
  await step();
  sharing.clock.advance(1000);
}
/** Astrid's alarm at one municipality and then Per's at another, to one telephone. */
async function raiseTwo(first: string | null = null, second: string | null = null): Promise<[number, number]> {
  const [solvik, nordby] = [await customer('Solvik', first), await customer('Nordby', second)];
  return [await raise(solvik, 'Astrid Lie'), await raise(nordby, 'Per Berg')];
}
const reply = (message: string, from = nurse) => answerBySms(sharing, from, message);
const states = async (...alarmIds: number[]) => {
  const rows = await sharing.server.db.select().from(alarms);
  return alarmIds.map((alarmId) => rows.find((row) => row.alarmId === alarmId)?.state);
};
const change = (alarmId: number, to: Partial<typeof alarms.$inferInsert>) =>
  sharing.server.db.update(alarms).set(to).where(eq(alarms.alarmId, alarmId));
const reset = (alarmId: number) =>
  change(alarmId, { state: 'reset', claimedAttempt: null, resetAt: new Date(sharing.clock.now()) });
/** How the messages say to answer, in order. */
const hints = async () => (await sharing.texts()).map(({ content }) => content?.split('\n').at(-1));
const hint = 'Svar 1 for å ta alarmen, eller 2 hvis du ikke kan.';

describe('a number that is told of several alarms', () => {
  test('reads the letter of each further one, with its customer, from the start', async () => {
    await raiseTwo();
    expect(await hints()).toEqual([hint, 'Svar 1B for å ta alarmen (Nordby), eller 2B hvis du ikke kan.']);
  });

  test.each(['1', '1.', '2', '2️⃣'])('and answers %j is asked which one, and has none of them', async (text) => {
    const both = await raiseTwo();
    const digit = text.startsWith('1') ? 1 : 2;
    expect(await reply(text)).toBe(
      `${ask}\n${digit}A: Alarmknapp, Astrid Lie, Solvik\n${digit}B: Alarmknapp, Per Berg, Nordby`,
    );
    expect(await states(...both)).toEqual(['open', 'open']);
    expect(await sharing.texts()).toHaveLength(2);
  });

  test('has the one whose letter it answers, and reads whose that is', async () => {
    const both = await raiseTwo();
    expect(await reply('1a')).toBe('Du har tatt alarmen: Astrid Lie, Solvik.');
    expect(await states(...both)).toEqual(['claimed', 'open']);
    expect(await reply('2B')).toBe('Notert: du kan ikke ta alarmen til Per Berg, Nordby. Varde varsler videre.');
    expect(await reply('1 B')).toBe('Du har tatt alarmen: Per Berg, Nordby.');
    expect(await reply('2A')).toMatch(/^Notert: du kan ikke ta alarmen til Astrid Lie, Solvik/);
    expect(await states(...both)).toEqual(['open', 'claimed']);
  });

  test('never takes the other one by an answer that is repeated', async () => {
    const [astrid, per] = await raiseTwo();
    await reply('1A');
    expect(await reply('1')).toBe(`${ask}\n1B: Alarmknapp, Per Berg, Nordby`);
    await change(astrid, { claimedAttempt: null, claimedBy: sharing.nurseId });
    expect(await reply('1A')).toMatch(/ har tatt alarmen: Astrid Lie, Solvik\.$/);
    expect(await states(astrid, per)).toEqual(['claimed', 'open']);
  });

  test('needs no letter when the other one is over, and reads which one the answer took', async () => {
    const [astrid, per] = await raiseTwo();
    await reset(per);
    expect(await reply('1')).toBe('Du har tatt alarmen: Astrid Lie, Solvik.');
    expect(await states(astrid, per)).toEqual(['claimed', 'reset']);
  });

  test.each([
    ['without a PIN', null, '1'],
    ['with a PIN', '4711', '1 4711'],
  ] as const)(
    'and has one, %s, reads that she has it after the other one is over, and gives it back',
    async (_how, pin, answer) => {
      const [astrid, per] = await raiseTwo(pin && pins[pin], pin && pins['8362']);
      await reply(answer.replace('1', '1A'));
      await reset(per);
      expect(await reply(answer)).toBe('Du har tatt alarmen: Astrid Lie, Solvik.');
      expect(await reply('Er på vei')).toMatch(/Du har tatt alarmen: Astrid Lie, Solvik\.$/);
      expect(await reply('1B')).toBe('Per Berg, Nordby: Alarmen er avsluttet.');
      expect(await reply(answer.replace('1', '2'))).toMatch(/^Notert: du kan ikke ta alarmen til Astrid Lie, Solvik/);
      expect(await states(astrid, per)).toEqual(['open', 'reset']);
    },
  );

  test('reads of which one it is that all are over, also hours later', async () => {
    const [astrid, per] = await raiseTwo();
    await reply('1A');
    for (const alarmId of [astrid, per])
      await change(alarmId, { state: 'reset', resetAt: new Date(sharing.clock.now()) });
    const both = 'Per Berg, Nordby: Alarmen er avsluttet.\nAstrid Lie, Solvik: Alarmen er avsluttet.';
    expect([await reply('1'), await reply('2')]).toEqual([both, both]);
    sharing.clock.advance(60 * minute);
    expect(await reply('2')).toBe('Per Berg, Nordby: Alarmen er avsluttet.');
  });

  test.each([
    ['1C', 'no alarm of the number has'],
    ['1 A B', 'names two of them'],
  ])('and answers %j, which %s, decides nothing', async (text) => {
    const both = await raiseTwo();
    expect(await reply(text)).toContain(ask);
    expect(await states(...both)).toEqual(['open', 'open']);
  });

  test('is told how they are when nobody waits for an answer', async () => {
    const [astrid, per] = await raiseTwo();
    for (const alarmId of [astrid, per]) await change(alarmId, { state: 'claimed', claimedBy: sharing.nurseId });
    const said = / har tatt alarmen: Per Berg, Nordby\.\n.+ har tatt alarmen: Astrid Lie, Solvik\.$/;
    expect(await reply('1')).toMatch(said);
    expect(await reply('2')).toMatch(said);
  });

  test('is asked about five at a time, and answers the others by their links', async () => {
    const solvik = await customer('Solvik');
    for (let each = 1; each <= 7; each++) await raise(solvik, `Nr. ${each}`);
    const lines = (await reply('1')).split('\n');
    expect(lines[1]).toBe('1C: Alarmknapp, Nr. 3, Solvik');
    expect(lines.at(-2)).toBe('1G: Alarmknapp, Nr. 7, Solvik');
    expect(lines.at(-1)).toBe('Og 2 til: svar med lenken i meldingen.');
  });
});

describe('what a receiver of several alarms writes that is no answer', () => {
  const written = async (alarmId: number) => {
    const { body } = await sharing.server.call('GET', `/ajax/alarms/${alarmId}`, { as: sharing.as.manager });
    return body.written.map(({ words }: { words: string }) => words);
  };

  test('is shown with each of them when they are of one customer', async () => {
    const solvik = await customer('Solvik');
    const both = [await raise(solvik, 'Astrid Lie'), await raise(solvik, 'Per Berg')];
    const said = await reply('2 min unna');
    expect(said).toBe(
      `Det du skrev, vises ved alarmen, men bare et tall for seg selv er et svar. ${ask}\n1A: Alarmknapp, Astrid Lie, Solvik\n1B: Alarmknapp, Per Berg, Solvik`,
    );
    for (const alarmId of both) expect(await written(alarmId)).toEqual(['2 min unna']);
    expect(await states(...both)).toEqual(['open', 'open']);
  });

  test('is shown with none when they are of several: the one does not read what is about the other', async () => {
    const both = await raiseTwo();
    expect(await reply('Astrid har falt')).toMatch(
      /^Det du skrev, vises ikke: du er varslet om alarmer hos flere kunder\. Du er varslet/,
    );
    for (const alarmId of both) expect(await written(alarmId)).toEqual([]);
    const events = await sharing.server.db.execute('select alarm_id, words from alarm_events where number = 215');
    expect(events).toMatchObject({ rows: both.map((alarmId) => ({ alarm_id: alarmId, words: null })) });
  });
});

describe('the PIN of a receiver', () => {
  test('means the alarm that it fits, without a letter', async () => {
    const both = await raiseTwo(pins['4711'], pins['8362']);
    expect(await reply('1 4711')).toBe('Du har tatt alarmen: Astrid Lie, Solvik.');
    expect(await states(...both)).toEqual(['claimed', 'open']);
    expect(await reply('18362')).toBe('Du har tatt alarmen: Per Berg, Nordby.');
  });

  test('means it although a later one needs none', async () => {
    const both = await raiseTwo(pins['4711']);
    expect(await reply('1 4711')).toBe('Du har tatt alarmen: Astrid Lie, Solvik.');
    expect(await states(...both)).toEqual(['claimed', 'open']);
  });

  test('that fits several is not enough: the answer asks for the letter', async () => {
    const both = await raiseTwo(pins['4711'], pins['4711']);
    expect(await reply('1 4711')).toBe(
      `${ask}\n1A og PIN-koden din: Alarmknapp, Astrid Lie, Solvik\n1B og PIN-koden din: Alarmknapp, Per Berg, Nordby`,
    );
    expect(await reply('1B 4711')).toBe('Du har tatt alarmen: Per Berg, Nordby.');
    expect(await states(...both)).toEqual(['open', 'claimed']);
  });

  test('that fits none is a try for each, and after five of them it is not compared any more', async () => {
    const both = await raiseTwo(pins['4711'], pins['8362']);
    const wrong = async () =>
      (await sharing.server.db.select().from(notificationAttempts).orderBy(notificationAttempts.alarmId)).map(
        ({ wrongPins }) => wrongPins,
      );
    expect(await reply('1 0000')).toMatch(/^Feil PIN-kode\. Du er varslet om flere alarmer/);
    expect(await wrong()).toEqual([1, 1]);
    for (let times = 2; times <= 5; times++) await reply('1 0000');
    expect(await wrong()).toEqual([5, 5]);
    expect(await reply('1 4711')).toContain(ask);
    expect(await reply('1A 4711')).toMatch(/^Astrid Lie, Solvik: Feil PIN-kode for mange ganger/);
    expect(await states(...both)).toEqual(['open', 'open']);
    expect(await wrong()).toEqual([5, 5]);
  });

  test('is not told from a wrong one by an answer that needs none', async () => {
    await raiseTwo(pins['4711'], pins['8362']);
    const answers = [await reply('2 4711'), await reply('2 8362'), await reply('2 0000')];
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('2A: Alarmknapp, Astrid Lie, Solvik');
  });
});

describe('the letter of an alarm', () => {
  const lettersOf = async (alarmId: number) =>
    (
      await sharing.server.db
        .select({ letter: notificationAttempts.letter })
        .from(notificationAttempts)
        .where(eq(notificationAttempts.alarmId, alarmId))
        .orderBy(notificationAttempts.attemptId)
    ).map(({ letter }) => letter);

  test('stays while others come and go, and is used again as late as can be', async () => {
    const solvik = await customer('Solvik');
    const first = await raise(solvik, 'Nr. 1');
    const second = await raise(solvik, 'Nr. 2');
    await reset(first);
    sharing.clock.advance(15 * minute);
    const third = await raise(solvik, 'Nr. 3');
    expect([await lettersOf(second), await lettersOf(third)]).toEqual(
      [['B', 'B', 'B', 'B'], ['C']].map((all) => all.slice(0, 1)),
    );
    await tell(second);
    expect(new Set(await lettersOf(second))).toEqual(new Set(['B']));
    expect((await hints()).at(-1)).toContain('1B');
    await reset(second);
    await reset(third);
    sharing.clock.advance(24 * 60 * minute);
    expect(await lettersOf(await raise(solvik, 'Nr. 4'))).toEqual(['A']);
    expect((await hints()).at(-1)).toBe(hint);
  });

  test('is of the number: another one has letters of its own', async () => {
    const solvik = await customer('Solvik');
    await raise(solvik, 'Nr. 1');
    const other = await raise(await customer('Nordby', null, '+4792222222'), 'Per Berg');
    expect(await lettersOf(other)).toEqual(['A']);
    expect((await hints()).at(-1)).toBe(hint);
    expect(await reply('1', '+4792222222')).toBe('Du har tatt alarmen: Per Berg.');
  });

  test('is missing when all are in use: the message names the link alone', async () => {
    const solvik = await customer('Solvik');
    for (const letter of letters) {
      const alarmId = await raise(solvik, `Nr. ${letter}`);
      expect(await lettersOf(alarmId)).toEqual([letter]);
    }
    const last = await raise(solvik, 'Den siste');
    expect(await lettersOf(last)).toEqual([null]);
    expect((await sharing.texts()).at(-1)?.content).not.toMatch(/Svar/);
    expect(await reply('1')).toContain('Med lenken i meldingen: Alarmknapp, Den siste, Solvik');
  });

  test('that two alarms got at the same moment means neither: both are answered by their links', async () => {
    const both = await raiseTwo();
    await sharing.server.db.update(notificationAttempts).set({ letter: 'A' });
    const link = 'Med lenken i meldingen: Alarmknapp';
    expect(await reply('1A')).toBe(`${ask}\n${link}, Astrid Lie, Solvik\n${link}, Per Berg, Nordby`);
    expect(await states(...both)).toEqual(['open', 'open']);
  });
});
