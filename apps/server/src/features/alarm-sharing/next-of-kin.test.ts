import { type KinRight, kinRights } from '@varde/contract/event-setup-form';
import { SharedAlarm } from '@varde/testing/shared-alarm';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consents } from '#domain/accounts/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { putDeviceImage } from '#domain/devices/device-images.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { devices } from '#domain/devices/tables.ts';
import { removeList } from '#domain/notifications/lists.ts';
import { notificationReceivers } from '#domain/notifications/tables.ts';
import { hashPassword } from '#platform/secrets/passwords.ts';
import { notificationSteps } from '../../jobs/notification-steps.ts';

const all = [...kinRights];
const kari = { name: 'Kari Lie', mobile: '+4791111111', email: null, channels: ['sms' as const] };
const phone = '+4795555555';
const bytes = Buffer.from('89504e470d0a1a0a', 'hex');

let sharing: SharedAlarm;
beforeAll(async () => {
  sharing = await SharedAlarm.open();
});
afterAll(() => sharing.close());
beforeEach(async () => {
  await sharing.renew();
  const { db } = sharing.server;
  const at = new Date(sharing.clock.now());
  await db.transaction((tx) => putDeviceImage(tx, sharing.deviId, { mediaType: 'image/png', image: bytes }));
  await db.update(devices).set({
    ...{ formattedPhoneNumE164: phone, userImageAt: at, lastMsgIn: at, battery: 20, gsmStrength: 65 },
    ...{ posLati: 60.1, posLong: 11.2, posTime: new Date(at.getTime() + 60_000), place: 'Torget' },
  });
});

/** Kari is told with these rights; null: she is no next of kin. Resolves to the token of her link. */
async function raise(nextOfKin: KinRight[] | null): Promise<string> {
  await sharing.tell({ ...kari, nextOfKin });
  await sharing.run(notificationSteps);
  return sharing.tokenIn((await sharing.texts())[0]?.content);
}
const kin = async (token: string) => (await sharing.open(token)).body.alarm.kin;
const setHours = (token: string, hours: unknown, pin?: unknown) =>
  sharing.server.call('PUT', `/ajax/shared/${token}/hours`, {
    body: { hours, ...(pin !== undefined && { pin }) },
  });
const image = (token: string) => sharing.server.app.http.inject({ method: 'GET', url: `/ajax/shared/${token}/image` });
const give = (nextOfKin: KinRight[] | null) => sharing.server.db.update(notificationReceivers).set({ nextOfKin });
const hours = async () =>
  (await sharing.server.db.select().from(notificationReceivers)).map((one) => [one.fromMinute, one.toMinute]);
const entries = async (action: 'alarm.linkOpened' | 'alarm.linkHours' | 'device.imageRead') =>
  (await sharing.server.db.select().from(auditEntries).where(eq(auditEntries.action, action))).map(({ content }) =>
    JSON.parse(content),
  );

const shown = {
  check: (at: number) => ({
    check: {
      lastMsgIn: at,
      battery: 20,
      charging: false,
      low: true,
      offline: false,
      bars: expect.any(Number),
    },
  }),
  tracking: (at: number) => ({
    position: expect.objectContaining({ place: 'Torget', posLati: 60.1, posTime: at + 60_000 }),
  }),
  schedule: () => ({ schedule: { hours: null } }),
  call: () => ({ phone }),
  image: (at: number) => ({ image: at }),
} satisfies Record<KinRight, (at: number) => object>;

