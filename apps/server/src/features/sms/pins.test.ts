import { SharedAlarm } from '@varde/testing/shared-alarm';
import { answerBySms, smsAnswers, tellByAnswerableSms } from '@varde/testing/sms-answers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '#platform/secrets/passwords.ts';

const hint = 'Svar 1 og PIN-koden din for å ta alarmen, eller 2 hvis du ikke kan.';
const words = `Det du skrev, vises ved alarmen, men bare et tall for seg selv er et svar. ${hint}`;
const kari = { name: 'Kari Vakt', mobile: '+4791111111', email: null, channels: ['sms' as const] };
const ola = { ...kari, name: 'Ola Nabo', mobile: '+4792222222' };

let sharing: SharedAlarm;
let pinHash: string;
beforeAll(async () => {
  pinHash = await hashPassword('4711');
  sharing = await SharedAlarm.open(smsAnswers);
});
afterAll(() => sharing.close());
beforeEach(async () => {
  await sharing.renew();
  await sharing.tell({ ...kari, pinHash }, ola);
  await step();
});

const step = () => tellByAnswerableSms(sharing);
const reply = ({ mobile }: { mobile: string }, message: string) => answerBySms(sharing, mobile, message);
const alarm = async () =>
  (await sharing.server.call('GET', `/ajax/alarms/${sharing.alarmId}`, { as: sharing.as.nurse })).body;
const told = async () => (await sharing.texts()).map(({ recipient }) => recipient);

describe('a receiver with a PIN who answers by SMS', () => {
  test('is told to write it, and one without a PIN is not', async () => {
    sharing.clock.advance(60_000);
    await step();
    const [ofKari, ofOla] = (await sharing.texts()).map(({ content }) => content);
    expect(ofKari?.endsWith(`\n${hint}`)).toBe(true);
    expect(ofOla).not.toContain('PIN');
  });

  test.each(['1 4711', '14711', ' 1  47 11 ', '1, 4711', '1 PIN 4711', '1.4711.', '1\n4711', '1 pin: 4711', '1 4️⃣7️⃣1️⃣1️⃣'])(
    'has the alarm by %j',
    async (text) => {
      expect(await reply(kari, text)).toBe('Du har tatt alarmen: Astrid Lie.');
      expect(await alarm()).toMatchObject({ state: 'claimed', claimedBy: { name: 'Kari Vakt' } });
    },
  );

  test.each<[string, string]>([
    ['1', hint],
    ...['1 jeg tar den', '4711', '4711 1', '1 471', '1 471199999'].map((text): [string, string] => [text, words]),
    ...['1 kommer om 20 min 4711', '1 4711. 10 min', '1 4711 18.30'].map((text): [string, string] => [text, words]),
  ])('%j has no PIN: it is asked for, and no try is lost', async (text, said) => {
    for (let times = 0; times < 6; times++) expect(await reply(kari, text)).toBe(said);
    expect(await reply(kari, '1 4711')).toMatch(/^Du har tatt alarmen/);
  });

  test.each(['2', '2 4711', '2 8362'])('%j says no, which needs none', async (text) => {
    expect(await reply(kari, text)).toMatch(/^Notert/);
    await step();
    expect(await told()).toEqual([kari.mobile, ola.mobile]);
  });

  test('gives the alarm back with it only', async () => {
    await reply(kari, '1 4711');
    expect(await reply(kari, '2')).toBe('Svar 2 og PIN-koden din for å gi fra deg alarmen.');
    expect(await reply(kari, '2 8362')).toBe('Feil PIN-kode. Svar 2 og PIN-koden din.');
    expect(await alarm()).toMatchObject({ state: 'claimed', claimedBy: { name: 'Kari Vakt' } });
    expect(await reply(kari, '2 4711')).toMatch(/^Notert/);
    expect(await alarm()).toMatchObject({ state: 'open' });
  });

  test('has five tries, then the message takes nothing, which is said, and the next one is told at once', async () => {
    for (let times = 0; times < 4; times++)
      expect(await reply(kari, '1 1234')).toBe('Feil PIN-kode. Svar 1 og PIN-koden din.');
    await step();
    expect(await told()).toEqual([kari.mobile]);
    const blocked = /^Feil PIN-kode for mange ganger\. Denne meldingen kan ikke lenger ta alarmen/;
    expect(await reply(kari, '1 1234')).toMatch(blocked);
    expect(await reply(kari, '1 4711')).toMatch(blocked);
    expect(await alarm()).toMatchObject({ state: 'open' });
    await step();
    expect(await told()).toEqual([kari.mobile, ola.mobile]);
    expect(await reply(ola, '1')).toMatch(/^Du har tatt alarmen/);
  });

  test('is of no use to a receiver without one: digits after 1 take no alarm in that name', async () => {
    sharing.clock.advance(60_000);
    await step();
    expect(await reply(ola, '14711')).toMatch(/Svar 1 for å ta alarmen, eller 2 hvis du ikke kan\.$/);
    expect(await alarm()).toMatchObject({ state: 'open' });
  });
});
