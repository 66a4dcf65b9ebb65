import { createHmac } from 'node:crypto';
import { SharedAlarm } from '@varde/testing/shared-alarm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { startChains } from '#domain/notifications/chains.ts';
import { forgetReceivers } from '#domain/notifications/forget-receivers.ts';
import { type ReceiverToSave, saveList } from '#domain/notifications/lists.ts';
import { metrics } from '#platform/log/metrics.ts';
import { notificationSteps } from '../../jobs/notification-steps.ts';

const key = 'a-secret-of-our-own-4711';
const hint = 'Svar 1 for å ta alarmen, eller 2 hvis du ikke kan.';
const words = `Det du skrev, vises ved alarmen, men bare et tall for seg selv er et svar. ${hint}`;
const kari = { name: 'Kari Vakt', mobile: '+4791111111' };
const ola = { name: 'Ola Nabo', mobile: '+4792222222' };

let sharing: SharedAlarm;

/** The alarm is told to these people with a minute between them. */
async function raise(people: { name: string; mobile: string }[], alarmId = sharing.alarmId): Promise<void> {
  const { db } = sharing.server;
  const receivers = people.map(
    (person): ReceiverToSave => ({
      ...{ ...person, email: null, events: [], channels: ['sms'], hours: null, waitSeconds: 60 },
    }),
  );
  const owner = { assignmentId: await presentAssignmentId(db, sharing.deviId), deviId: sharing.deviId };
  const change = { receivers, at: new Date(sharing.clock.now()), userId: sharing.nurseId };
  if (alarmId === sharing.alarmId) await saveList(db, owner, { ...change, rev: 0 });
  await db.transaction((tx) => startChains(tx, [alarmId], sharing.clock.now()));
  await step();
}
const step = (takesReplies = true) =>
  sharing.run(notificationSteps, {
    sms: { sender: { send: async () => null }, reportsTo: null, takesReplies },
  });
async function nextReceiver(): Promise<void> {
  sharing.clock.advance(60_000);
  await step();
}
const told = async () => (await sharing.texts()).map(({ recipient }) => recipient);
async function alarm(alarmId = sharing.alarmId) {
  return (await sharing.server.call('GET', `/ajax/alarms/${alarmId}`, { as: sharing.as.nurse })).body;
}

/** A call as the provider makes it: a form, and nothing that a browser of ours would send. */
async function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await sharing.server.app.http.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
  return { status: answer.statusCode, type: String(answer.headers['content-type']), said: answer.body };
}

/** How many requests in the provider's name were refused while this went on. */
async function refusedDuring(work: () => Promise<unknown>): Promise<Record<string, number>> {
  metrics.callbacksRefused.reset();
  await work();
  const { values } = await metrics.callbacksRefused.get();
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.kind), value]));
}

