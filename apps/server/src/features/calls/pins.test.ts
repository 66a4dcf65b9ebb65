import { createHmac } from 'node:crypto';
import { SharedAlarm } from '@varde/testing/shared-alarm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CallSender, OutgoingCall } from '#platform/calls/call-sender.ts';
import { hashPassword } from '#platform/secrets/passwords.ts';
import { messageDelivery } from '../../jobs/message-delivery.ts';
import { notificationSteps } from '../../jobs/notification-steps.ts';

const publicUrl = 'https://varde.example';
const kari = { name: 'Kari Vakt', mobile: '+4791111111', email: null, channels: ['call' as const] };
const ola = { ...kari, name: 'Ola Nabo', mobile: '+4792222222' };
const [enter, again] = [
  'Tast PIN-koden din, og avslutt med firkanttasten.',
  'Feil PIN-kode. Tast PIN-koden på nytt, og avslutt med firkanttasten.',
];
const blocked = 'Feil PIN-kode for mange ganger. Dette anropet kan ikke lenger ta alarmen. Varde varsler videre.';

let sharing: SharedAlarm;
let pinHash: string;
let handed: OutgoingCall[];
beforeAll(async () => {
  pinHash = await hashPassword('4711');
});
afterEach(() => sharing.close());

const call: CallSender['call'] = async (one) => {
  handed.push(one);
  return 'c-1';
};
async function tellNext(): Promise<void> {
  await sharing.run(notificationSteps);
  await sharing.run(messageDelivery.call, { calls: { sender: { call }, publicUrl, speech: null } });
}
/** Kari, who has a PIN, is called by this provider. */
async function raise(environment: Record<string, string>): Promise<OutgoingCall> {
  sharing = await SharedAlarm.open({
    ...{ VARDE_CALL_URL: 'https://gateway.example/calls', VARDE_PUBLIC_URL: publicUrl },
    ...environment,
  });
  await sharing.renew();
  handed = [];
  await sharing.tell({ ...kari, pinHash }, ola);
  await tellNext();
  const [first] = handed;
  if (first === undefined) throw new Error('nobody was called');
  return first;
}
async function post(url: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const { body } = await sharing.server.app.http.inject({
    method: 'POST',
    url: new URL(url).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
  return body;
}
const alarm = async () =>
  (await sharing.server.call('GET', `/ajax/alarms/${sharing.alarmId}`, { as: sharing.as.nurse })).body;
const called = () => handed.map(({ to }) => to);

describe('a receiver with a PIN who is called', () => {
  const turn = async ({ answerUrl }: OutgoingCall, key?: string) => {
    const { say, endKey, keysTo } = JSON.parse(await post(answerUrl, key === undefined ? {} : { key }));
    return [say, endKey ?? (keysTo ? 'key' : null)];
  };
  const taken = ['Du har tatt alarmen: Astrid Lie.', null];

  test('is asked for it after 1, and has the alarm after it', async () => {
    const first = await raise({});
    const [words] = await turn(first);
    expect(words).toMatch(/Trykk 1 for å ta alarmen med PIN-koden din, eller 2 hvis du ikke kan\.$/);
    expect(await turn(first, '1')).toEqual([enter, '#']);
    expect(await alarm()).toMatchObject({ state: 'open' });
    expect(await turn(first, '8362')).toEqual([again, '#']);
    expect(await turn(first, '4711#')).toEqual(taken);
    expect(await alarm()).toMatchObject({ state: 'claimed', claimedBy: { name: 'Kari Vakt' } });
    const { body } = await sharing.server.call('GET', `/ajax/alarms/analysis/${sharing.tranId}`, {
      as: sharing.as.nurse,
    });
    const events: { number: number; result: string }[] = body.alarms[0].events;
    expect(events.flatMap(({ number, result }) => (number === 10 ? [result] : []))).toEqual(['byCall']);
  });

  test('has five tries, then the call ends and the next one is called at once', async () => {
    const first = await raise({});
    for (let times = 0; times < 4; times++) expect(await turn(first, '8362')).toEqual([again, '#']);
    expect(await turn(first, '8362')).toEqual([blocked, null]);
    expect(await turn(first, '4711')).toEqual([blocked, null]);
    expect(await alarm()).toMatchObject({ state: 'open' });
    expect(called()).toEqual([kari.mobile]);
    await tellNext();
    expect(called()).toEqual([kari.mobile, ola.mobile]);
  });

  test('hears the alarm again after keys that are no PIN, says no without it, and is nobody else’s: 1 is enough there', async () => {
    const first = await raise({});
    const [words] = await turn(first);
    for (const keys of ['12', '123456789', '*']) expect(await turn(first, keys)).toEqual([words, 'key']);
    expect((await turn(first, '2'))[0]).toMatch(/^Notert/);
    await tellNext();
    const second = handed[1];
    if (second === undefined) throw new Error('nobody was called');
    const heard = await turn(second);
    expect(heard[0]).not.toContain('PIN');
    for (const keys of ['4711', '14711', '12', '11', '0', '*']) expect(await turn(second, keys)).toEqual([...heard]);
    expect(await alarm()).toMatchObject({ state: 'open' });
    const party = `Ola Nabo, ${ola.mobile}`;
    expect((await alarm()).written).toMatchObject(
      ['*', '0', '11', '12', '••••'].map((words) => ({ party, result: 'byCall', words })),
    );
    expect(await turn(second, '1')).toEqual(taken);
  });

  test('enters it no more when the call is long over', async () => {
    const first = await raise({});
    await turn(first);
    sharing.clock.advance(5 * 60_000 + 1);
    await turn(first, '4711');
    expect(await alarm()).toMatchObject({ state: 'open' });
  });
});

test('Twilio gathers the PIN up to the hash key, and ends when nothing is entered', async () => {
  const token = 'twilio-token';
  const { answerUrl } = await raise({
    VARDE_CALL_PROVIDER: 'twilio',
    VARDE_CALL_URL: `https://AC1:${token}@api.twilio.example/2010-04-01/Accounts/AC1/Calls.json`,
    VARDE_CALL_FROM: '+4759440000',
  });
  const signed = (fields: Record<string, string>) => {
    const text = Object.keys(fields)
      .toSorted()
      .map((name) => name + fields[name])
      .join('');
    const signature = createHmac('sha1', token).update(answerUrl + text);
    return post(answerUrl, fields, { 'x-twilio-signature': signature.digest('base64') });
  };
  await signed({ CallSid: 'CA1' });
  const asked = await signed({ CallSid: 'CA1', Digits: '1' });
  expect(asked).toContain(`<Gather action="${answerUrl}" numDigits="9" finishOnKey="#" timeout="10">`);
  expect(asked).toContain(enter);
  expect(await signed({ CallSid: 'CA1', Digits: '' })).toBe('<Response><Hangup/></Response>');
  expect(await signed({ CallSid: 'CA1', Digits: '4711' })).toContain('Du har tatt alarmen');
});

test('46elks plays the question for the PIN, each answer as a sound of its own', async () => {
  const { answerUrl } = await raise({
    VARDE_CALL_PROVIDER: '46elks',
    VARDE_CALL_URL: 'https://u:p@api.46elks.example/a1/calls',
    VARDE_CALL_FROM: '+4759440000',
    VARDE_SPEECH_COMMAND: 'cat',
  });
  const turn = async (result?: string) =>
    JSON.parse(await post(answerUrl, { callid: 'c1', ...(result !== undefined && { result }) }));
  const first = await turn();
  const asked = await turn('1');
  expect(asked).toEqual({ ivr: asked.ivr, digits: 9, timeout: 10, repeat: 3, next: answerUrl });
  const wrong = await turn('8362#');
  const right = await turn('4711');
  expect(Object.keys(right)).toEqual(['play']);
  expect(new Set([first.ivr, asked.ivr, wrong.ivr, right.play]).size).toBe(4);
});
