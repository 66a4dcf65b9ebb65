import { SharedAlarm } from '@varde/testing/shared-alarm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notificationChains } from '#domain/notifications/tables.ts';
import type { OutgoingSms } from '#platform/sms/sms-sender.ts';
import { messageDelivery } from './message-delivery.ts';
import { notificationSteps } from './notification-steps.ts';

const second = 1000;
const minute = 60 * second;
const kari = { name: 'Kari', mobile: '+4791111111', email: null, channels: ['sms' as const] };
const ola = { name: 'Ola', mobile: '+4792222222', email: null, channels: ['sms' as const] };

let sharing: SharedAlarm;
const sent: string[] = [];
beforeAll(async () => {
  sharing = await SharedAlarm.open();
});
afterAll(() => sharing.close());
beforeEach(async () => {
  await sharing.renew();
  sent.length = 0;
  await sharing.tell(kari, ola);
});

const act = async (action: string, body?: object) => {
  const path = `/ajax/alarms/${sharing.alarmId}/${action}`;
  const { status } = await sharing.server.call('POST', path, { as: sharing.as.nurse, body });
  expect(status).toBe(200);
};
const reset = async () => expect((await sharing.reset()).status).toBe(200);
const step = () => sharing.run(notificationSteps);
async function deliver(): Promise<void> {
  const send = async ({ to }: OutgoingSms) => `p-${sent.push(to)}`;
  await sharing.run(messageDelivery.sms, { sms: { sender: { send }, reportsTo: null, takesReplies: false } });
}
/** A second passes, in which each job runs. */
async function after(ms: number): Promise<void> {
  sharing.clock.advance(ms);
  await step();
  await deliver();
}
const chain = async () => (await sharing.server.db.select().from(notificationChains))[0];

describe('an alarm that was reset and is reopened is told from the beginning, to everybody on its list', () => {
  test.each([
    ['before anybody was told', async () => {}],
    ['while the first receiver was waited for', async () => after(0)],
    [
      'when everybody had been told',
      async () => {
        for (const ms of [0, minute, minute]) await after(ms);
      },
    ],
    [
      'when somebody had taken it',
      async () => {
        await after(0);
        await act('claim');
        await after(second);
      },
    ],
  ])('when it was reset %s', async (_when, before) => {
    await before();
    await reset();
    await after(second);
    sent.length = 0;
    await act('reopen');
    await after(second);
    expect(sent).toEqual([kari.mobile]);
    await after(minute - 1);
    expect(sent).toEqual([kari.mobile]);
    await after(1);
    expect(sent).toEqual([kari.mobile, ola.mobile]);
    expect(await chain()).toMatchObject({ state: 'running', round: 2 });
  });

  test('also when it is reopened before the chain has noticed the reset', async () => {
    await after(0);
    await reset();
    await act('reopen');
    await after(second);
    expect(sent).toEqual([kari.mobile, kari.mobile]);
    await after(minute);
    expect(sent).toEqual([kari.mobile, kari.mobile, ola.mobile]);
  });

  test('and messages of the first round that still waited are replaced, not lost', async () => {
    await step();
    await reset();
    await after(second);
    expect(sent).toEqual([]);
    await act('reopen');
    await after(second);
    expect(sent).toEqual([kari.mobile]);
    expect((await sharing.texts()).map(({ state, reason }) => [state, reason])).toEqual([
      ['failed', 'withdrawn'],
      ['sent', null],
    ]);
  });

  test('in the last moment in which it can be reopened', async () => {
    await step();
    await reset();
    sharing.clock.advance(10 * minute);
    await deliver();
    await act('reopen');
    await after(second);
    expect(sent).toEqual([kari.mobile]);
  });

  test('and not while it is reset', async () => {
    await step();
    await reset();
    for (let minutes = 0; minutes < 9; minutes++) await after(minute);
    expect(sent).toEqual([]);
    expect(await chain()).toMatchObject({ state: 'ended', outcome: 'reset' });
  });
});
