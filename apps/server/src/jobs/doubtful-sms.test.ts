import { SharedAlarm } from '@varde/testing/shared-alarm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ProviderUncertain } from '#platform/delivery/provider-answers.ts';
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
});
