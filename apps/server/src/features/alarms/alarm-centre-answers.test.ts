import { alarmEventNumber as number } from '@varde/catalogue/alarm-events';
import type { AlarmEvent } from '@varde/contract/alarms';
import type { LiveEvent } from '@varde/contract/events';
import { createCustomer } from '@varde/testing/factories';
import { SharedAlarm } from '@varde/testing/shared-alarm';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findUnansweredByCentre, passOverCentre } from '#domain/alarms/pass-over-centre.ts';
import { alarms } from '#domain/alarms/tables.ts';
import { customers } from '#domain/customers/tables.ts';
import { startChains } from '#domain/notifications/chains.ts';
import { webHookEvents } from '#domain/web-hooks/tables.ts';
import { notificationSteps } from '../../jobs/notification-steps.ts';
import { unansweredAlarmCentres } from '../../jobs/unanswered-alarm-centres.ts';

const second = 1000;
const kari = { name: 'Kari', mobile: '+4791234567', email: null, channels: ['sms' as const] };
const centreName = 'Solvik alarm';

let sharing: SharedAlarm;
let centre: number;
let operator: string;
let published: LiveEvent[] = [];

beforeAll(async () => {
  sharing = await SharedAlarm.open();
  sharing.server.bus.onEvents((events) => void published.push(...events));
});
afterAll(() => sharing.close());
beforeEach(async () => {
  await sharing.renew();
  ({ centre, operator } = await sharing.giveToCentre(centreName));
});

const act = async (who: string, what: string, body?: object) => {
  const url = `/ajax/alarms/${sharing.alarmId}/${what}`;
  expect((await sharing.server.call('POST', url, { as: who, body })).status).toBe(200);
};
/** Lets time pass, and the jobs run meanwhile and at its end. */
async function pass(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 10) {
    sharing.clock.advance(Math.min(left, 10) * second);
    await run();
  }
}
async function run(): Promise<void> {
  await sharing.run(notificationSteps);
  await sharing.run(unansweredAlarmCentres);
}
async function timeline(): Promise<AlarmEvent[]> {
  const asked = `/ajax/alarms/analysis/${sharing.tranId}`;
  return (await sharing.server.call('GET', asked, { as: sharing.as.nurse })).body.alarms[0].events;
}
/** Events of the alarm centre, each with its header, party and seconds since the alarm. */
const atCentre = async () => {
  const events = await timeline();
  const began = events[0]?.at ?? 0;
  return events
    .filter(({ header }) => header === 104)
    .map(({ number: no, party, at }) => [no, party, (at - began) / second]);
};
const texts = async () => (await sharing.texts()).length;
const centreIsToldFirst = async () => {
  await sharing.tell();
  await run();
};
const escalated = [number.escalated, centreName, 0];
const told = (at: number) => [number.alarmCentreCall, centreName, at];
const silent = (at: number) => [number.noAnswer, centreName, at];

describe('[D3.056 D3.057] the timeline of an alarm at the alarm centre', () => {
  test('shows when the centre was told, after the list, and who answered there', async () => {
    await sharing.tell(kari);
    await run();
    await pass(60);
    await pass(30);
    await act(operator, 'claim');
    await pass(300);
    expect(await atCentre()).toEqual([
      [number.escalated, centreName, 60],
      told(60),
      [number.alarmCentreAnswer, centreName, 90],
    ]);
    const events = await timeline();
    expect(events.slice(2, 6).map((event) => event.number)).toEqual([
      ...[number.notificationStarted, number.notified, number.notificationEnded, number.escalated],
    ]);
    expect(events.at(-2)).toMatchObject({ number: number.claimed, by: { name: expect.any(String) } });
    expect(await texts()).toBe(1);
  });

  test.each(['nurse', 'manager'] as const)(
    'has no answer of the centre when a %s has taken it, and nobody waits any more',
    async (who) => {
      await centreIsToldFirst();
      await act(sharing.as[who], 'claim');
      await pass(300);
      expect(await atCentre()).toEqual([escalated, told(0)]);
    },
  );

  test('has none either when an operator of another centre has taken it, or it was reset', async () => {
    await centreIsToldFirst();
    const other = await createCustomer(sharing.server.db, { kind: 'partner' });
    await act(await sharing.operatorOf(other), 'claim');
    await sharing.reset();
    await pass(300);
    expect(await atCentre()).toEqual([escalated, told(0)]);
  });
});

