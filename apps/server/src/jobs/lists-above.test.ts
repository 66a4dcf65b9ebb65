import { alarmEventNumber as number } from '@varde/catalogue/alarm-events';
import type { AlarmEvent } from '@varde/contract/alarms';
import { SharedAlarm } from '@varde/testing/shared-alarm';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { customers } from '#domain/customers/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { devices } from '#domain/devices/tables.ts';
import { startChains } from '#domain/notifications/chains.ts';
import { type ListOwner, type ReceiverToSave, removeList, saveList } from '#domain/notifications/lists.ts';
import { notificationChains } from '#domain/notifications/tables.ts';
import { notificationSteps } from './notification-steps.ts';

const minute = 60_000;

let sharing: SharedAlarm;
beforeAll(async () => {
  sharing = await SharedAlarm.open();
});
afterAll(() => sharing.close());
beforeEach(() => sharing.renew());

const person = (name: string, last: number, more: Partial<ReceiverToSave> = {}): ReceiverToSave => ({
  ...{ name, mobile: `+479000000${last}`, email: null, events: [], channels: ['sms'] },
  ...{ hours: null, waitSeconds: 60, ...more },
});
const kari = person('Kari', 1);
const ola = person('Ola', 2);
const vakt = person('Vakt', 3);
const byMail = { email: 'kari@test.example', channels: ['email' as const] };

const ofDevice = async (): Promise<ListOwner> => {
  const { deviId } = sharing;
  return { assignmentId: await presentAssignmentId(sharing.server.db, deviId), deviId };
};
async function save(
  owner: ListOwner,
  receivers: ReceiverToSave[],
  { continueAbove = false, repeats = 0 } = {},
): Promise<void> {
  const end = { repeats, pauseSeconds: 60, continueAbove };
  const at = new Date(sharing.clock.now());
  await saveList(sharing.server.db, owner, { rev: 0, receivers, ...end, at, userId: null });
}
const goesOn = { continueAbove: true };
const step = () => sharing.run(notificationSteps);
async function raise(): Promise<void> {
  await sharing.server.db.transaction((tx) => startChains(tx, [sharing.alarmId], sharing.clock.now()));
  await step();
}
async function afterMinutes(count: number): Promise<void> {
  for (let minutes = 0; minutes < count; minutes++) {
    sharing.clock.advance(minute);
    await step();
  }
}
const told = async () => (await sharing.texts()).map(({ recipient }) => recipient);
const toldByAll = async () => {
  await raise();
  await afterMinutes(6);
  return told();
};
async function timeline(): Promise<AlarmEvent[]> {
  const path = `/ajax/alarms/analysis/${sharing.tranId}`;
  return (await sharing.server.call('GET', path, { as: sharing.as.nurse })).body.alarms[0].events;
}

test('an alarm of a unit whose alarms go to another receiver is told by the list of its customer when it comes all the same', async () => {
  const { db } = sharing.server;
  await db.update(devices).set({ dehaId: 13, vardeAsReceiver: false }).where(eq(devices.deviId, sharing.deviId));
  await save({ custId: sharing.homes.city }, [vakt]);
  expect(await toldByAll()).toEqual([vakt.mobile]);
});

