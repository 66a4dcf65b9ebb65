import { SharedAlarm } from '@varde/testing/shared-alarm';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outbox } from '#domain/messages/tables.ts';
import { notificationAttempts } from '#domain/notifications/tables.ts';
import { ProviderRefused } from '#platform/delivery/provider-answers.ts';
import type { OutgoingSms, SmsSender } from '#platform/sms/sms-sender.ts';
import { messageDelivery } from '../../jobs/message-delivery.ts';
import { notificationSteps } from '../../jobs/notification-steps.ts';
import { retention } from '../../jobs/retention.ts';

let sharing: SharedAlarm;
beforeAll(async () => {
  sharing = await SharedAlarm.open();
});
afterAll(() => sharing.close());
beforeEach(async () => {
  await sharing.renew();
  handed.length = 0;
});

const handed: OutgoingSms[] = [];
const accepts: SmsSender['send'] = async (sms) => {
  handed.push(sms);
  return 'p-1';
};
const deliver = (send = accepts, reportsTo: string | null = 'https://varde.example') =>
  sharing.run(messageDelivery.sms, { sms: { sender: { send }, reportsTo, takesReplies: false } });

/** The alarm is told to these telephones with a minute between them; the first one's SMS is in the outbox. */
async function raise(...people: { mobile: string; email?: string }[]): Promise<void> {
  await sharing.tell(
    ...people.map(({ mobile, email }) => ({
      ...{ name: `Vakt ${mobile.slice(-1)}`, mobile, email: email ?? null },
      channels: email === undefined ? ['sms' as const] : ['sms' as const, 'email' as const],
    })),
  );
  await sharing.run(notificationSteps);
}
const one = { mobile: '+4790000001' };
const two = { mobile: '+4790000002' };
const told = async () => (await sharing.texts()).map(({ recipient }) => recipient);
const stateOf = async ({ mobile }: { mobile: string }) => {
  const rows = await sharing.server.db.select().from(outbox).where(eq(outbox.recipient, mobile));
  return rows[0]?.state;
};

