import { createUser } from '@varde/testing/factories';
import { mailsIn } from '@varde/testing/messages';
import { type Answer, SharedAlarm } from '@varde/testing/shared-alarm';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#domain/accounts/tables.ts';
import { customers } from '#domain/customers/tables.ts';
import { renderMail } from '#domain/messages/render-mail.ts';
import { outbox } from '#domain/messages/tables.ts';
import { startChains } from '#domain/notifications/chains.ts';
import type { OutgoingCall } from '#platform/calls/call-sender.ts';
import { messageDelivery } from './message-delivery.ts';
import { notificationSteps } from './notification-steps.ts';

const replyKey = 'a-secret-of-our-own-4711';
const publicUrl = 'https://varde.example';
const numbers = { kari: '+4791111111', emma: '+4792222222' };
const rules = { events: [], hours: null, waitSeconds: 0, channels: ['sms', 'call', 'email'] };
const kari = { ...rules, name: 'Kari', mobile: numbers.kari, email: 'kari@test.example' };
const emma = { ...rules, name: 'Emma', mobile: numbers.emma, email: 'emma@test.example', language: 'en' };

let sharing: SharedAlarm;
let calls: OutgoingCall[];
beforeAll(async () => {
  sharing = await SharedAlarm.open({
    VARDE_SMS_PROVIDER: '46elks',
    VARDE_SMS_URL: 'https://u:p@api.46elks.example/a1/sms',
    VARDE_SMS_FROM: '+4759440000',
    VARDE_SMS_REPLY_KEY: replyKey,
    VARDE_CALL_URL: 'https://gateway.example/calls',
    VARDE_PUBLIC_URL: publicUrl,
  });
});
afterAll(() => sharing.close());
beforeEach(async () => {
  await sharing.renew();
  calls = [];
});

const path = (more = '') => `/ajax/eventSetup/devices/${sharing.deviId}${more}`;
const save = (receivers: object[], rev = 0): Promise<Answer> =>
  sharing.server.call('PUT', path(), { as: sharing.as.nurse, body: { rev, receivers } });
async function raise(...receivers: object[]): Promise<void> {
  expect((await save(receivers)).status).toBe(200);
  await sharing.server.db.transaction((tx) => startChains(tx, [sharing.alarmId], sharing.clock.now()));
  const sms = { sender: { send: async () => null }, reportsTo: null, takesReplies: true };
  await sharing.run(notificationSteps, { sms });
}
const deliverCalls = () => {
  const call = async (one: OutgoingCall) => {
    calls.push(one);
    return 'c-1';
  };
  return sharing.run(messageDelivery.call, { calls: { sender: { call }, publicUrl, speech: null } });
};
describe('the time of an alarm', () => {
  // 15 January, 13:00 in Oslo and Stockholm.
  test.each([
    [1, '13:00'],
    [4, '13:00'],
    [5, '12:00'],
  ] as const)(
    'is that of the clocks in market %i: %s, by SMS, in a call, in a mail and in a test',
    async (market, time) => {
      await sharing.server.db.update(customers).set({ market });
      await raise(kari);
      const [sms, call] = await textsTo(numbers.kari);
      expect(sms).toContain(`15. jan., ${time}`);
      expect(call).toContain(`Klokken ${time}.`);
      const [mail] = await sharing.server.db.select().from(outbox).where(eq(outbox.channel, 'email'));
      expect(mail && renderMail(mail, publicUrl)?.text).toContain(`kl. ${time}`);
      expect((await sharing.server.call('POST', path('/tests'), { as: sharing.as.nurse })).status).toBe(200);
      expect((await textsTo(numbers.kari)).find((text) => text.includes('PRØVE'))).toContain(time);
    },
  );
});

/** What waits for a number, by SMS and in a call. */
const textsTo = async (mobile: string) =>
  (await sharing.texts()).filter(({ recipient }) => recipient === mobile).map(({ content }) => content ?? '');
const mailLanguages = async () =>
  (await mailsIn(sharing.server.db)).map(({ recipient, language }) => [recipient, language]);
async function post(url: string, fields: Record<string, string>): Promise<string> {
  const answer = await sharing.server.app.http.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
  expect(answer.statusCode).toBe(200);
  return answer.body;
}
const reply = (from: string, message: string) =>
  post(`/ajax/sms-replies/${replyKey}`, {
    direction: 'incoming',
    id: 's1',
    from,
    to: '+4759440000',
    message,
  });
