import { createAlarm, createDevice, createUser } from '@varde/testing/factories';
import { openFeatureApi, testCustomers } from '@varde/testing/feature-api';
import { mailsIn } from '@varde/testing/messages';
import { room, SharedAlarm } from '@varde/testing/shared-alarm';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consents } from '#domain/accounts/tables.ts';
import { alarms } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { deviceAssignments, devices } from '#domain/devices/tables.ts';
import { beginAssignment } from '#domain/life/begin-assignment.ts';
import { createAlarmSharingFeature } from './index.ts';

let sharing: SharedAlarm;
beforeAll(async () => {
  sharing = await SharedAlarm.open();
});
afterAll(() => sharing.close());
beforeEach(() => sharing.renew());

describe('the link of a shared alarm', () => {
  test('shows without a login what it is, who, when and where, and its state, in what no browser or robot keeps', async () => {
    await sharing.share('kari@test.example');
    const token = await sharing.mailedToken();
    const shown = await sharing.server.app.http.inject({ method: 'GET', url: `/ajax/shared/${token}` });
    expect(shown.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    const at = sharing.clock.now();
    expect(shown.json()).toEqual({
      alarm: {
        kind: 'panicButton',
        name: 'Astrid Lie',
        state: 'open',
        timeZone: 'Europe/Oslo',
        happenedAt: at,
        lastSignalAt: at,
        signalCount: 1,
        place: { ...room, address: null, posTime: 0, posType: null, posAccuracy: null },
        receipt: null,
        reach: { told: 0, reached: 0, furthest: null },
        goesOn: false,
        kin: null,
      },
    });
    await sharing.server.call('POST', `/ajax/alarms/${sharing.alarmId}/claim`, { as: sharing.as.nurse });
    expect((await sharing.open(token)).body.alarm).toMatchObject({ state: 'claimed' });
    const colleague = await createUser(sharing.server.db, {
      role: 'RESTRICTED_USER',
      custId: sharing.homes.mine,
    });
    const body = { claimedBy: sharing.nurseId, userId: colleague.userId };
    const path = `/ajax/alarms/${sharing.alarmId}/hand-over`;
    expect((await sharing.server.call('POST', path, { as: sharing.as.nurse, body })).status).toBe(200);
    expect((await sharing.open(token)).body.alarm).toMatchObject({ state: 'open' });
  });

  test('is audited when it is opened, once an hour for each link and address, and not when the alarm is over', async () => {
    await sharing.share('kari@test.example');
    const token = await sharing.mailedToken();
    const entries = () =>
      sharing.server.db.select().from(auditEntries).where(eq(auditEntries.action, 'alarm.linkOpened'));
    await sharing.open(token);
    sharing.clock.advance(10_000);
    await sharing.open(token);
    const [entry, ...more] = await entries();
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ userId: null, deviId: sharing.deviId, custId: sharing.homes.mine });
    const [stored] = await sharing.shares();
    expect(JSON.parse(entry?.content ?? '{}')).toMatchObject({
      subjectId: sharing.alarmId,
      address: expect.stringContaining('127.0.0.1'),
      after: { shareIds: [stored?.shareId] },
    });
    sharing.clock.advance(3_600_000);
    await sharing.open(token);
    expect(await entries()).toHaveLength(2);
    sharing.clock.advance(3_600_000);
    await sharing.reset();
    await sharing.open(token);
    expect(await entries()).toHaveLength(2);
  });

  test('ends with the alarm: it then says that it is over, and nothing else; it works again when the reset is undone', async () => {
    await sharing.share('kari@test.example');
    const token = await sharing.mailedToken();
    await sharing.reset();
    expect(await sharing.open(token)).toEqual({ status: 200, body: { alarm: null } });
    await sharing.server.call('POST', `/ajax/alarms/${sharing.alarmId}/reopen`, { as: sharing.as.nurse });
    expect((await sharing.open(token)).body.alarm).toMatchObject({ name: 'Astrid Lie' });
  });

  test('cannot be guessed: the token is stored as a hash, and any other is answered as one that never was', async () => {
    await sharing.share('kari@test.example');
    const token = await sharing.mailedToken();
    const [stored] = await sharing.shares();
    expect(JSON.stringify(stored)).not.toContain(token);
    const gone = { status: 410, body: { code: 'linkInvalid' } };
    for (const wrong of [token.slice(1), `${token}x`, stored?.tokenHash ?? '', 'x', '%25', String(sharing.alarmId)])
      expect(await sharing.open(wrong)).toMatchObject(gone);
  });

  test('follows the wearer while the alarm lasts', async () => {
    await sharing.share('kari@test.example');
    const moved = { posLati: 60.1, posLong: 11.1, posTime: new Date(sharing.clock.now()), place: 'Bad' };
    await sharing.server.db.update(devices).set(moved).where(eq(devices.deviId, sharing.deviId));
    expect((await sharing.open(await sharing.mailedToken())).body.alarm.place).toMatchObject({
      place: 'Bad',
    });
  });

  test('is over after a hand-over, and shows nothing of the next wearer when the reset is undone', async () => {
    await sharing.share('kari@test.example');
    const token = await sharing.mailedToken();
    await sharing.reset();
    await sharing.handOver(sharing.homes.other);
    expect((await sharing.open(token)).body).toEqual({ alarm: null });
    expect(
      (await sharing.server.call('POST', `/ajax/alarms/${sharing.alarmId}/reopen`, { as: sharing.as.nurse })).status,
    ).toBe(200);
    expect((await sharing.open(token)).body.alarm).toMatchObject({ name: 'SN1', place: { place: 'Stue' } });
    expect((await sharing.share('ola@test.example', sharing.as.neighbour)).status).toBe(404);
  });

  test.each([
    ['without the place by a user who does not see that time', 'nurse', null, 'ikke oppgitt'],
    ['with its own place by a user who does', 'manager', { place: 'Stue' }, 'Stue'],
  ] as const)(
    'a late alarm of the former wearer at the same home is shared with the number of the device, %s',
    async (_title, who, place, mailed) => {
      await sharing.reset();
      const [before] = await sharing.server.db.select().from(alarms);
      await sharing.handOver(sharing.homes.mine);
      const late = await sharing.alarmOf(sharing.deviId, 33, before?.assignmentId ?? 0);
      expect(await sharing.outcomes('kari@test.example', sharing.as[who], { alarmId: late })).toEqual(['mailQueued']);
      expect(await sharing.mails()).toMatchObject([{ content: { name: 'SN1', place: mailed } }]);
      const { alarm } = (await sharing.open(await sharing.mailedToken())).body;
      expect(alarm.name).toBe('SN1');
      if (place === null) expect(alarm.place).toBeNull();
      else expect(alarm.place).toMatchObject(place);
    },
  );

  test('shows no place, and neither does its mail, when the user who shares it has no right to the map', async () => {
    const api = await openFeatureApi((dependencies) =>
      createAlarmSharingFeature({
        ...dependencies,
        consoleUrl: 'https://varde.example',
        mailServer: true,
        smsGateway: true,
      }),
    );
    const device = await api.addDevice();
    const id = await createAlarm(api.db, { deviId: device, custId: testCustomers.home });
    await api.db.update(alarms).set(room);
    const policies = [{ role: 'RESTRICTED_USER', custId: testCustomers.home }] as const;
    api.setRights('nurse', { policies, only: ['ALARM_HANDLE', 'DEVICE_LIST'] });
    const body = { deviceId: device, recipients: 'kari@test.example' };
    for (const who of ['nurse', 'manager'] as const) {
      expect(await api.call(who, 'POST', `/ajax/alarms/${id}/share`, body)).toMatchObject({
        body: { mailServer: true, smsGateway: true },
      });
      api.clock.set(api.clock.now() + 60_000);
    }
    const queued = await mailsIn(api.db);
    expect(queued).toMatchObject([{ content: { place: 'ikke oppgitt' } }, { content: { place: 'Stue' } }]);
    const shown = async (path: unknown) => (await api.call('nobody', 'GET', `/ajax${path}`)).body.alarm.place;
    expect(await shown(queued[0]?.content?.path)).toBeNull();
    expect(await shown(queued[1]?.content?.path)).toMatchObject({ place: 'Stue' });
    expect(api.events).toMatchObject([{ type: 'alarm', custId: testCustomers.home }, { type: 'alarm' }]);
    await api.close();
  });

  test('shows no place from when the wearer withdraws the consent to be located', async () => {
    await sharing.share('kari@test.example');
    const token = await sharing.mailedToken();
    const [worn] = await sharing.server.db
      .select()
      .from(deviceAssignments)
      .where(eq(deviceAssignments.deviId, sharing.deviId));
    const said = (state: 'given' | 'withdrawn', at: number) =>
      sharing.server.db.insert(consents).values({
        assignmentId: worn?.assignmentId ?? 0,
        custId: sharing.homes.mine,
        kind: 'positions',
        state,
        saidAt: new Date(at),
        recordedAt: new Date(at),
        recordedBy: sharing.nurseId,
      });
    await said('given', 1000);
    expect((await sharing.open(token)).body.alarm.place).toMatchObject({ place: 'Stue' });
    await said('withdrawn', 2000);
    expect((await sharing.open(token)).body.alarm).toMatchObject({ name: 'Astrid Lie', place: null });
  });

  test('shows no place of a clone whose wearer withdrew the consent for the master, until it is given again for either', async () => {
    const { db } = sharing.server;
    const master = await createDevice(db, { custId: sharing.homes.mine });
    await sharing.share('kari@test.example');
    const token = await sharing.mailedToken();
    const said = async (deviId: number, state: 'given' | 'withdrawn', at: number) =>
      db.insert(consents).values({
        assignmentId: await presentAssignmentId(db, deviId),
        ...{ custId: sharing.homes.mine, kind: 'positions', state, recordedBy: sharing.nurseId },
        ...{ saidAt: new Date(at), recordedAt: new Date(at) },
      });
    const place = async () => (await sharing.open(token)).body.alarm.place;
    await said(master.deviId, 'withdrawn', 1000);
    expect(await place()).toMatchObject({ place: 'Stue' });
    const twin = { twinDevice: master.deviId, twinSerial: 'MASTER' };
    await db
      .update(devices)
      .set({ ...twin, twin: 'CLONE' })
      .where(eq(devices.deviId, sharing.deviId));
    expect(await place()).toBeNull();
    await said(sharing.deviId, 'given', 2000);
    expect(await place()).toMatchObject({ place: 'Stue' });
    await said(master.deviId, 'withdrawn', 3000);
    expect(await place()).toBeNull();
  });

  test('keeps the place back when its wearer withdrew the consent, whatever the next wearer of the unit says', async () => {
    const { db } = sharing.server;
    await sharing.share('kari@test.example');
    const token = await sharing.mailedToken();
    const worn = { custId: sharing.homes.mine, kind: 'positions' as const, recordedBy: sharing.nurseId };
    const said = (assignmentId: number, state: 'given' | 'withdrawn', at: number) =>
      db.insert(consents).values({
        ...{ ...worn, assignmentId, state },
        ...{ saidAt: new Date(at), recordedAt: new Date(at) },
      });
    const before = await presentAssignmentId(db, sharing.deviId);
    await db.update(alarms).set({ assignmentId: before });
    await said(before, 'withdrawn', 1000);
    const at = new Date(sharing.clock.now());
    await beginAssignment(db, { deviId: sharing.deviId, custId: sharing.homes.mine, at });
    const twin = await createDevice(db, { custId: sharing.homes.mine });
    await db
      .update(devices)
      .set({ twin: 'CLONE', twinDevice: twin.deviId, twinSerial: 'MASTER' })
      .where(eq(devices.deviId, sharing.deviId));
    for (const deviId of [sharing.deviId, twin.deviId])
      await said(await presentAssignmentId(db, deviId), 'given', 2000);
    expect((await sharing.open(token)).body.alarm.place).toBeNull();
  });
});