describe('[C6.28] by the link of a message a next of kin', () => {
  test.each(all)('with the right %s alone sees and does what it gives, and nothing else', async (right) => {
    const token = await raise([right]);
    expect(await kin(token)).toEqual(shown[right](sharing.clock.now()));
    expect((await setHours(token, { from: 480, to: 960 })).status).toBe(right === 'schedule' ? 200 : 410);
    expect(await hours()).toEqual([right === 'schedule' ? [480, 960] : [null, null]]);
    expect((await image(token)).statusCode).toBe(right === 'image' ? 200 : 410);
  });

  test('with all of them sees all, and the image itself; the looks are audited with the message', async () => {
    const token = await raise(all);
    const at = sharing.clock.now();
    expect(await kin(token)).toEqual(Object.assign({}, ...all.map((right) => shown[right](at))));
    const { headers, rawPayload } = await image(token);
    expect([headers['content-type'], headers['cache-control']]).toEqual(['image/png', 'no-store']);
    expect(rawPayload.equals(bytes)).toBe(true);
    expect((await entries('alarm.linkOpened')).map(({ after }) => after)).toEqual([
      { attemptId: expect.any(Number), nextOfKin: all },
    ]);
    expect((await entries('device.imageRead')).map(({ userId, after }) => [userId, after])).toEqual([
      [null, { attemptId: expect.any(Number) }],
    ]);
  });

  test('follows the wearer: each opening shows where the device is then', async () => {
    const token = await raise(['tracking']);
    await sharing.server.db.update(devices).set({ place: 'Stasjonen', posTime: new Date(2e12) });
    expect((await kin(token)).position).toMatchObject({ place: 'Stasjonen', posTime: 2e12 });
  });

  test('never sees where the wearer is without the consent to it', async () => {
    const token = await raise(all);
    const assignmentId = await presentAssignmentId(sharing.server.db, sharing.deviId);
    await sharing.server.db.insert(consents).values({
      ...{ custId: sharing.homes.mine, kind: 'positions', assignmentId, recordedBy: sharing.nurseId },
      ...{ state: 'withdrawn', saidAt: new Date(0), recordedAt: new Date(0) },
    });
    const { position, phone: number } = await kin(token);
    expect([position, number]).toEqual([null, phone]);
  });

  test.each([
    [
      'no battery, no contact and no signal',
      { battery: null, lastMsgIn: null, gsmStrength: null },
      { low: false, bars: null, lastMsgIn: null },
    ],
    ['a battery just above the bound', { battery: 26 }, { low: false }],
    ['a battery at the bound', { battery: 25 }, { low: true }],
    ['a low battery that charges', { charging: true }, { low: false, charging: true }],
    ['a battery that its device warns of', { battery: 40, flags: ['batteryWarning'] }, { low: true }],
    ['a device without contact', { flags: ['offline'] }, { offline: true, bars: null }],
  ])('sees of %s what the page of the device says', async (_what, fields, check) => {
    const token = await raise(['check']);
    await sharing.server.db.update(devices).set(fields);
    expect((await kin(token)).check).toMatchObject(check);
  });

  test('sees no number and no image where there is none', async () => {
    const token = await raise(all);
    await sharing.server.db.execute(sql`update devices set formatted_phone_num_e164 = null, user_image_at = null`);
    await sharing.server.db.execute(sql`delete from device_images`);
    expect(Object.keys(await kin(token)).toSorted()).toEqual(['check', 'position', 'schedule']);
    expect((await image(token)).statusCode).toBe(410);
  });
});

describe('[C6.28] nothing of it is given', () => {
  const nothing = async (token: string) => {
    expect((await sharing.open(token)).body.alarm?.kin ?? null).toBeNull();
    expect((await setHours(token, null)).status).toBe(410);
    expect((await image(token)).statusCode).toBe(410);
  };

  test('to a receiver who is no next of kin, nor by the link of a share', async () => {
    const token = await raise(null);
    await nothing(token);
    await give(all);
    await sharing.share('per@test.example');
    await nothing(await sharing.mailedToken());
  });

  test('once the right is taken, or the receiver is on the list no more', async () => {
    const token = await raise(all);
    await give(['call']);
    expect(await kin(token)).toEqual({ phone });
    await give(null);
    await nothing(token);
    await give(all);
    const { db } = sharing.server;
    await removeList(db, {
      ...{ assignmentId: await presentAssignmentId(db, sharing.deviId), deviId: sharing.deviId },
    });
    await nothing(token);
  });

  test.each([
    ['another number, which the message did not go to', { mobile: '+4792222222' }, false],
    ['an address beside the number', { email: 'kari@test.example' }, true],
    ['another name', { name: 'Kari Moe' }, true],
  ])('by a message to somebody else: the receiver has now %s', async (_what, fields, isGiven) => {
    const token = await raise(all);
    await sharing.server.db.update(notificationReceivers).set(fields);
    if (isGiven) expect(Object.keys(await kin(token))).toHaveLength(all.length);
    else await nothing(token);
    expect((await sharing.answer(token, 'taken')).status).toBe(isGiven ? 200 : 410);
  });

  test('when the alarm is over, and again when its reset is undone', async () => {
    const token = await raise(all);
    await sharing.reset();
    expect((await sharing.open(token)).body).toEqual({ alarm: null });
    expect((await image(token)).statusCode).toBe(410);
    expect((await setHours(token, { from: 1, to: 2 })).status).toBe(410);
    expect(await hours()).toEqual([[null, null]]);
  });

  test.each(['mine', 'other'] as const)('of the next wearer, after a hand-over to the home %s', async (home) => {
    const token = await raise(all);
    await sharing.reset();
    await sharing.handOver(sharing.homes[home]);
    const path = `/ajax/alarms/${sharing.alarmId}/reopen`;
    expect((await sharing.server.call('POST', path, { as: sharing.as.manager })).status).toBe(200);
    await sharing.server.db.transaction((tx) =>
      putDeviceImage(tx, sharing.deviId, { mediaType: 'image/png', image: bytes }),
    );
    await nothing(token);
    expect(JSON.stringify((await sharing.open(token)).body)).not.toMatch(/Hemmelig|Ny Bærer|95555555/);
  });

  test('to strangers who guess', async () => {
    await raise(all);
    for (const token of ['x', 'a'.repeat(43)]) {
      expect((await setHours(token, null)).status).toBe(410);
      expect((await image(token)).statusCode).toBe(410);
    }
  });
});

