import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SharedAlarm } from '@varde/testing/shared-alarm';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consents, users } from '#domain/accounts/tables.ts';
import { alarms } from '#domain/alarms/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import type { ReceiverToSave } from '#domain/notifications/lists.ts';
import type { CallSender, OutgoingCall } from '#platform/calls/call-sender.ts';
import type { Speech } from '#platform/calls/speech.ts';
import { ProviderRefused } from '#platform/delivery/provider-answers.ts';
import { metrics } from '#platform/log/metrics.ts';
import { messageDelivery } from '../../jobs/message-delivery.ts';
import { notificationSteps } from '../../jobs/notification-steps.ts';

const publicUrl = 'https://varde.example';
const kari = { name: 'Kari Vakt', mobile: '+4791111111' };
const ola = { name: 'Ola Nabo', mobile: '+4792222222' };
const keys = 'Trykk 1 for å ta alarmen, eller 2 hvis du ikke kan.';
/** The clock of these tests stands still while one of them runs, and in Oslo it is an hour later. */
const clockInOslo = (at: number) => new Date(at + 3_600_000).toISOString().slice(11, 16);
let words: string;

let sharing: SharedAlarm;
const handed: OutgoingCall[] = [];
/** Of a provider that reads no text. */
let speech: Speech | null = null;
const accepts: CallSender['call'] = async (call) => {
  handed.push(call);
  return 'c-1';
};
const deliver = (call = accepts) =>
  sharing.run(messageDelivery.call, { calls: { sender: { call }, publicUrl, speech } });

/** The alarm is told to these people with a minute between them; what is told first has left. */
async function raise(
  people: { name: string; mobile: string; userId?: number }[],
  channels: ReceiverToSave['channels'] = ['call'],
  send = accepts,
): Promise<void> {
  await sharing.tell(...people.map((person) => ({ ...person, email: null, channels })));
  await tellNext(send);
}
async function tellNext(send = accepts): Promise<void> {
  await sharing.run(notificationSteps);
  await deliver(send);
}
const called = () => handed.map(({ to }) => to);
const callTo = ({ mobile }: { mobile: string }): OutgoingCall => {
  const call = handed.findLast(({ to }) => to === mobile);
  if (call === undefined) throw new Error(`nobody called ${mobile}`);
  return call;
};