describe('a list that goes on with the list above', () => {
  test('tells those on it after its own receivers and their wait, and no millisecond earlier', async () => {
    await save(await ofDevice(), [kari], goesOn);
    await save({ custId: sharing.homes.city }, [vakt]);
    await raise();
    sharing.clock.advance(minute - 1);
    await step();
    expect(await told()).toEqual([kari.mobile]);
    sharing.clock.advance(1);
    await step();
    expect(await told()).toEqual([kari.mobile, vakt.mobile]);
    await afterMinutes(1);
    const [chain] = await sharing.server.db.select().from(notificationChains);
    expect(chain).toMatchObject({ state: 'ended', outcome: 'exhausted', round: 1 });
  });

  test('does so only if it says so', async () => {
    await save(await ofDevice(), [kari]);
    await save({ custId: sharing.homes.city }, [vakt]);
    expect(await toldByAll()).toEqual([kari.mobile]);
  });

  test('goes on upwards as long as each list says so, nearest first, and with nobody beside it', async () => {
    const { city, mine, other } = sharing.homes;
    await save(await ofDevice(), [kari], goesOn);
    await save({ custId: mine }, [ola], goesOn);
    await save({ custId: city }, [vakt], goesOn);
    await save({ custId: other }, [person('Nabo', 9)]);
    expect(await toldByAll()).toEqual([kari.mobile, ola.mobile, vakt.mobile]);
  });

  test('goes no further than a list that does not say so', async () => {
    await save(await ofDevice(), [kari], goesOn);
    await save({ custId: sharing.homes.mine }, [ola]);
    await save({ custId: sharing.homes.city }, [vakt]);
    expect(await toldByAll()).toEqual([kari.mobile, ola.mobile]);
  });

  test('is that of a customer, for devices without a list of their own', async () => {
    await save({ custId: sharing.homes.mine }, [ola], goesOn);
    await save({ custId: sharing.homes.city }, [vakt]);
    expect(await toldByAll()).toEqual([ola.mobile, vakt.mobile]);
  });

  test('ends where there is no list above', async () => {
    await save(await ofDevice(), [kari], goesOn);
    expect(await toldByAll()).toEqual([kari.mobile]);
  });

  test('may be empty: the list above is told at once', async () => {
    await save(await ofDevice(), [], goesOn);
    await save({ custId: sharing.homes.city }, [vakt]);
    await raise();
    expect(await told()).toEqual([vakt.mobile]);
  });

  test('stops when somebody takes the alarm', async () => {
    await save(await ofDevice(), [kari], goesOn);
    await save({ custId: sharing.homes.city }, [vakt]);
    await raise();
    await sharing.server.call('POST', `/ajax/alarms/${sharing.alarmId}/claim`, { as: sharing.as.nurse });
    await afterMinutes(3);
    expect(await told()).toEqual([kari.mobile]);
  });

  test('begins again as the own list says, with both lists in each round', async () => {
    await save(await ofDevice(), [kari], { ...goesOn, repeats: 1 });
    await save({ custId: sharing.homes.city }, [vakt], { repeats: 5 });
    await raise();
    await afterMinutes(10);
    expect(await told()).toEqual([kari.mobile, vakt.mobile, kari.mobile, vakt.mobile]);
  });

  test('comes before the alarm centre', async () => {
    const { db } = sharing.server;
    await db.insert(customers).values({ firmName: 'Alarm', kind: 'partner', custId: 900, path: [900] });
    await db.update(devices).set({ ahpId: 900 }).where(eq(devices.deviId, sharing.deviId));
    await save(await ofDevice(), [kari], goesOn);
    await save({ custId: sharing.homes.city }, [vakt]);
    await toldByAll();
    const order = (await timeline()).filter(({ number: one }) => one >= number.notificationStarted);
    expect(order.map(({ number: one, party }) => [one, party?.split(',')[0] ?? null])).toEqual([
      [number.notificationStarted, null],
      [number.notified, 'Kari'],
      [number.notified, 'Vakt'],
      [number.notificationEnded, null],
      [number.escalated, 'Alarm'],
    ]);
  });

  test('passes over who was taken off it when the round had begun', async () => {
    await save(await ofDevice(), [kari], goesOn);
    await save({ custId: sharing.homes.city }, [vakt]);
    await raise();
    await removeList(sharing.server.db, { custId: sharing.homes.city });
    await afterMinutes(1);
    expect(await told()).toEqual([kari.mobile]);
  });
});

describe('somebody on both lists', () => {
  test('is told once in a round, which the timeline says', async () => {
    await save(await ofDevice(), [kari], goesOn);
    await save({ custId: sharing.homes.city }, [{ ...kari, name: 'Kari Nes' }, vakt]);
    await raise();
    await afterMinutes(1);
    expect(await told()).toEqual([kari.mobile, vakt.mobile]);
    expect((await timeline()).at(-1)).toMatchObject({
      ...{ number: number.notified, why: { skipped: [{ name: 'Kari Nes', reason: 'alreadyTold' }] } },
    });
  });

  test('is told by the list above, when the own one has passed over this receiver', async () => {
    await save(await ofDevice(), [person('Kari', 1, { events: ['fire'] }), ola], goesOn);
    await save({ custId: sharing.homes.city }, [kari]);
    expect(await toldByAll()).toEqual([ola.mobile, kari.mobile]);
  });

  test('is told in the way that only the list above has: who slept through an e-mail is called', async () => {
    await save(await ofDevice(), [person('Kari', 1, byMail)], goesOn);
    const both = person('Kari', 1, { ...byMail, channels: ['email', 'call'] });
    await save({ custId: sharing.homes.city }, [both]);
    await toldByAll();
    expect((await sharing.mails()).map(({ recipient }) => recipient)).toEqual([byMail.email]);
    expect((await sharing.texts()).map(({ channel, recipient }) => [channel, recipient])).toEqual([
      ['call', kari.mobile],
    ]);
  });

  test('is told again in the next round', async () => {
    await save(await ofDevice(), [kari], { ...goesOn, repeats: 1 });
    await save({ custId: sharing.homes.city }, [kari]);
    expect(await toldByAll()).toEqual([kari.mobile, kari.mobile]);
  });

  test('while somebody twice on one list is told twice, as its order says', async () => {
    await save(await ofDevice(), [kari, ola, kari], goesOn);
    expect(await toldByAll()).toEqual([kari.mobile, ola.mobile, kari.mobile]);
  });
});