describe('an alarm that its alarm centre does not take', () => {
  test('is told again after two minutes, not a second earlier: to its list first, then to the centre, which gets twice as long', async () => {
    await sharing.tell(kari);
    await run();
    await pass(60);
    await pass(119);
    expect([await texts(), (await atCentre()).length]).toEqual([1, 2]);
    published = [];
    await pass(1);
    expect(published).toContainEqual(
      expect.objectContaining({ type: 'alarm', alarm: expect.objectContaining({ state: 'open' }) }),
    );
    expect((await atCentre()).slice(2)).toEqual([silent(180)]);
    await pass(1);
    expect(await texts()).toBe(2);
    await pass(60);
    await pass(239);
    expect((await atCentre()).slice(3)).toEqual([told(241)]);
    await pass(1);
    expect((await atCentre()).slice(4)).toEqual([silent(481)]);
    const heard = await sharing.server.db.select().from(webHookEvents);
    expect(heard.map(({ event }) => event)).toEqual(['alarmEscalated', 'alarmUnanswered', 'alarmUnanswered']);
  });

  test('is told as soon as the centre itself says, at least after half a minute', async () => {
    await sharing.server.db.update(customers).set({ answerSeconds: 30 }).where(eq(customers.custId, centre));
    await centreIsToldFirst();
    await pass(29);
    expect(await atCentre()).toHaveLength(2);
    await pass(1);
    expect((await atCentre()).at(-1)).toEqual(silent(30));
  });

  test('is told as long as nobody takes it, also without a list, and at most every hour in the end', async () => {
    await centreIsToldFirst();
    for (let minutes = 0; minutes < 300; minutes++) {
      sharing.clock.advance(60 * second);
      await run();
      await run();
    }
    const late = (await atCentre()).filter(([no]) => no === number.noAnswer).map(([, , at]) => Number(at));
    expect(late.map((at, index) => (at - (late[index - 1] ?? 0)) / 60)).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
    await act(operator, 'claim');
    const before = (await timeline()).length;
    sharing.clock.advance(7200 * second);
    await run();
    expect(await timeline()).toHaveLength(before);
  });

  test('is told to it again after a release, a further signal and a reset that was undone', async () => {
    await centreIsToldFirst();
    await act(operator, 'claim');
    const operatorId = (await sharing.server.db.select().from(alarms))[0]?.claimedBy;
    await pass(70);
    await act(operator, 'release', { claimedBy: operatorId });
    await run();
    expect((await atCentre()).at(-1)).toEqual(told(70));
    await act(operator, 'claim');
    await pass(70);
    const { db } = sharing.server;
    // As processing does with a signal of an alarm that somebody has taken (decision 0026).
    await db.update(alarms).set({ state: 'open', claimedBy: null, claimedAt: null });
    await db.transaction((tx) => startChains(tx, [sharing.alarmId], sharing.clock.now()));
    await run();
    expect((await atCentre()).at(-1)).toEqual(told(140));
    await sharing.reset();
    await pass(10);
    await act(sharing.as.nurse, 'reopen');
    await run();
    expect((await atCentre()).at(-1)).toEqual(told(150));
  });

  test('is not told to a centre that takes no alarms any more, and still to its list', async () => {
    await sharing.tell(kari);
    await run();
    await pass(60);
    await sharing.server.db.update(customers).set({ takesAlarms: false }).where(eq(customers.custId, centre));
    await pass(120);
    await pass(61);
    expect((await atCentre()).map(([no]) => no)).toEqual([
      ...[number.escalated, number.alarmCentreCall, number.noAnswer],
    ]);
    expect(await texts()).toBe(2);
  });

  test('is recorded once by two processes, all or nothing, and as soon when the clock was set back', async () => {
    await centreIsToldFirst();
    const { db } = sharing.server;
    const late = async (ms: number) => findUnansweredByCentre(db, { at: new Date(sharing.clock.now() + ms), most: 10 });
    expect(await late(120 * second - 1)).toEqual([]);
    expect(await late(-3600 * second)).toHaveLength(1);
    const [alarm] = await late(120 * second);
    if (alarm === undefined) throw new Error('the centre is not late');
    sharing.clock.advance(120 * second);
    const at = new Date(sharing.clock.now());
    const killed = db.transaction(async (tx) => {
      await passOverCentre(tx, alarm, at);
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect((await atCentre()).length).toBe(2);
    const both = await Promise.all([0, 1].map(() => db.transaction((tx) => passOverCentre(tx, alarm, at))));
    expect(both.sort()).toEqual([false, true]);
    expect((await atCentre()).slice(2)).toEqual([silent(120)]);
  });
});