/** As the providers post it, to the address that they got with the SMS. */
async function report(fields: Record<string, string>, url = handed[0]?.reportUrl ?? ''): Promise<number> {
  const { pathname } = new URL(url);
  const { statusCode } = await sharing.server.app.http.inject({
    method: 'POST',
    url: pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
  return statusCode;
}
async function results(): Promise<[string, string | undefined][]> {
  const path = `/ajax/alarms/analysis/${sharing.tranId}`;
  const { body } = await sharing.server.call('GET', path, { as: sharing.as.nurse });
  const events: { number: number; result: string; reason?: string }[] = body.alarms[0].events;
  return events.flatMap(({ number, result, reason }) => (number === 209 ? [[result, reason]] : []));
}
async function rev(): Promise<number> {
  return (await sharing.server.call('GET', `/ajax/alarms/${sharing.alarmId}`, { as: sharing.as.nurse })).body.rev;
}

describe('the provider’s report that the SMS of an alarm was delivered', () => {
  test.each([
    ['46elks', { id: 's1', status: 'delivered', delivered: '2026-01-15T12:00:04.000000' }],
    ['Twilio', { MessageSid: 'SM1', MessageStatus: 'delivered', To: one.mobile }],
  ])('stands on the timeline at once, and nobody is told earlier for it (%s)', async (_who, fields) => {
    await raise(one, two);
    await deliver();
    expect(await results()).toEqual([['smsSent', undefined]]);
    const before = await rev();
    expect(await report(fields)).toBe(200);
    expect(await results()).toEqual([['smsDelivered', undefined]]);
    expect(await rev()).toBeGreaterThan(before);
    await sharing.run(notificationSteps);
    expect(await told()).toEqual([one.mobile]);
  });

  test('counts although it is quicker than the answer of the provider, or comes after a failure', async () => {
    await raise(one, two);
    await deliver(async (sms) => {
      await report({ status: 'delivered' }, sms.reportUrl ?? '');
      return 'p-1';
    });
    expect(await stateOf(one)).toBe('delivered');
    sharing.clock.advance(60_000);
    await sharing.run(notificationSteps);
    await deliver();
    await report({ status: 'failed' });
    await report({ status: 'delivered' });
    expect(await stateOf(two)).toBe('delivered');
    await report({ status: 'failed' });
    expect(await stateOf(two)).toBe('delivered');
  });

  test('ends the attempts to send an SMS that the provider left in doubt', async () => {
    await raise(one);
    let tries = 0;
    const doubtful: SmsSender['send'] = async ({ reportUrl }) => {
      tries += 1;
      await report({ status: 'delivered' }, reportUrl ?? '');
      throw new Error('no answer');
    };
    await deliver(doubtful);
    sharing.clock.advance(3_600_000);
    await deliver(doubtful);
    expect(tries).toBe(1);
  });
});

describe('the provider’s report that the SMS of an alarm did not arrive', () => {
  test.each([
    ['46elks', { id: 's1', status: 'failed' }, 'not delivered'],
    ['Twilio', { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30003' }, 'not delivered 30003'],
    ['Twilio', { MessageSid: 'SM1', MessageStatus: 'failed', ErrorCode: '30008' }, 'not delivered 30008'],
  ])('tells the next receiver at once (%s)', async (_who, fields, reason) => {
    await raise(one, two);
    await deliver();
    expect(await report(fields)).toBe(200);
    await sharing.run(notificationSteps);
    expect(await told()).toEqual([one.mobile, two.mobile]);
    expect(await results()).toEqual([
      ['smsFailed', reason],
      ['smsQueued', undefined],
    ]);
  });

  test('changes nothing for later ones: the report of an earlier step, and a second report', async () => {
    await raise(one, two, { mobile: '+4790000003' });
    await deliver();
    sharing.clock.advance(60_000);
    await sharing.run(notificationSteps);
    const [first] = handed;
    for (const _ of [1, 2]) await report({ status: 'failed' }, first?.reportUrl ?? '');
    await sharing.run(notificationSteps);
    expect(await told()).toEqual([one.mobile, two.mobile]);
  });

  test('lets the next one wait while a mail to the same receiver may still be read', async () => {
    await raise({ ...one, email: 'kari@test.example' }, two);
    await deliver();
    await report({ status: 'failed' });
    await sharing.run(notificationSteps);
    expect(await told()).toEqual([one.mobile]);
    sharing.clock.advance(60_000);
    await sharing.run(notificationSteps);
    expect(await told()).toEqual([one.mobile, two.mobile]);
  });

  test('does the same as the refusal of an SMS', async () => {
    await raise(one, two);
    await deliver(() => Promise.reject(new ProviderRefused('no such number')));
    await sharing.run(notificationSteps);
    expect(await told()).toEqual([one.mobile, two.mobile]);
  });

  test('does not bring back an alarm that somebody has taken', async () => {
    await raise(one, two);
    await deliver();
    await sharing.server.call('POST', `/ajax/alarms/${sharing.alarmId}/claim`, { as: sharing.as.nurse });
    await report({ status: 'failed' });
    await sharing.run(notificationSteps);
    expect(await told()).toEqual([one.mobile]);
  });
});

describe('a report', () => {
  test('that the SMS is on its way, or in words that nobody knows, changes nothing', async () => {
    await raise(one, two);
    await deliver();
    const before = await rev();
    for (const MessageStatus of ['queued', 'sending', 'sent', 'constructor', '__proto__', ''])
      expect(await report({ MessageStatus })).toBe(200);
    expect(await stateOf(one)).toBe('sent');
    expect(await rev()).toBe(before);
  });

  test('to another address than the one that the provider got is refused, and changes nothing', async () => {
    await raise(one);
    await deliver();
    const { messageId = 0 } = (await sharing.texts())[0] ?? {};
    for (const token of [`${messageId}`, crypto.randomUUID(), '%00', "' or 1=1 --"])
      expect(await report({ status: 'failed' }, `https://x/ajax/sms-reports/${encodeURIComponent(token)}`)).toBeOneOf([
        400, 404, 410,
      ]);
    expect(await stateOf(one)).toBe('sent');
  });

  test('is asked for only where the provider reaches Varde, with an address for each SMS alone', async () => {
    await raise(one, two);
    await deliver(accepts, null);
    sharing.clock.advance(60_000);
    await sharing.run(notificationSteps);
    await deliver();
    await sharing.share('91234567');
    await deliver();
    const urls = handed.map(({ reportUrl }) => reportUrl);
    expect(urls[0]).toBeNull();
    expect(urls.slice(1)).toEqual(
      Array(2).fill(expect.stringMatching(/^https:\/\/varde\.example\/ajax\/sms-reports\/[0-9a-f-]{36}$/)),
    );
    expect(urls[1]).not.toBe(urls[2]);
  });

  test('outlives the SMS in the timeline', async () => {
    await raise(one);
    await deliver();
    await report({ status: 'delivered' });
    await sharing.server.db.update(outbox).set({ createdAt: new Date(0) });
    await sharing.run(retention);
    expect(await sharing.texts()).toEqual([]);
    const [attempt] = await sharing.server.db.select().from(notificationAttempts);
    expect(attempt).toMatchObject({ state: 'delivered' });
    expect(await results()).toEqual([['smsDelivered', undefined]]);
  });
});
