import { createUser } from '@varde/testing/factories';
import { SharedAlarm } from '@varde/testing/shared-alarm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OutgoingMail } from '#platform/delivery/mail-sender.ts';
import { ProviderUncertain } from '#platform/delivery/provider-answers.ts';
import type { OutgoingSms, SmsSender } from '#platform/sms/sms-sender.ts';
import { messageDelivery } from './message-delivery.ts';
import { notificationSteps } from './notification-steps.ts';

const kari = { name: 'Kari', mobile: '+4791111111', email: null, channels: ['sms' as const] };
const ola = { name: 'Ola', mobile: null, email: 'ola@test.example', channels: ['email' as const] };

let sharing: SharedAlarm;
let colleague: { userId: number; token: string };
const sent: OutgoingSms[] = [];
const mailed: OutgoingMail[] = [];
beforeAll(async () => {
  sharing = await SharedAlarm.open();
});
afterAll(() => sharing.close());
beforeEach(async () => {
  await sharing.renew();
  const user = await createUser(sharing.server.db, { role: 'RESTRICTED_USER', custId: sharing.homes.mine });
  colleague = { userId: user.userId, token: await sharing.server.loginAs(user) };
  sent.length = 0;
  mailed.length = 0;
});

const accepts: SmsSender['send'] = async (sms) => {
  sent.push(sms);
  return 'p-1';
};
const deliverSms = (send = accepts) =>
  sharing.run(messageDelivery.sms, {
    sms: { sender: { send }, reportsTo: 'https://varde.example', takesReplies: false },
  });
async function deliver(): Promise<void> {
  await deliverSms();
  const send = async (mail: OutgoingMail) => {
    mailed.push(mail);
    return null;
  };
  await sharing.run(messageDelivery.email, { mail: { sender: { send }, consoleUrl: 'https://varde.example' } });
}
const reached = () => [...sent, ...mailed].map(({ to }) => to);
/** Everybody on the list has been told, which it says, and nothing has left. */
async function tellAll(): Promise<void> {
  await sharing.tell(kari, ola);
  for (const _ of [kari, ola, 'the end']) {
    await sharing.run(notificationSteps);
    sharing.clock.advance(60_000);
  }
  expect(await timeline()).toEqual(['smsQueued', 'emailQueued', 'exhausted']);
}
async function timeline(): Promise<(string | null)[]> {
  const path = `/ajax/alarms/analysis/${sharing.tranId}`;
  const { body } = await sharing.server.call('GET', path, { as: sharing.as.nurse });
  const events: { number: number; result: string | null }[] = body.alarms[0].events;
  return events.filter(({ number }) => number === 209 || number === 210).map(({ result }) => result);
}
const act = (action: string, as = sharing.as.nurse, body?: object) =>
  sharing.server.call('POST', `/ajax/alarms/${sharing.alarmId}/${action}`, { as, body });
const linkInSms = async () => sharing.tokenIn((await sharing.texts())[0]?.content);
async function handOver(): Promise<void> {
  await act('claim');
  await act('hand-over', sharing.as.nurse, { claimedBy: sharing.nurseId, userId: colleague.userId });
}

