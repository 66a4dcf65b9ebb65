import { SharedAlarm } from '@varde/testing/shared-alarm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { queueMessages } from '#domain/messages/outbox.ts';
import { ProviderSilent, ProviderUncertain } from '#platform/delivery/provider-answers.ts';
import { messageDelivery } from './message-delivery.ts';
import { notificationSteps } from './notification-steps.ts';

const sms = { email: null, channels: ['sms' as const] };
const kari = { ...sms, name: 'Kari', mobile: '+4791111111' };

let sharing: SharedAlarm;
let tries = 0;
beforeAll(async () => {
  sharing = await SharedAlarm.open();
});
afterAll(() => sharing.close());
beforeEach(async () => {
  await sharing.renew();
  tries = 0;
  await sharing.tell(kari);
  await sharing.run(notificationSteps);
});

const refused = () => Promise.reject(new Error('503'));
const doubtful = () => Promise.reject(new ProviderUncertain('no answer'));
const silent = () => Promise.reject(new ProviderSilent('no answer'));
const accepted = async () => 'p-1';
/** Tries it until the provider has been asked so often, with pauses that are long enough. */
async function ask(...answers: (() => Promise<string>)[]): Promise<void> {
  for (const answer of answers) {
    const send = () => {
      tries += 1;
      return answer();
    };
    await sharing.run(messageDelivery.sms, { sms: { sender: { send }, reportsTo: null, takesReplies: false } });
    sharing.clock.advance(600_000);
  }
}
const stored = async () => (await sharing.texts())[0];

describe('an SMS of an alarm that the provider leaves in doubt', () => {
  test('is tried three times in all: to be told twice is better than not at all', async () => {
    await ask(doubtful, doubtful);
    expect(await stored()).toMatchObject({ state: 'queued', reason: 'no answer' });
    await ask(doubtful, accepted);
    expect(tries).toBe(3);
    expect(await stored()).toMatchObject({ state: 'sent', reason: 'no answer', receipt: null });
  });

  test('is tried again also after tries that the provider did not take: these leave no doubt', async () => {
    await ask(refused, refused, refused, doubtful);
    expect(await stored()).toMatchObject({ state: 'queued', tries: 4 });
    await ask(refused, doubtful, refused);
    expect(await stored()).toMatchObject({ state: 'queued', tries: 7 });
    await ask(accepted, accepted);
    expect(tries).toBe(8);
    expect(await stored()).toMatchObject({ state: 'sent', reason: null, receipt: 'p-1' });
  });

  test('is tried for as long as the alarm lasts while the provider takes none', async () => {
    await ask(...Array(12).fill(refused));
    expect(await stored()).toMatchObject({ state: 'queued', tries: 12, reason: '503' });
  });

  test('is not given up while the provider answers nobody, and leaves when it answers again', async () => {
    await ask(...Array(8).fill(silent));
    expect(await stored()).toMatchObject({ state: 'queued', tries: 8, reason: 'no answer' });
    await ask(accepted);
    expect(await stored()).toMatchObject({ state: 'sent', reason: null, receipt: 'p-1' });
  });

  test('is tried no more once somebody has taken the alarm, although the provider is silent', async () => {
    await ask(silent, silent, silent, silent);
    const path = `/ajax/alarms/${sharing.alarmId}/claim`;
    const claimed = await sharing.server.call('POST', path, { as: sharing.as.nurse });
    expect(claimed.status).toBe(200);
    await ask(silent);
    expect(tries).toBe(4);
  });

  test('is tried three times when the provider answers others meanwhile', async () => {
    const ola = { ...sms, name: 'Ola', mobile: '+4792222222' };
    await sharing.renew();
    await sharing.tell(kari, ola);
    await sharing.run(notificationSteps);
    sharing.clock.advance(60_000);
    await sharing.run(notificationSteps);
    const send = async ({ to }: { to: string }) => (to === kari.mobile ? silent() : 'p-2');
    const context = { sms: { sender: { send }, reportsTo: null, takesReplies: false } };
    await sharing.run(messageDelivery.sms, context);
    for (let each = 0; each < 2; each++) {
      sharing.clock.advance(60_000);
      await queueMessages(sharing.server.db, {
        ...{ channel: 'sms', recipient: ola.mobile, content: 'Alarm', alarmId: sharing.alarmId },
        createdAt: new Date(sharing.clock.now()),
      });
      await sharing.run(messageDelivery.sms, context);
    }
    expect((await sharing.texts()).find(({ recipient }) => recipient === kari.mobile)).toMatchObject({
      ...{ state: 'sent', reason: 'no answer', receipt: null },
    });
  });
});
