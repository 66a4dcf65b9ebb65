import type { ServerResponse } from 'node:http';
import { PushedAlarm } from '@varde/testing/pushed-alarm';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { pushBrowsers, users } from '#domain/accounts/tables.ts';
import { messageDelivery } from './message-delivery.ts';

// Push services that fail, hang, or ask for patience, as those of browsers do.

let pushed: PushedAlarm;
beforeAll(async () => {
  pushed = await PushedAlarm.open();
});
afterAll(() => pushed.sharing.close());
beforeEach(() => pushed.renew());
afterEach(() => pushed.end());

const deliver = () => pushed.deliver();
const advance = (ms: number) => pushed.sharing.clock.advance(ms);
const state = async () => {
  const [row] = await pushed.sharing.texts();
  return [row?.state, row?.tries];
};
async function begin(status: number, headers = {}): Promise<void> {
  await pushed.subscribe('phone');
  pushed.answer('phone', status, headers);
  await pushed.tellAndDeliver(pushed.byPush());
}

describe('a push service', () => {
  test('that asks to wait is asked again after that time, which counts as no try', async () => {
    await begin(429, { 'retry-after': '50' });
    advance(49_000);
    await deliver();
    pushed.service.answers.clear();
    expect(await state()).toEqual(['queued', 0]);
    advance(1000);
    await deliver();
    expect(await state()).toEqual(['sent', 1]);
  });

  test('that asks to wait for a day is asked again after a minute: an alarm waits for it', async () => {
    await begin(429, { 'retry-after': '86400' });
    pushed.service.answers.clear();
    advance(60_000 - 1);
    await deliver();
    expect(await state()).toEqual(['queued', 0]);
    advance(1);
    await deliver();
    expect(await state()).toEqual(['sent', 1]);
  });

  test('that fails is asked again, as often as it takes', async () => {
    await begin(500);
    for (const _ of [1, 2, 3, 4]) {
      advance(10 * 60_000);
      await deliver();
    }
    expect(await state()).toEqual(['queued', 5]);
    pushed.service.answers.clear();
    advance(10 * 60_000);
    await deliver();
    expect(await state()).toEqual(['sent', 6]);
  });

  test('that finds a message too large gets it once, and the next receiver is told', async () => {
    await pushed.subscribe('phone');
    pushed.answer('phone', 413);
    const ola = { name: 'Ola', mobile: '+4791111111', email: null, channels: ['sms' as const] };
    await pushed.tellAndDeliver(pushed.byPush(), ola);
    await pushed.step();
    expect(await pushed.texts()).toEqual([
      ['push', 'Chrome, Android', 'failed', 'the push service answered 413'],
      ['sms', '+4791111111', 'queued', null],
    ]);
    expect(await pushed.sharing.server.db.select().from(pushBrowsers)).toHaveLength(1);
  });

  test('that hangs for one browser delays neither another one nor SMS, and is asked again', async () => {
    const { sharing, service } = pushed;
    const held: ServerResponse[] = [];
    await pushed.subscribe('slow');
    await pushed.subscribe('phone');
    service.answers.set('slow', (response) => void held.push(response));
    await sharing.server.db.update(users).set({ mobile: '+4792222222' }).where(eq(users.userId, sharing.nurseId));
    await sharing.tell({ ...pushed.byPush(), channels: ['push', 'sms'] });
    await pushed.step();
    const running = pushed.deliver(1500);
    const reached = () => service.taken.map(({ browser }) => browser).sort();
    await vi.waitFor(() => expect(reached()).toEqual(['phone', 'slow']));
    expect(held).toHaveLength(1);
    const sent: string[] = [];
    const send = async ({ to }: { to: string }) => String(sent.push(to));
    await sharing.run(messageDelivery.sms, { sms: { sender: { send }, reportsTo: null, takesReplies: false } });
    expect(sent).toEqual(['+4792222222']);
    await running;
    const ofPush = (await sharing.texts()).filter(({ channel }) => channel === 'push');
    expect(ofPush.map((row) => row.state).sort()).toEqual(['queued', 'sent']);
  });
});