describe('messages about an alarm that still wait when its list has come to its end', () => {
  test.each([
    ['a user takes it', () => act('claim')],
    ['a receiver takes it', async () => sharing.answer(await linkInSms(), 'taken')],
  ])('are withdrawn at once when %s, which the timeline says', async (_title, take) => {
    await tellAll();
    await take();
    expect(await timeline()).toEqual(['smsWithdrawn', 'emailWithdrawn', 'exhausted']);
    await deliver();
    expect(reached()).toEqual([]);
    expect((await sharing.texts())[0]).toMatchObject({ reason: 'withdrawn', content: null });
    expect((await sharing.mails())[0]).toMatchObject({ reason: 'withdrawn', content: null });
  });

  test('leave while a colleague has not confirmed that it was handed over, and not after that', async () => {
    await handOver();
    await tellAll();
    await deliverSms();
    await act('claim', colleague.token);
    await deliver();
    expect(reached()).toEqual([kari.mobile]);
    expect(await timeline()).toEqual(['smsSent', 'emailWithdrawn', 'exhausted']);
  });

  test('leave when another alarm of the device is taken', async () => {
    await tellAll();
    const other = await sharing.alarmOf(sharing.deviId, 33);
    await sharing.server.call('POST', `/ajax/alarms/${other}/claim`, { as: sharing.as.nurse });
    await deliver();
    expect(reached()).toEqual([kari.mobile, ola.email]);
  });

  test('do not take shares of the alarm and tests of the list with them', async () => {
    await tellAll();
    const path = `/ajax/eventSetup/devices/${sharing.deviId}/tests`;
    expect((await sharing.server.call('POST', path, { as: sharing.as.nurse })).status).toBe(200);
    expect((await sharing.share('93333333, eva@test.example')).status).toBe(200);
    await act('claim');
    await deliver();
    expect(sent.map(({ to }) => to)).toEqual(['+4793333333', kari.mobile]);
    expect(mailed.map(({ to }) => to).toSorted()).toEqual(['eva@test.example', ola.email]);
  });

  test('are told anew, from the beginning, when the claim is released', async () => {
    await tellAll();
    await act('claim');
    await deliver();
    await act('release', sharing.as.nurse, { claimedBy: sharing.nurseId });
    await sharing.run(notificationSteps);
    await deliver();
    sharing.clock.advance(60_000);
    await sharing.run(notificationSteps);
    await deliver();
    expect(reached()).toEqual([kari.mobile, ola.email]);
  });
});

describe('an SMS that was on its way when somebody took the alarm', () => {
  beforeEach(async () => {
    await sharing.tell(kari, ola);
    await sharing.run(notificationSteps);
  });
  const report = (status: string) =>
    sharing.server.app.http.inject({
      ...{ method: 'POST', url: new URL(sent[0]?.reportUrl ?? '').pathname },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `status=${status}`,
    });
  /** The claim, and the step that ends the chain. */
  const takeMeanwhile = async (sms: OutgoingSms) => {
    const name = await accepts(sms);
    await act('claim');
    await sharing.run(notificationSteps);
    expect((await sharing.texts())[0]).toMatchObject({ state: 'failed', reason: 'withdrawn' });
    return name;
  };
  const stored = async () => (await sharing.texts())[0];

  test('counts as sent, with the receipt of the provider, and as delivered when it arrives', async () => {
    await deliverSms(takeMeanwhile);
    expect(await stored()).toMatchObject({ state: 'sent', reason: null, receipt: 'p-1', content: null });
    expect(await timeline()).toEqual(['smsSent']);
    await report('delivered');
    expect(await stored()).toMatchObject({ state: 'delivered', receipt: 'p-1' });
    expect(await timeline()).toEqual(['smsDelivered']);
  });

  test('keeps the receipt when the report of its arrival is quicker than the answer of the provider', async () => {
    await deliverSms(async (sms) => {
      const name = await takeMeanwhile(sms);
      await report('delivered');
      return name;
    });
    expect(await stored()).toMatchObject({ state: 'delivered', reason: null, receipt: 'p-1' });
  });

  test.each([
    ['does not take it', new Error('503'), { state: 'failed', reason: 'withdrawn' }],
    ['leaves it in doubt', new ProviderUncertain('no answer'), { state: 'sent', reason: 'no answer' }],
  ])('by a provider that %s is not tried again', async (_title, fault, expected) => {
    await deliverSms(async (sms) => {
      await takeMeanwhile(sms);
      throw fault;
    });
    expect(await stored()).toMatchObject(expected);
    sharing.clock.advance(3_600_000);
    await deliverSms();
    expect(sent).toHaveLength(1);
  });
});
