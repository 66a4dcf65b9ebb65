import type { MessageState } from '@varde/catalogue/message-states';
import type { Alarm, AlarmDetail, AlarmEvent, AlarmReach } from '@varde/contract/alarms';
import { SharedAlarm } from '@varde/testing/shared-alarm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outbox } from '#domain/messages/tables.ts';
import { restartChains, startChains } from '#domain/notifications/chains.ts';
import { notificationChains } from '#domain/notifications/tables.ts';
import type { OutgoingCall } from '#platform/calls/call-sender.ts';

import { ProviderRefused, ProviderUncertain } from '#platform/delivery/provider-answers.ts';
import type { OutgoingSms, SmsSender } from '#platform/sms/sms-sender.ts';
import { messageDelivery } from '../../jobs/message-delivery.ts';
import { notificationSteps } from '../../jobs/notification-steps.ts';
import { retention } from '../../jobs/retention.ts';

const publicUrl = 'https://varde.example';
const kari = { name: 'Kari', mobile: '+4791111111', email: 'kari@test.example' };
const ola = { name: 'Ola', mobile: '+4792222222', email: 'ola@test.example' };

let sharing: SharedAlarm;
/** As it was told live, the last time. */
let live: Alarm | undefined;
let sms: OutgoingSms | undefined;
let call: OutgoingCall | undefined;
beforeAll(async () => {
  sharing = await SharedAlarm.open({
    VARDE_CALL_URL: 'http://127.0.0.1:9/calls',
    VARDE_PUBLIC_URL: publicUrl,
  });
  sharing.server.bus.onEvents((events) => {
    for (const event of events) if (event.type === 'alarm') live = event.alarm;
  });
});
afterAll(() => sharing.close());
beforeEach(() => sharing.renew());

type Receiver = Parameters<SharedAlarm['tell']>[number];
async function tell(...receivers: (Receiver & { channels: Receiver['channels'] })[]): Promise<void> {
  await sharing.tell(...receivers);
  await sharing.run(notificationSteps);
}
const get = async (path: string) => (await sharing.server.call('GET', path, { as: sharing.as.nurse })).body;

/** What each place says of the alarm: its row and the live message, its details, and its timeline. */
async function said() {
  const { alarms } = (await get('/ajax/alarms')) as { alarms: Alarm[] };
  const detail = (await get(`/ajax/alarms/${sharing.alarmId}`)) as AlarmDetail;
  const events: AlarmEvent[] = (await get(`/ajax/alarms/analysis/${sharing.tranId}`)).alarms[0].events;
  expect(detail.reach, 'the page says as the row').toEqual(alarms[0]?.reach);
  expect(live?.reach, 'what is told live says as the row').toEqual(alarms[0]?.reach);
  return {
    reach: alarms[0]?.reach,
    receivers: detail.told?.receivers.map(({ name, reached, messages }) => [
      name,
      reached,
      ...messages.map(({ channel, state }) => `${channel} ${state}`),
    ]),
    timeline: events.flatMap(({ reach, result }) => (reach ? [[reach, result]] : [])),
  };
}
const none = (furthest: MessageState, told = 1): AlarmReach => ({ told, reached: 0, furthest });
const one = (furthest: MessageState, told = 1): AlarmReach => ({ told, reached: 1, furthest });

const through = (send: SmsSender['send'], reports = true) =>
  sharing.run(messageDelivery.sms, {
    sms: { sender: { send, asksForReports: reports }, reportsTo: publicUrl, takesReplies: false },
  });
const accepts: SmsSender['send'] = async (handed) => {
  sms = handed;
  return 'p-1';
};
const fails = (error: Error) => async () => {
  throw error;
};
const mail = (send: () => Promise<string>) =>
  sharing.run(messageDelivery.email, { mail: { sender: { send }, consoleUrl: publicUrl } });
const calls = () =>
  sharing.run(messageDelivery.call, {
    calls: {
      sender: {
        call: async (handed) => {
          call = handed;
          return 'c-1';
        },
      },
      publicUrl,
      speech: null,
    },
  });