async function heard(mobile: string, key?: string): Promise<{ say: string; language: string }> {
  const call = calls.find(({ to }) => to === mobile);
  return JSON.parse(await post(new URL(call?.answerUrl ?? '').pathname, key === undefined ? {} : { key }));
}

describe('a receiver', () => {
  test('is told in the language that the list says, by SMS, call and e-mail, and others in Norwegian', async () => {
    await raise(kari, emma);
    const [sms, call] = await textsTo(numbers.emma);
    expect(sms).toMatch(/^Panic button: Astrid Lie, .*Place: .*\nReply 1 to take the alarm, or 2/s);
    expect(call).toMatch(/^This is Varde with an alarm\. Panic button: Astrid Lie/);
    const [norwegian, ringing] = await textsTo(numbers.kari);
    expect(norwegian).toMatch(/^Alarmknapp: Astrid Lie.*\nSvar 1 for å ta alarmen, eller 2/s);
    expect(ringing).toMatch(/^Dette er Varde med en alarm\. Alarmknapp/);
    expect(await mailLanguages()).toEqual([
      ['kari@test.example', 'nb'],
      ['emma@test.example', 'en'],
    ]);
  });

  test('who is a user is told in the language of the account as it is then, whatever the list says', async () => {
    const { db } = sharing.server;
    const { userId } = await createUser(db, { role: 'RESTRICTED_USER', custId: sharing.homes.mine });
    const speaks = (language: string, mobile = numbers.emma) =>
      db.update(users).set({ mobile, language }).where(eq(users.userId, userId));
    await speaks('nb');
    const onList = { ...rules, channels: ['sms'], name: '-', mobile: '12345', email: null, userId };
    const { receivers } = (await save([{ ...onList, language: 'en' }])).body;
    expect(receivers).toMatchObject([{ userId, language: 'nb' }]);
    await speaks('en');
    await sharing.server.db.transaction((tx) => startChains(tx, [sharing.alarmId], sharing.clock.now()));
    await sharing.run(notificationSteps);
    expect((await textsTo(numbers.emma))[0]).toMatch(/^Panic button: /);
  });

  test('keeps the language when somebody saves the list who does not know of languages, and has Norwegian when new', async () => {
    const { language: _, ...withoutLanguage } = emma;
    const first = (await save([emma])).body;
    const [{ receiverId } = { receiverId: 0 }] = first.receivers;
    const { body } = await save(
      [
        { ...withoutLanguage, receiverId },
        { ...withoutLanguage, name: 'Ny' },
      ],
      first.rev,
    );
    expect(body.receivers.map(({ language }: { language: string }) => language)).toEqual(['en', 'nb']);
  });

  test('reads the answer to a reply in the same language', async () => {
    await raise(kari, emma);
    expect(await reply(numbers.emma, 'what?')).toBe(
      'What you wrote is shown with the alarm, but only a number by itself is an answer. Reply 1 to take the alarm, or 2 if you cannot.',
    );
    expect(await reply(numbers.emma, '2')).toMatch(/^Noted: you cannot take the alarm of Astrid Lie\./);
    expect(await reply(numbers.kari, '1')).toBe('Du har tatt alarmen: Astrid Lie.');
    expect(await reply(numbers.emma, '1')).toBe('Kari has taken the alarm: Astrid Lie.');
    await sharing.reset();
    expect(await reply(numbers.emma, '1')).toBe('The alarm is over.');
  });

  test('hears a call in the same language, until the end of it, and a test of the list too', async () => {
    await raise(kari, emma);
    await deliverCalls();
    const { say, language } = await heard(numbers.emma);
    expect([say, language]).toEqual([expect.stringMatching(/^This is Varde.*Press 1 to take the alarm/), 'en']);
    expect(await heard(numbers.kari)).toMatchObject({
      say: expect.stringMatching(/Trykk 1/),
      language: 'nb',
    });
    expect(await heard(numbers.emma, '1')).toMatchObject({ say: 'You have taken the alarm: Astrid Lie.' });
    calls = [];
    expect((await sharing.server.call('POST', path('/tests'), { as: sharing.as.nurse })).status).toBe(200);
    await deliverCalls();
    expect(await heard(numbers.emma)).toMatchObject({
      say: expect.stringMatching(/^This is a test from Varde\./),
      language: 'en',
    });
  });

  test('has no other languages than Norwegian and English', async () => {
    expect((await save([{ ...emma, language: 'sv' }])).body.errors).toMatchObject([{ path: 'receivers.0.language' }]);
  });
});