/** As a provider posts it: a form, and nothing that a browser of ours would send. */
async function post(url: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const answer = await sharing.server.app.http.inject({
    method: 'POST',
    url: new URL(url).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
  return { status: answer.statusCode, type: String(answer.headers['content-type']), said: answer.body };
}
const report = (call: OutgoingCall, status: string) => post(call.reportUrl, { status });
/** One turn with a gateway of one's own. */
async function turn(call: OutgoingCall, key?: string): Promise<{ say: string; asks: boolean }> {
  const { status, said } = await post(call.answerUrl, key === undefined ? {} : { key });
  expect(status).toBe(200);
  const { say, keysTo } = JSON.parse(said);
  return { say, asks: keysTo === call.answerUrl };
}
async function alarm() {
  return (await sharing.server.call('GET', `/ajax/alarms/${sharing.alarmId}`, { as: sharing.as.nurse })).body;
}
async function timeline(): Promise<[number, number, string | null, string | null][]> {
  const path = `/ajax/alarms/analysis/${sharing.tranId}`;
  const { body } = await sharing.server.call('GET', path, { as: sharing.as.nurse });
  return body.alarms[0].events.map(
    (event: { number: number; header: number; party: string | null; result: string | null }) => [
      event.number,
      event.header,
      event.party,
      event.result,
    ],
  );
}
const about = async (numbers: number[]) => (await timeline()).filter(([number]) => numbers.includes(number));

describe('a receiver who is called', () => {
  beforeAll(async () => {
    sharing = await SharedAlarm.open({
      VARDE_CALL_URL: 'https://gateway.example/calls',
      VARDE_PUBLIC_URL: publicUrl,
    });
  });
  afterAll(() => sharing.close());
  beforeEach(async () => {
    await sharing.renew();
    const clock = clockInOslo(sharing.clock.now());
    words = `Dette er Varde med en alarm. Alarmknapp: Astrid Lie. Klokken ${clock}. Sted: Stue.`;
    handed.length = 0;
  });

  test('hears the alarm, and has it after 1: the console shows it, and nobody else is called', async () => {
    await raise([kari, ola]);
    expect(called()).toEqual([kari.mobile]);
    const call = callTo(kari);
    expect(await turn(call)).toEqual({ say: `${words} ${keys}`, asks: true });
    expect(await alarm()).toMatchObject({ state: 'open' });
    expect(await turn(call, '1')).toEqual({ say: 'Du har tatt alarmen: Astrid Lie.', asks: false });
    expect(await alarm()).toMatchObject({ state: 'claimed', claimedBy: { userId: null, name: 'Kari Vakt' } });
    await report(call, 'completed');
    sharing.clock.advance(60_000);
    await tellNext();
    expect(called()).toEqual([kari.mobile]);
  });

  test.each(['0', '3', '9', '#', '11', '1 ', ''])('takes nothing with %j', async (key) => {
    await raise([kari, ola]);
    const { status, said } = await post(callTo(kari).answerUrl, { key });
    expect(status).toBe(200);
    // Without a key in time the call ends; after a wrong one the words are read again.
    expect(JSON.parse(said).say ?? 'the call ends').toBe(key === '' ? 'the call ends' : `${words} ${keys}`);
    expect(await alarm()).toMatchObject({ state: 'open', claimedBy: null });
  });

  test('does not keep the next one waiting after 2', async () => {
    await raise([kari, ola]);
    const said = 'Notert: du kan ikke ta alarmen til Astrid Lie. Varde varsler videre.';
    expect(await turn(callTo(kari), '2')).toEqual({ say: said, asks: false });
    await tellNext();
    expect(called()).toEqual([kari.mobile, ola.mobile]);
  });

  test.each(['busy', 'no-answer', 'failed', 'canceled', 'completed'])(
    'and does not answer (%s) does not keep the next one waiting',
    async (status) => {
      await raise([kari, ola]);
      sharing.clock.advance(1000);
      await report(callTo(kari), status);
      sharing.clock.advance(1000);
      await tellNext();
      expect(called()).toEqual([kari.mobile, ola.mobile]);
      expect(await about([3, 6, 11])).toEqual([
        [3, 102, 'Kari Vakt, +4791111111', 'callQueued'],
        [11, 102, 'Kari Vakt, +4791111111', status],
        [3, 102, 'Ola Nabo, +4792222222', 'callSent'],
      ]);
    },
  );

  test('and does not answer is called again after a minute, three times in all, while nobody has the alarm', async () => {
    await raise([kari]);
    for (const times of [1, 2, 3]) {
      expect(called()).toEqual(Array(times).fill(kari.mobile));
      await report(callTo(kari), 'no-answer');
      sharing.clock.advance(59_999);
      await tellNext();
      expect(called()).toHaveLength(times);
      sharing.clock.advance(1);
      await tellNext();
    }
    expect(called()).toHaveLength(3);
    expect(await about([3])).toEqual([[3, 102, 'Kari Vakt, +4791111111', 'callFailed']]);
    expect(await alarm()).toMatchObject({ state: 'open' });
  });

  test('again takes the alarm as in the first call; nobody is called again about an alarm that somebody has', async () => {
    await raise([kari, ola]);
    await report(callTo(kari), 'busy');
    await tellNext();
    await report(callTo(ola), 'busy');
    sharing.clock.advance(60_000);
    await tellNext();
    expect(called()).toEqual([kari.mobile, ola.mobile, kari.mobile, ola.mobile]);
    await report(callTo(ola), 'busy');
    expect(await turn(callTo(kari), '1')).toMatchObject({ say: 'Du har tatt alarmen: Astrid Lie.' });
    sharing.clock.advance(120_000);
    await tellNext();
    expect(called()).toHaveLength(4);
  });

  test('hears the alarm as it is when the call is answered: its place, and none without the consent to it', async () => {
    const { db } = sharing.server;
    await raise([kari]);
    sharing.clock.advance(3_600_000);
    await db.update(alarms).set({ place: 'Kjøkken' });
    expect((await turn(callTo(kari))).say).toContain('Sted: Kjøkken.');
    await db.insert(consents).values({
      ...{ custId: sharing.homes.mine, kind: 'positions', recordedBy: sharing.nurseId },
      assignmentId: await presentAssignmentId(db, sharing.deviId),
      ...{ state: 'withdrawn', saidAt: new Date(0), recordedAt: new Date(0) },
    });
    expect((await turn(callTo(kari))).say).not.toContain('Kjøkken');
  });

  test('takes nothing with a key that comes long after the call, or after somebody has the alarm', async () => {
    await raise([kari]);
    await turn(callTo(kari));
    sharing.clock.advance(5 * 60_000 + 1);
    await turn(callTo(kari), '1');
    expect(await alarm()).toMatchObject({ state: 'open' });
    await sharing.renew();
    handed.length = 0;
    await raise([kari]);
    await turn(callTo(kari));
    sharing.clock.advance(5 * 60_000);
    await turn(callTo(kari), '1');
    // A request that the provider repeats gives no alarm back.
    await turn(callTo(kari), '2');
    expect(await alarm()).toMatchObject({ state: 'claimed', claimedBy: { name: 'Kari Vakt' } });
  });

  test.each(['ringing', 'in-progress', ''])(
    'is waited for as long as the list says, whatever else is reported (%s)',
    async (status) => {
      await raise([kari, ola]);
      await report(callTo(kari), status);
      await tellNext();
      sharing.clock.advance(59_999);
      await tellNext();
      expect(called()).toEqual([kari.mobile]);
      sharing.clock.advance(1);
      await tellNext();
      expect(called()).toEqual([kari.mobile, ola.mobile]);
    },
  );

  test('stands on the timeline with the answer, once, however often the provider reports', async () => {
    await raise([kari]);
    expect(await about([3])).toEqual([[3, 102, 'Kari Vakt, +4791111111', 'callSent']]);
    sharing.clock.advance(1000);
    await turn(callTo(kari));
    await turn(callTo(kari), '7');
    for (const status of ['no-answer', 'completed', 'completed', 'failed']) await report(callTo(kari), status);
    expect(await about([3, 4, 6, 7, 9, 11])).toEqual([
      [3, 102, 'Kari Vakt, +4791111111', 'callAnswered'],
      [6, 102, 'Kari Vakt, +4791111111', null],
      [9, 102, 'Kari Vakt, +4791111111', null],
    ]);
  });

  test('[D3.056] of a user of Varde is one to Varde, also when nobody answers; its end has the time and the length', async () => {
    const mobile = '+4790000077';
    await sharing.server.db
      .update(users)
      .set({ mobile, firstName: 'Siri', lastName: 'Strand' })
      .where(eq(users.userId, sharing.nurseId));
    const siri = { userId: sharing.nurseId, mobile, name: 'Siri Strand' };
    const party = 'Siri Strand, +4790000077';
    await raise([siri, kari]);
    expect(await about([3, 4])).toEqual([[4, 103, party, 'callSent']]);
    await report(callTo(siri), 'busy');
    sharing.clock.advance(60_000);
    await tellNext();
    await turn(callTo(siri));
    sharing.clock.advance(42_000);
    await post(callTo(siri).reportUrl, { CallStatus: 'completed', CallDuration: '41' });
    expect(await about([7, 9, 11])).toEqual([
      [11, 103, party, 'busy'],
      [7, 103, party, null],
      [9, 103, party, '41 s'],
    ]);
    const path = `/ajax/alarms/analysis/${sharing.tranId}`;
    const { events } = (await sharing.server.call('GET', path, { as: sharing.as.nurse })).body.alarms[0];
    expect(events.at(-1)).toMatchObject({ number: 9, at: sharing.clock.now() });
    const [begun, answered] = [sharing.clock.now() - 102_000, sharing.clock.now() - 42_000];
    expect(events.find(({ number }: { number: number }) => number === 4)).toMatchObject({
      ...{ at: begun, endedAt: answered },
    });
  });

  test.each([
    [[{}], null],
    [[{ seconds: '41' }], 41],
    [[{ CallDuration: '42' }], 42],
    [[{ duration: '43' }, { duration: '44' }, {}], 43],
    [[{}, { duration: '45' }], 45],
    [[{ duration: '-1' }, { duration: '1e9' }, { duration: 'x' }], null],
  ])(
    'stands in the call log of the device with how long it lasted, as its provider says %j: %s',
    async (reports, seconds) => {
      const logged = async () =>
        (await sharing.server.call('GET', `/ajax/devices/${sharing.deviId}/calls`, { as: sharing.as.nurse })).body
          .calls;
      await raise([kari]);
      const call = callTo(kari);
      expect(await logged()).toMatchObject([{ name: 'Kari Vakt', number: kari.mobile, state: 'sent' }]);
      await post(call.reportUrl, { status: 'ringing', duration: '3' });
      await turn(call);
      for (const fields of reports) await post(call.reportUrl, { status: 'completed', ...fields });
      expect(await logged()).toMatchObject([{ alarmId: sharing.alarmId, state: 'delivered', seconds }]);
    },
  );

  test('second hears who was first; of two keys at the same moment one counts', async () => {
    await raise([kari, ola]);
    sharing.clock.advance(60_000);
    await tellNext();
    await Promise.all([turn(callTo(kari)), turn(callTo(ola))]);
    const both = await Promise.all([turn(callTo(kari), '1'), turn(callTo(ola), '1')]);
    const { claimedBy } = await alarm();
    expect(both.map(({ say }) => say).toSorted()).toEqual(
      ['Du har tatt alarmen: Astrid Lie.', `${claimedBy.name} har tatt alarmen: Astrid Lie.`].toSorted(),
    );
    expect(both.some(({ asks }) => asks)).toBe(false);
  });

  test('hears at once when it is over, and when a colleague has it', async () => {
    await raise([kari]);
    await sharing.server.call('POST', `/ajax/alarms/${sharing.alarmId}/claim`, { as: sharing.as.nurse });
    const { claimedBy } = await alarm();
    expect(await turn(callTo(kari))).toEqual({
      say: `${claimedBy.name} har tatt alarmen: Astrid Lie.`,
      asks: false,
    });
    await sharing.reset();
    expect(await turn(callTo(kari))).toEqual({ say: 'Alarmen er avsluttet.', asks: false });
    expect(await turn(callTo(kari), '1')).toEqual({ say: 'Alarmen er avsluttet.', asks: false });
    expect(await alarm()).toMatchObject({ state: 'reset' });
  });

  test('is not called any more when the alarm was taken before the call left', async () => {
    await raise([kari, ola], ['call', 'sms']);
    expect(called()).toEqual([kari.mobile]);
    sharing.clock.advance(60_000);
    await sharing.run(notificationSteps);
    expect(await turn(callTo(kari), '1')).toMatchObject({ say: 'Du har tatt alarmen: Astrid Lie.' });
    await tellNext();
    expect(called()).toEqual([kari.mobile]);
  });

  test('by a provider that refuses the number is passed over; after another fault the call is tried again', async () => {
    let fault: Error = new Error('503');
    const fails: CallSender['call'] = async (call) => {
      handed.push(call);
      throw fault;
    };
    await raise([kari, ola], ['call'], fails);
    expect(called()).toEqual([kari.mobile]);
    sharing.clock.advance(15_000);
    fault = new ProviderRefused('21211');
    await tellNext(fails);
    await tellNext(fails);
    expect(called()).toEqual([kari.mobile, kari.mobile, ola.mobile]);
    expect(new Set(handed.slice(0, 2).map(({ id }) => id)).size).toBe(1);
  });

  test('to try out a list hears that there is no alarm, and no key does anything', async () => {
    await raise([kari]);
    handed.length = 0;
    const path = `/ajax/eventSetup/devices/${sharing.deviId}/tests`;
    expect((await sharing.server.call('POST', path, { as: sharing.as.nurse })).status).toBe(200);
    await deliver();
    const { say, asks } = await turn(callTo(kari));
    expect([say, asks]).toEqual([expect.stringMatching(/^Dette er en prøve .*Astrid Lie.*Ingen alarm/), false]);
    expect(await turn(callTo(kari), '1')).toEqual({ say, asks: false });
    expect(await alarm()).toMatchObject({ state: 'open', claimedBy: null });
  });

  test('is nobody’s SMS, and an SMS nobody’s call: each leaves by its own provider', async () => {
    const sent: string[] = [];
    await raise([kari], ['call', 'sms']);
    const sender = {
      send: async ({ text }: { text: string }) => {
        sent.push(text);
        return null;
      },
    };
    await sharing.run(messageDelivery.sms, { sms: { sender, reportsTo: null, takesReplies: false } });
    expect([called(), sent.length]).toEqual([[kari.mobile], 1]);
    expect(sent[0]).toContain('/shared/');
    expect(words).not.toContain('/shared/');
  });

  test('can be anybody who knows the address, and nobody else: unknown and mistyped ones, and that of an SMS, are refused', async () => {
    await raise([kari], ['call', 'sms']);
    const [sms] = (await sharing.texts()).filter(({ channel }) => channel === 'sms');
    const other = '11111111-2222-4333-8444-555555555555';
    for (const token of [other, sms?.reportToken ?? '', 'x'])
      for (const path of ['', '/reports/1']) {
        const { status } = await post(`${publicUrl}/ajax/calls/${token}${path}`, {
          key: '1',
          status: 'busy',
        });
        expect([token, status]).toEqual([token, token === 'x' ? 400 : 410]);
      }
    const [call] = (await sharing.texts()).filter(({ channel }) => channel === 'call');
    const asSms = await post(`${publicUrl}/ajax/sms-reports/${call?.reportToken}`, { status: 'failed' });
    expect(asSms.status).toBe(410);
    expect(await alarm()).toMatchObject({ state: 'open' });
  });

  test('leaves no words behind when the provider has it', async () => {
    await raise([kari]);
    expect((await sharing.texts()).map(({ content }) => content)).toEqual([null]);
    await report(callTo(kari), 'busy');
    expect(JSON.stringify(await sharing.texts())).not.toContain('Astrid');
  });
});

describe('a call by Twilio', () => {
  const token = 'twilio-token';
  beforeAll(async () => {
    sharing = await SharedAlarm.open({
      VARDE_CALL_PROVIDER: 'twilio',
      VARDE_CALL_URL: `https://AC1:${token}@api.twilio.example/2010-04-01/Accounts/AC1/Calls.json`,
      VARDE_CALL_FROM: '+4759440000',
      VARDE_PUBLIC_URL: publicUrl,
    });
  });
  afterAll(() => sharing.close());
  beforeEach(async () => {
    await sharing.renew();
    handed.length = 0;
  });

  const signed = (url: string, fields: Record<string, string>, secret = token) => {
    const text = Object.keys(fields)
      .toSorted()
      .map((name) => name + fields[name])
      .join('');
    const hash = createHmac('sha1', secret).update(url + text);
    return post(url, fields, { 'x-twilio-signature': hash.digest('base64') });
  };

  test('is answered in TwiML, and the key takes the alarm', async () => {
    await raise([kari]);
    const { answerUrl, reportUrl } = callTo(kari);
    const first = await signed(answerUrl, { CallSid: 'CA1', CallStatus: 'in-progress' });
    expect([first.status, first.type]).toEqual([200, 'text/xml; charset=utf-8']);
    expect(first.said).toContain(`<Gather action="${answerUrl}"`);
    expect(first.said).toContain('Astrid Lie');
    const taken = await signed(answerUrl, { CallSid: 'CA1', Digits: '1' });
    expect(taken.said).toContain('Du har tatt alarmen: Astrid Lie.');
    expect(taken.said).toContain('<Hangup/>');
    expect(await alarm()).toMatchObject({ state: 'claimed', claimedBy: { name: 'Kari Vakt' } });
    expect((await signed(reportUrl, { CallStatus: 'completed' })).status).toBe(200);
  });

  test('reads a note that was pasted from anywhere: what no document may hold is left out', async () => {
    await sharing.server.db.execute(`update devices set device_name = e'A\\x02\\x0bsta\ufffe <&>'`);
    await raise([kari]);
    const { said } = await signed(callTo(kari).answerUrl, { CallSid: 'CA1' });
    expect(said).toContain('A  sta  &lt;&amp;&gt;');
  });

  test('without its signature is refused and counted, and so is one that was signed for other fields', async () => {
    await raise([kari]);
    metrics.callbacksRefused.reset();
    const { answerUrl, reportUrl } = callTo(kari);
    const fields = { CallSid: 'CA1', Digits: '1' };
    for (const answer of [
      await post(answerUrl, fields),
      await post(reportUrl, { CallStatus: 'busy' }),
      await signed(answerUrl, fields, 'guessed'),
    ])
      expect(answer.status).toBe(410);
    expect((await metrics.callbacksRefused.get()).values).toEqual([{ labels: { kind: 'call' }, value: 3 }]);
    expect(await alarm()).toMatchObject({ state: 'open' });
    expect((await sharing.texts()).map(({ state }) => state)).toEqual(['sent']);
  });
});

describe('a call by 46elks', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'varde-calls-'));
    const speech = join(folder, 'speech');
    await writeFile(speech, '#!/bin/sh\nprintf "RIFF "; cat\n', { mode: 0o755 });
    sharing = await SharedAlarm.open({
      VARDE_CALL_PROVIDER: '46elks',
      VARDE_CALL_URL: 'https://u:p@api.46elks.example/a1/calls',
      VARDE_CALL_FROM: '+4759440000',
      VARDE_PUBLIC_URL: publicUrl,
      VARDE_SPEECH_COMMAND: speech,
    });
  });
  afterAll(async () => {
    await sharing.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    await sharing.renew();
    handed.length = 0;
  });

  const sound = async (url: string) => {
    const { statusCode, headers, body } = await sharing.server.app.http.inject({
      method: 'GET',
      url: new URL(url).pathname,
    });
    return { status: statusCode, type: headers['content-type'], body };
  };

  test('plays the alarm as sound, takes the key, and ends when none was pressed', async () => {
    await raise([kari]);
    const { answerUrl } = callTo(kari);
    const first = JSON.parse((await post(answerUrl, { callid: 'c1', to: kari.mobile })).said);
    expect(first.next).toBe(answerUrl);
    expect(await sound(first.ivr)).toMatchObject({ status: 200, type: 'audio/wav' });
    expect((await sound(first.ivr)).body).toMatch(/^RIFF Dette er Varde.*Astrid Lie.*Trykk 1/);
    const none = await post(answerUrl, { callid: 'c1', result: 'failed', why: 'noinput' });
    expect(JSON.parse(none.said)).toEqual({ hangup: 'reject' });
    expect(await alarm()).toMatchObject({ state: 'open' });
    const { play } = JSON.parse((await post(answerUrl, { callid: 'c1', result: '1' })).said);
    expect(play).not.toBe(first.ivr);
    expect((await sound(play)).body).toBe('RIFF Du har tatt alarmen: Astrid Lie.');
    expect(await alarm()).toMatchObject({ state: 'claimed', claimedBy: { name: 'Kari Vakt' } });
  });

  test('is not made before there is a sound to play: the fault stands with the call, which is tried again', async () => {
    speech = () => Promise.reject(new Error('espeak-ng is missing'));
    await raise([kari]);
    expect(called()).toEqual([]);
    expect(await sharing.texts()).toMatchObject([{ state: 'queued', reason: 'espeak-ng is missing' }]);
    const asked: string[] = [];
    speech = async (text) => {
      asked.push(text);
      return new Uint8Array(1);
    };
    sharing.clock.advance(15_000);
    await deliver();
    speech = null;
    expect(called()).toEqual([kari.mobile]);
    expect(asked).toEqual([expect.stringMatching(/^Dette er Varde.*Trykk 1/)]);
  });

  test('says after 2 what the key did, at an address of its own', async () => {
    await raise([kari]);
    const { answerUrl } = callTo(kari);
    const { ivr } = JSON.parse((await post(answerUrl, { callid: 'c1' })).said);
    const { play } = JSON.parse((await post(answerUrl, { callid: 'c1', result: '2' })).said);
    expect((await sound(play)).body).toMatch(/^RIFF Notert/);
    expect((await sound(ivr)).body).toMatch(/^RIFF Dette er Varde/);
  });

  test('has no sound for strangers', async () => {
    await raise([kari]);
    const other = `${publicUrl}/ajax/calls/11111111-2222-4333-8444-555555555555/sound/first`;
    expect((await sound(other)).status).toBe(410);
  });
});