async function post(url: string | null | undefined, fields: Record<string, string> = {}): Promise<void> {
  const { statusCode } = await sharing.server.app.http.inject({
    method: 'POST',
    url: new URL(url ?? '').pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
  expect(statusCode).toBe(200);
}

describe('whom an alarm has reached', () => {
  test('by SMS: nobody while it waits, is in doubt or on its way, the receiver when it is delivered', async () => {
    await tell({ ...kari, channels: ['sms'] });
    expect(await said()).toEqual({
      reach: none('queued'),
      receivers: [['Kari', false, 'sms queued']],
      timeline: [['underWay', 'smsQueued']],
    });
    await through(fails(new ProviderUncertain('half an answer')));
    await sharing.run(notificationSteps);
    live = undefined;
    const doubted = (await get('/ajax/alarms')).alarms[0].reach;
    expect(doubted).toEqual(none('inDoubt'));
    sharing.clock.advance(15_000);
    await through(accepts);
    expect(await said()).toEqual({
      reach: none('sent'),
      receivers: [['Kari', false, 'sms sent']],
      timeline: [['underWay', 'smsSent']],
    });
    await post(sms?.reportUrl, { status: 'delivered' });
    const reached = {
      reach: one('delivered'),
      receivers: [['Kari', true, 'sms delivered']],
      timeline: [['reached', 'smsDelivered']],
    };
    expect(await said()).toEqual(reached);
    await sharing.server.db.update(outbox).set({ createdAt: new Date(0) });
    await sharing.run(retention);
    expect(await sharing.texts()).toEqual([]);
    expect(await said(), 'also when the outbox has forgotten it').toEqual(reached);
  });

  test('by SMS of a provider that reports nothing: the receiver when it is accepted', async () => {
    await tell({ ...kari, channels: ['sms'] });
    await through(accepts, false);
    expect((await said()).reach).toEqual(one('sent'));
    await sharing.server.db.update(outbox).set({ createdAt: new Date(0) });
    await sharing.run(retention);
    expect((await said()).reach, 'also when the outbox has forgotten it').toEqual(one('sent'));
  });

  test('by SMS that may have left three times, or that is refused: nobody', async () => {
    await tell({ ...kari, channels: ['sms'] });
    for (const _ of [1, 2, 3]) {
      await through(fails(new ProviderUncertain('half an answer')), false);
      sharing.clock.advance(600_000);
    }
    expect(await sharing.texts(), 'nobody tries again').toMatchObject([{ state: 'sent' }]);
    expect(await said()).toEqual({
      reach: none('inDoubt'),
      receivers: [['Kari', false, 'sms inDoubt']],
      timeline: [['underWay', 'smsInDoubt']],
    });
    await sharing.renew();
    await tell({ ...kari, channels: ['sms'] });
    await through(fails(new ProviderRefused('no such number')));
    expect(await said()).toEqual({
      reach: none('failed'),
      receivers: [['Kari', false, 'sms failed']],
      timeline: [['notReached', 'smsFailed']],
    });
  });

  test('by SMS of which nothing is known, when the receiver answers it: the receiver', async () => {
    await tell({ ...kari, channels: ['sms'] }, { ...ola, channels: ['sms'] });
    await through(accepts);
    await sharing.answer(sharing.tokenIn(sms?.text), 'declined');
    expect((await said()).receivers).toEqual([
      ['Kari', true, 'sms sent'],
      ['Ola', false],
    ]);
  });

  test('by e-mail: the receiver when the mail server has it, nobody when it refuses or Varde gives up', async () => {
    await tell({ ...kari, channels: ['email'] });
    await mail(async () => 'Ok');
    expect(await said()).toEqual({
      reach: one('sent'),
      receivers: [['Kari', true, 'email sent']],
      timeline: [['reached', 'emailSent']],
    });
    await sharing.renew();
    await tell({ ...kari, channels: ['email'] });
    await mail(fails(new ProviderRefused('550 no such mailbox')));
    expect(await said()).toMatchObject({ reach: none('failed'), timeline: [['notReached', 'emailFailed']] });
    await sharing.renew();
    await tell({ ...kari, channels: ['email'] });
    await mail(fails(new Error('450 later')));
    expect(await said()).toMatchObject({ reach: none('queued'), timeline: [['underWay', 'emailQueued']] });
    await sharing.server.db.update(outbox).set({ createdAt: new Date(sharing.clock.now() - 86_500_000) });
    sharing.clock.advance(60_000);
    await mail(fails(new Error('450 later')));
    const givenUp = { reach: none('givenUp'), timeline: [['notReached', 'emailGivenUp']] };
    expect(await said()).toMatchObject(givenUp);
    await sharing.server.db.update(outbox).set({ createdAt: new Date(0) });
    await sharing.run(retention);
    expect(await said(), 'also when the outbox has forgotten it').toMatchObject(givenUp);
  });

  test('by a call: nobody while it rings, the receiver when it is answered', async () => {
    await tell({ ...kari, email: null, channels: ['call'] });
    await calls();
    expect(await said()).toEqual({
      reach: none('sent'),
      receivers: [['Kari', false, 'call sent']],
      timeline: [['underWay', 'callSent']],
    });
    await post(call?.answerUrl);
    expect(await said()).toMatchObject({
      reach: one('delivered'),
      receivers: [['Kari', true, 'call delivered']],
      timeline: [['reached', 'callAnswered']],
    });
  });

  test('is said of each person and channel, and messages that are not needed any more are withdrawn', async () => {
    await tell({ ...kari, channels: ['sms', 'email'] });
    await through(accepts, false);
    sharing.clock.advance(60_000);
    await sharing.server.db.update(notificationChains).set({ nextAt: new Date(sharing.clock.now()) });
    expect(await said()).toMatchObject({
      reach: one('sent'),
      receivers: [['Kari', true, 'sms sent', 'email queued']],
    });
    await sharing.server.call('POST', `/ajax/alarms/${sharing.alarmId}/claim`, { as: sharing.as.nurse });
    expect(await said()).toMatchObject({
      receivers: [['Kari', true, 'sms sent', 'email withdrawn']],
      timeline: [
        ['reached', 'smsSent'],
        ['notReached', 'emailWithdrawn'],
      ],
    });
  });

  test('counts on when the list is repeated, and begins anew when the alarm is signalled or reopened', async () => {
    await tell({ ...kari, channels: ['sms'] });
    await through(accepts, false);
    const again = { state: 'pausing' as const, nextAt: new Date(sharing.clock.now()) };
    await sharing.server.db.update(notificationChains).set(again);
    await sharing.run(notificationSteps);
    expect(await said()).toMatchObject({ reach: one('sent'), receivers: [['Kari', true, 'sms queued']] });
    const { db } = sharing.server;
    const at = new Date(sharing.clock.now());
    for (const anew of [
      () => restartChains(db, [sharing.alarmId], at, 'reopened'),
      async () => {
        await db.update(notificationChains).set({ state: 'ended', outcome: 'exhausted', endedAt: at });
        await startChains(db, [sharing.alarmId], sharing.clock.now());
      },
    ]) {
      await anew();
      expect((await get('/ajax/alarms')).alarms[0].reach).toEqual({ told: 0, reached: 0, furthest: null });
    }
  });

  test('is nothing that is said of an alarm that is reset', async () => {
    await tell({ ...kari, channels: ['sms'] });
    await sharing.reset();
    const { alarms } = await get('/ajax/alarms?reset=recent');
    expect(alarms).toMatchObject([{ alarmId: sharing.alarmId, reach: null }]);
  });
});

describe('a receiver', () => {
  const pageOf = async (text: unknown) => (await sharing.open(sharing.tokenIn(text))).body.alarm;
  const others = async () => (await sharing.mails()).map(({ content }) => content?.others);

  test('reads by the link whether others have been reached, and whether the list goes on', async () => {
    await tell({ ...kari, channels: ['sms'] }, { ...ola, channels: ['sms'] });
    await through(accepts, false);
    const toKari = sms?.text;
    expect(await pageOf(toKari)).toMatchObject({ reach: { told: 0, reached: 0 }, goesOn: true });
    sharing.clock.advance(60_000);
    await sharing.run(notificationSteps);
    expect(await pageOf(toKari)).toMatchObject({ reach: none('queued'), goesOn: true });
    await through(accepts, false);
    expect(await pageOf(toKari)).toMatchObject({ reach: one('sent'), goesOn: true });
    expect(await pageOf(sms?.text), 'and the other way round').toMatchObject({ reach: one('sent') });
    sharing.clock.advance(60_000);
    await sharing.run(notificationSteps);
    expect(await pageOf(toKari)).toMatchObject({ goesOn: false });
  });

  test('reads in the mail whether others had been reached when it was written', async () => {
    await tell({ ...kari, channels: ['email'] }, { ...ola, channels: ['email'] });
    expect(await others()).toEqual([expect.stringMatching(/^Klokken \d\d:\d\d var ingen andre nådd\.$/)]);
    await mail(async () => 'Ok');
    sharing.clock.advance(60_000);
    await sharing.run(notificationSteps);
    expect((await others()).at(-1)).toMatch(/ var én annen nådd\.$/);
  });

  test('with whom the alarm was shared reads whether anybody on the list has been reached', async () => {
    await sharing.share('eva@test.example');
    const token = await sharing.mailedToken();
    expect((await sharing.open(token)).body.alarm.reach).toEqual({ told: 0, reached: 0, furthest: null });
    await tell({ ...kari, channels: ['sms'] });
    await through(accepts, false);
    expect((await sharing.open(token)).body.alarm.reach).toEqual(one('sent'));
  });
});
