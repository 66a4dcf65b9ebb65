import type { AlarmEvent } from '@varde/contract/alarms';
import { SharedAlarm } from '@varde/testing/shared-alarm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outbox } from '#domain/messages/tables.ts';
import type { MailSender } from '#platform/delivery/mail-sender.ts';
import { ProviderRefused } from '#platform/delivery/provider-answers.ts';
import { messageDelivery } from './message-delivery.ts';
import { notificationSteps } from './notification-steps.ts';
import { retention } from './retention.ts';

const kari = { name: 'Kari', mobile: null, email: 'kari@test.example', channels: ['email' as const] };
const ola = { name: 'Ola', mobile: null, email: 'ola@test.example', channels: ['email' as const] };

let sharing: SharedAlarm;
let published: number;
beforeAll(async () => {
  sharing = await SharedAlarm.open();
  sharing.server.bus.onEvents((events) => {
    published += events.filter(({ type }) => type === 'alarm').length;
  });
});
afterAll(() => sharing.close());
beforeEach(() => sharing.renew());

const deliver = (send: MailSender['send']) =>
  sharing.run(messageDelivery.email, { mail: { sender: { send }, consoleUrl: 'https://varde.example' } });
const refuses = () => Promise.reject(new ProviderRefused('550 no such mailbox'));
const fails = () => Promise.reject(new Error('450 later'));
const accepts = async () => 'Ok: queued as 4F2A1';
async function raise(...receivers: Parameters<SharedAlarm['tell']>): Promise<void> {
  await sharing.tell(...receivers);
  await sharing.run(notificationSteps);
  published = 0;
}
const told = async () => (await sharing.mails()).map(({ recipient, state }) => [recipient, state]);
async function timeline() {
  const path = `/ajax/alarms/analysis/${sharing.tranId}`;
  const { body } = await sharing.server.call('GET', path, { as: sharing.as.nurse });
  return body.alarms[0].events
    .filter(({ number }: AlarmEvent) => number === 209)
    .map(({ result, receipt, reason }: AlarmEvent) => [result, receipt, reason]);
}
const revOfAlarm = async () =>
  (await sharing.server.call('GET', `/ajax/alarms/${sharing.alarmId}`, { as: sharing.as.nurse })).body.rev;

describe('the mail of an alarm', () => {
  test('whose recipient is refused for good is given up, and the next receiver is told at once', async () => {
    await raise(kari, ola);
    const before = await revOfAlarm();
    await deliver(refuses);
    expect([published, (await revOfAlarm()) > before]).toEqual([1, true]);
    expect(await timeline()).toEqual([['emailFailed', null, '550 no such mailbox']]);
    await sharing.run(notificationSteps);
    expect(await told()).toEqual([
      [kari.email, 'failed'],
      [ola.email, 'queued'],
    ]);
    expect((await sharing.mails())[0]).toMatchObject({ content: null, tries: 1 });
  });

  test('does not let the next one be told early while an SMS to the same receiver may still arrive', async () => {
    await raise({ ...kari, mobile: '+4791111111', channels: ['sms', 'email'] }, ola);
    await deliver(refuses);
    await sharing.run(notificationSteps);
    expect(await told()).toEqual([[kari.email, 'failed']]);
  });

  test('that is refused late, when the next one has been told already, tells nobody else earlier', async () => {
    await raise(kari, ola, { ...ola, name: 'Eva', email: 'eva@test.example' });
    await deliver(fails);
    sharing.clock.advance(60_000);
    await sharing.run(notificationSteps);
    await deliver(async ({ to }) => (to === kari.email ? refuses() : accepts()));
    await sharing.run(notificationSteps);
    expect(await told()).toEqual([
      [kari.email, 'failed'],
      [ola.email, 'sent'],
    ]);
  });

  test('that the mail server does not take for the time being waits, and so does the next receiver', async () => {
    await raise(kari, ola);
    await deliver(fails);
    await sharing.run(notificationSteps);
    expect(await told()).toEqual([[kari.email, 'queued']]);
    expect(await timeline()).toEqual([['emailQueued', null, '450 later']]);
  });

  test('that was accepted stands on the timeline at once with the receipt, also when the mail is forgotten', async () => {
    await raise(kari);
    await deliver(accepts);
    expect(published).toBe(1);
    const expected = [['emailSent', 'Ok: queued as 4F2A1', undefined]];
    expect(await timeline()).toEqual(expected);
    await sharing.server.db.update(outbox).set({ createdAt: new Date(0) });
    await sharing.run(retention);
    expect(await sharing.mails()).toEqual([]);
    expect(await timeline()).toEqual(expected);
  });

  test('that was on its way when somebody took the alarm counts as sent, or is not tried again', async () => {
    for (const [answer, state] of [
      [accepts, 'sent'],
      [fails, 'failed'],
    ] as const) {
      await sharing.renew();
      await raise(kari);
      await deliver(async () => {
        await sharing.server.call('POST', `/ajax/alarms/${sharing.alarmId}/claim`, { as: sharing.as.nurse });
        return answer();
      });
      const [mail] = await sharing.mails();
      expect([mail?.state, mail?.reason]).toEqual([state, state === 'sent' ? null : 'withdrawn']);
    }
  });
});