describe('[C6.28] hours that a next of kin has chosen', () => {
  test('need the PIN of one who has one; wrong ones are tries of the message', async () => {
    await sharing.tell({ ...kari, nextOfKin: ['schedule'], pinHash: await hashPassword('4711') });
    await sharing.run(notificationSteps);
    const token = sharing.tokenIn((await sharing.texts())[0]?.content);
    const night = { from: 1320, to: 480 };
    const tried = async (pin?: unknown) => {
      const { status, body } = await setHours(token, night, pin);
      return [status, body.refused, body.alarm?.receipt.pin.triesLeft, body.alarm?.kin.schedule.hours];
    };
    expect(await tried()).toEqual([200, 'needed', 5, null]);
    expect(await tried('8362')).toEqual([200, 'wrong', 4, null]);
    expect((await setHours(token, night, '47')).status).toBe(400);
    expect(await hours()).toEqual([[null, null]]);
    expect(await entries('alarm.linkHours')).toEqual([]);
    expect(await tried('4711')).toEqual([200, null, 4, night]);
    for (const left of [3, 2, 1, 0]) expect((await tried('8362'))[2]).toBe(left);
    expect((await setHours(token, null, '4711')).body.refused).toBe('blocked');
    expect(await hours()).toEqual([[1320, 480]]);
  });

  test('count from then on, are audited with the message, and stop who edits the list meanwhile', async () => {
    const token = await raise(['schedule']);
    const path = `/ajax/eventSetup/devices/${sharing.deviId}`;
    const { rev, receivers } = (await sharing.server.call('GET', path, { as: sharing.as.nurse })).body;
    const answer = await setHours(token, { from: 1320, to: 480 });
    expect(answer.body.alarm.kin).toEqual({ schedule: { hours: { from: 1320, to: 480 } } });
    expect(await hours()).toEqual([[1320, 480]]);
    expect(await entries('alarm.linkHours')).toMatchObject([
      {
        ...{ userId: null, deviId: sharing.deviId, before: { hours: null } },
        after: { attemptId: expect.any(Number), hours: { from: 1320, to: 480 } },
      },
    ]);
    const save = await sharing.server.call('PUT', path, { as: sharing.as.nurse, body: { rev, receivers } });
    expect([save.status, save.body.code]).toEqual([409, 'listChanged']);
    await setHours(token, null);
    expect(await hours()).toEqual([[null, null]]);
  });

  test.each([[{ from: 60, to: 60 }], [{ from: -1, to: 60 }], [{ from: 0, to: 1440 }], [{ from: 0 }], ['always']])(
    'are refused as %j',
    async (wrong) => {
      const token = await raise(['schedule']);
      const { status, body } = await setHours(token, wrong);
      expect([status, body.code]).toEqual([400, 'validationFailed']);
      expect(body.errors[0].path).toMatch(/^hours/);
      expect(await hours()).toEqual([[null, null]]);
    },
  );

  test('never keep an emergency from the next of kin', async () => {
    const token = await raise(['schedule']);
    await setHours(token, { from: 1, to: 2 });
    await sharing.server.call('POST', `/ajax/alarms/${sharing.alarmId}/claim`, { as: sharing.as.nurse });
    await sharing.run(notificationSteps);
    const { claimedBy } = (
      await sharing.server.call('GET', `/ajax/alarms/${sharing.alarmId}`, { as: sharing.as.nurse })
    ).body;
    await sharing.server.call('POST', `/ajax/alarms/${sharing.alarmId}/release`, {
      ...{ as: sharing.as.nurse, body: { claimedBy: claimedBy.userId } },
    });
    await sharing.run(notificationSteps);
    expect((await sharing.texts()).map(({ recipient }) => recipient)).toEqual([kari.mobile, kari.mobile]);
  });
});