describe('with 46elks, a receiver who answers', () => {
  beforeAll(async () => {
    sharing = await SharedAlarm.open({
      VARDE_SMS_PROVIDER: '46elks',
      VARDE_SMS_URL: 'https://u:p@api.46elks.example/a1/sms',
      VARDE_SMS_FROM: '+4759440000',
      VARDE_SMS_REPLY_KEY: key,
      VARDE_PUBLIC_URL: 'https://varde.example',
    });
  });
  afterAll(() => sharing.close());
  beforeEach(() => sharing.renew());

  const reply = async ({ mobile }: { mobile: string }, message: string): Promise<string> => {
    const fields = { direction: 'incoming', id: 's7', from: mobile, to: '+4759440000', message };
    const { status, type, said } = await post(`/ajax/sms-replies/${key}`, fields);
    expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
    return said;
  };

  test.each(['1', ' 1 ', '1.', '(1)', '1️⃣', '١'])(
    '%j has the alarm in the console, and nobody else is told',
    async (text) => {
      await raise([kari, ola]);
      expect(await reply(kari, text)).toBe('Du har tatt alarmen: Astrid Lie.');
      expect(await alarm()).toMatchObject({
        state: 'claimed',
        claimedBy: { userId: null, name: 'Kari Vakt' },
      });
      await nextReceiver();
      expect(await told()).toEqual([kari.mobile]);
    },
  );

  test.each(['', 'Ja', '11', '0', '12', 'en', 'ja 1', '2 min unna, kommer nå', '1. etasje?', '1 time til', '1C'])(
    '%j is told what to answer, and decides nothing',
    async (text) => {
      await raise([kari, ola]);
      expect(await reply(kari, text)).toBe(words);
      expect(await alarm()).toMatchObject({ state: 'open', claimedBy: null });
      await step();
      expect(await told()).toEqual([kari.mobile]);
    },
  );

  test('2 does not keep the next one waiting', async () => {
    await raise([kari, ola]);
    expect(await reply(kari, '2')).toBe('Notert: du kan ikke ta alarmen til Astrid Lie. Varde varsler videre.');
    await step();
    expect(await told()).toEqual([kari.mobile, ola.mobile]);
    expect(await alarm()).toMatchObject({ state: 'open' });
  });

  test('2 after 1 gives the alarm back', async () => {
    await raise([kari]);
    await reply(kari, '1');
    await reply(kari, '2');
    expect(await alarm()).toMatchObject({ state: 'open', claimedBy: null });
  });

  test('second learns who was first, and the same answer again changes nothing', async () => {
    await raise([kari, ola]);
    await nextReceiver();
    const both = await Promise.all([reply(kari, '1'), reply(ola, '1')]);
    const { claimedBy, rev } = await alarm();
    expect(both.toSorted()).toEqual(
      ['Du har tatt alarmen: Astrid Lie.', `${claimedBy.name} har tatt alarmen: Astrid Lie.`].toSorted(),
    );
    const winner = claimedBy.name === kari.name ? kari : ola;
    expect(await reply(winner, '1')).toBe('Du har tatt alarmen: Astrid Lie.');
    expect((await alarm()).rev).toBe(rev);
  });

  test('does not take it from a user, but may before a colleague has confirmed a hand-over', async () => {
    await raise([kari]);
    await sharing.server.call('POST', `/ajax/alarms/${sharing.alarmId}/claim`, { as: sharing.as.nurse });
    const { claimedBy } = await alarm();
    expect(await reply(kari, '1')).toBe(`${claimedBy.name} har tatt alarmen: Astrid Lie.`);
    expect((await alarm()).claimedBy).toEqual(claimedBy);
    await sharing.server.db.update(alarms).set({ handedOverBy: sharing.nurseId });
    expect(await reply(kari, '1')).toBe('Du har tatt alarmen: Astrid Lie.');
  });

  test('within a day after the end learns that it is over; after that nothing', async () => {
    await raise([kari]);
    await sharing.reset();
    sharing.clock.advance(86_400_000 - 1);
    expect(await reply(kari, '1')).toBe('Alarmen er avsluttet.');
    expect(await sharing.server.db.select().from(alarms)).toMatchObject([{ state: 'reset', claimedAttempt: null }]);
    sharing.clock.advance(1);
    expect(await reply(kari, '1')).toBe('');
  });

  test('from another number, or after the receiver was forgotten, gets no answer and has nothing', async () => {
    await raise([kari]);
    expect(await reply(ola, '1')).toBe('');
    expect(await reply({ mobile: '91111111' }, '1')).toBe('');
    expect(await reply({ mobile: '' }, '1')).toBe('');
    await sharing.server.db.transaction((tx) =>
      forgetReceivers(tx, { userId: sharing.nurseId, addresses: [kari.mobile] }),
    );
    expect(await reply(kari, '1')).toBe('');
    expect(await alarm()).toMatchObject({ state: 'open', claimedBy: null });
  });

  test('reads in the message how to answer, only where that is possible', async () => {
    await raise([kari, ola]);
    sharing.clock.advance(60_000);
    await step(false);
    const [first, second] = (await sharing.texts()).map(({ content }) => content);
    expect(first?.endsWith(`\n${hint}`)).toBe(true);
    expect(second).not.toContain('Svar 1');
  });

  test.each(['', 'x', `${key}x`, key.slice(1), key.toUpperCase()])(
    'at the address with the key %j is refused, and counted',
    async (wrong) => {
      await raise([kari]);
      const fields = { from: kari.mobile, message: '1' };
      const refused = await refusedDuring(async () => {
        expect((await post(`/ajax/sms-replies/${wrong}`, fields)).status).toBeOneOf([404, 410]);
      });
      expect(refused).toEqual({ smsReply: 1 });
      expect(await alarm()).toMatchObject({ state: 'open' });
    },
  );
});

describe('with Twilio, a call', () => {
  const token = 'tw-token';
  beforeAll(async () => {
    sharing = await SharedAlarm.open({
      VARDE_SMS_PROVIDER: 'twilio',
      VARDE_SMS_URL: `https://AC1:${token}@api.twilio.example/Messages.json`,
      VARDE_SMS_FROM: '+4759440000',
      VARDE_SMS_REPLY_KEY: key,
      VARDE_PUBLIC_URL: 'https://varde.example/',
    });
  });
  afterAll(() => sharing.close());
  beforeEach(() => sharing.renew());

  const path = `/ajax/sms-replies/${key}`;
  /** As Twilio documents it: the address, then each field's name and value, by name. */
  const signed = (fields: Record<string, string>, to = path, by = token, base = 'https://varde.example') => {
    const text = Object.keys(fields)
      .sort()
      .reduce((before, name) => before + name + fields[name], `${base}${to}`);
    return { 'x-twilio-signature': createHmac('sha1', by).update(text).digest('base64') };
  };
  const fields = {
    ToCountry: 'NO',
    SmsMessageSid: 'SM9',
    NumMedia: '0',
    Body: '1',
    From: kari.mobile,
    To: '+4759440000',
  };

  test('that is signed takes the alarm, and is answered in TwiML', async () => {
    await raise([kari]);
    expect(await post(path, fields, signed(fields))).toEqual({
      ...{ status: 200, type: 'text/xml; charset=utf-8' },
      said: '<Response><Message>Du har tatt alarmen: Astrid Lie.</Message></Response>',
    });
    const stranger = { ...fields, From: ola.mobile };
    expect((await post(path, stranger, signed(stranger))).said).toBe('<Response/>');
  });

  test('takes the alarm also when its signature is of the address with the port', async () => {
    await raise([kari]);
    const { said } = await post(path, fields, signed(fields, path, token, 'https://varde.example:443'));
    expect(said).toContain('Du har tatt alarmen');
  });

  test('whose words have marks is answered in TwiML that is well-formed', async () => {
    await sharing.server.db.execute(`update devices set device_name = '<Åse & "Liv">'`);
    await raise([kari]);
    expect((await post(path, fields, signed(fields))).said).toContain('&lt;Åse &amp; &quot;Liv&quot;&gt;.</Message>');
  });

  test.each<[string, Record<string, string>]>([
    ['no signature', {}],
    ['an empty one', { 'x-twilio-signature': '' }],
    ['that of another token', signed(fields, path, 'other')],
    ['that of another address', signed(fields, '/ajax/sms-replies/x')],
    ['that of other fields', signed({ ...fields, From: ola.mobile })],
    ['that of fewer fields', signed({ Body: '1', From: kari.mobile })],
  ])('with %s is refused and counted, and takes nothing', async (_what, headers) => {
    await raise([kari]);
    const refused = await refusedDuring(async () => {
      expect((await post(path, fields, headers)).status).toBeOneOf([404, 410]);
    });
    expect(refused).toEqual({ smsReply: 1 });
    expect(await alarm()).toMatchObject({ state: 'open', claimedBy: null });
  });

  test('that reports on an SMS is refused without a signature too', async () => {
    await raise([kari]);
    const [sms] = await sharing.texts();
    const to = `/ajax/sms-reports/${sms?.reportToken}`;
    const report = { MessageSid: 'SM9', MessageStatus: 'failed', ErrorCode: '30003' };
    const refused = await refusedDuring(async () => {
      expect((await post(to, report)).status).toBeOneOf([404, 410]);
      expect(await sharing.texts()).toMatchObject([{ state: 'queued' }]);
      expect((await post(to, report, signed(report, to))).status).toBe(200);
    });
    expect(refused).toEqual({ smsReport: 1 });
    expect(await sharing.texts()).toMatchObject([{ state: 'failed' }]);
  });
});

test('without a key of ours nobody answers by SMS', async () => {
  sharing = await SharedAlarm.open();
  await sharing.renew();
  await raise([kari]);
  for (const tried of ['null', 'undefined', key])
    expect((await post(`/ajax/sms-replies/${tried}`, { from: kari.mobile, message: '1' })).status).toBeOneOf([
      404, 410,
    ]);
  expect(await alarm()).toMatchObject({ state: 'open' });
  await sharing.close();
});
