import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { createGeofence } from '@varde/testing/geofences';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenDatabase, queryRows } from '#platform/database/database.ts';
import { addConsent } from '../accounts/consents.ts';
import { consents } from '../accounts/tables.ts';
import { commands } from '../commands/tables.ts';
import { putDeviceImage } from '../devices/device-images.ts';
import { findNote, presentAssignmentId, saveNote } from '../devices/device-note.ts';
import type { DeviceRecord } from '../devices/device-row.ts';
import { findIndoorLocations, ofAssignment, putIndoorLocation } from '../devices/indoor-locations.ts';
import { knownMacsOf, putKnownMac } from '../devices/known-macs.ts';
import { deviceImages, devices } from '../devices/tables.ts';
import { fencesOf } from '../geofences/geofences.ts';
import { effectiveList, saveList } from '../notifications/lists.ts';
import { notificationLists } from '../notifications/tables.ts';
import { settingsOf, storeDesired } from '../settings/device-settings.ts';
import { deviceSettings } from '../settings/tables.ts';
import { wornBy } from './move-wearer.ts';
import { replaceDevice } from './replace-device.ts';
import { linkTwins, swapTwins } from './twins.ts';

let opened: OpenDatabase;
let home: number;
let centre: number;
let userId: number;
const at = new Date(5000);
const wireGroups = { watch: [['phoneNoWhiteList1', 'phoneNoWhiteList2', 'phoneNoWhiteList3']] };

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  home = await createCustomer(opened.db);
  centre = await createCustomer(opened.db, { kind: 'partner' });
  userId = (await createUser(opened.db)).userId;
});

async function rowOf(deviId: number): Promise<DeviceRecord> {
  const [row] = await opened.db.select().from(devices).where(eq(devices.deviId, deviId));
  if (row === undefined) throw new Error(`no device ${deviId}`);
  return row;
}

const heard = { scannedTime: null, signalStrength: -50, add: false };

/** A watch with everything that a wearer can have. */
async function createWorn(): Promise<number> {
  const { db } = opened;
  const { deviId } = await createDevice(db, { custId: home, dehaId: 34, deviceName: 'Borghild' });
  const assignmentId = await presentAssignmentId(db, deviId);
  await saveNote(db, await rowOf(deviId), { note: 'Hører dårlig', sms: true, at, userId });
  await putDeviceImage(db, deviId, { mediaType: 'image/png', image: Buffer.from('Borghild') });
  await putKnownMac(db, {
    ...{ deviId, assignmentId, macAddress: '02:ad:24:49:ea:60', type: 'W' },
    ...{ location: 'Soverom', address: '', lat: null, lng: null },
  });
  const points = [{ type: 'W' as const, macAddress: '02:ad:24:49:ea:60', name: '', ...heard }];
  await putIndoorLocation(db, null, {
    ...{ custId: null, boundTo: { assignmentId, deviId }, name: 'Soverommet' },
    ...{ lat: 62.4, lng: 6.1, address: '', points },
  });
  await createGeofence(db, deviId, { name: 'Hagen' });
  await tell(deviId, 'Kari');
  await say(deviId, 'withdrawn', 1000);
  await storeDesired(db, { deviId, userId, at }, new Map([['phoneNoWhiteList1', '+4791234567']]));
  await db
    .update(devices)
    .set({
      ...{ userImageAt: at, userTag: 'GPS', ahpId: centre, vardeAsReceiver: true },
      ...{ trainingApprovedBy: userId, trainingApprovedAt: at, activeAt: at },
    })
    .where(eq(devices.deviId, deviId));
  return deviId;
}

async function tell(deviId: number, name: string): Promise<void> {
  const assignmentId = await presentAssignmentId(opened.db, deviId);
  const receiver = { name, mobile: null, email: 'a@test.example', events: [], hours: null };
  const receivers = [{ ...receiver, channels: ['email' as const], waitSeconds: 0 }];
  await saveList(opened.db, { deviId, assignmentId }, { rev: 0, receivers, at, userId });
}

async function say(deviId: number, state: 'given' | 'withdrawn', ms: number): Promise<void> {
  const saidAt = new Date(ms);
  const assignmentId = await presentAssignmentId(opened.db, deviId);
  const said = { kind: 'positions' as const, state, saidAt, recordedAt: saidAt, recordedBy: userId };
  await addConsent(opened.db, { ...said, assignmentId, custId: home });
}

/** What a device has of its wearer. */
async function wearerOf(deviId: number) {
  const { db } = opened;
  const assignmentId = await presentAssignmentId(db, deviId);
  const [image] = await db.select().from(deviceImages).where(eq(deviceImages.assignmentId, assignmentId));
  const [said] = await db
    .select()
    .from(consents)
    .where(eq(consents.assignmentId, assignmentId))
    .orderBy(desc(consents.saidAt));
  return {
    ...wornBy(await rowOf(deviId)),
    note: (await findNote(db, deviId)).note,
    image: image && Buffer.from(image.image).toString(),
    macs: (await knownMacsOf(db, assignmentId)).map(({ location }) => location),
    indoors: (await findIndoorLocations(db, ofAssignment(assignmentId))).map(({ name }) => name),
    fences: (await fencesOf(db, assignmentId)).map(({ name, ...fence }) => [name, fence.deviId === deviId]),
    told: (await effectiveList(db, { assignmentId, custId: home, at })).receivers.map(({ name }) => name),
    consent: said?.state,
    setting: (await settingsOf(db, deviId)).get('phoneNoWhiteList1')?.desired,
  };
}
type Worn = Awaited<ReturnType<typeof wearerOf>>;

const swap = async (master: number, clone: number) => {
  const pair = { master: await rowOf(master), clone: await rowOf(clone) };
  return opened.db.transaction((tx) => swapTwins(tx, pair, { userId, at }, wireGroups));
};

async function createPair() {
  const master = await createWorn();
  const { deviId: clone } = await createDevice(opened.db, {
    ...{ custId: home, dehaId: 34, deviceName: 'Klokke' },
  });
  await linkTwins(opened.db, { master: await rowOf(master), clone: await rowOf(clone) });
  return { master, clone };
}

describe('everything of a wearer goes to the device that is theirs from now on', () => {
  const expectAll = (worn: Worn) =>
    expect(worn).toEqual({
      deviceName: 'Borghild',
      noteAddedAt: at,
      userTag: 'GPS',
      userImageAt: at,
      ahpId: centre,
      vardeAsReceiver: true,
      trainingApprovedBy: userId,
      trainingApprovedAt: at,
      activeAt: at,
      note: 'Hører dårlig',
      image: 'Borghild',
      macs: ['Soverom'],
      indoors: ['Soverommet'],
      fences: [['Hagen', true]],
      told: ['Kari'],
      consent: 'withdrawn',
      setting: '+4791234567',
    });

  test('[D7.016] when original and twin are swapped, and back again', async () => {
    const { master, clone } = await createPair();
    await tell(clone, 'Fra før');
    expectAll(await wearerOf(master));
    expect(await swap(master, clone)).toMatchObject({
      master: { deviId: clone, twin: 'MASTER', twinDevice: master },
      clone: { deviId: master, twin: 'CLONE', twinDevice: clone },
    });
    expectAll(await wearerOf(clone));
    expect(await wearerOf(master)).toMatchObject({
      ...{ deviceName: 'Klokke', noteAddedAt: null, note: '', userImageAt: null, image: undefined },
      ...{ trainingApprovedBy: null, ahpId: null, macs: [], fences: [] },
      // Of the pair: its tag, and the list of its new master.
      ...{ userTag: 'GPS', told: ['Kari'] },
    });
    expect(await opened.db.select().from(notificationLists)).toMatchObject([{ deviId: clone }]);
    const sent = await opened.db.select().from(commands).where(eq(commands.deviId, clone));
    expect(sent).toMatchObject([{ state: 'pending', command: { kind: 'writeSettings' } }]);
    await swap(clone, master);
    expectAll(await wearerOf(master));
  });

  test('when a unit replaces a device, which is the wearer’s no more', async () => {
    const device = await createWorn();
    const stock = await createCustomer(opened.db, { kind: 'stock' });
    const { deviId: unit } = await createDevice(opened.db, { custId: stock, dehaId: 34 });
    const both = { device: await rowOf(device), unit: await rowOf(unit) };
    await opened.db.transaction((tx) => replaceDevice(tx, { ...both, userId, at }, wireGroups));
    expectAll(await wearerOf(unit));
    expect(await wearerOf(device)).toMatchObject({
      ...{ deviceName: both.device.deviceSerialNumber, noteAddedAt: null, note: '', userImageAt: null },
      ...{
        image: undefined,
        trainingApprovedBy: null,
        ahpId: null,
        macs: [],
        indoors: [],
        fences: [],
        told: [],
        consent: undefined,
      },
    });
  });
});

test('a unit that replaces a device gets what somebody chose and the numbers of the wearer, and nothing that the device reported by itself', async () => {
  const { db } = opened;
  const device = await createWorn();
  const stock = await createCustomer(db, { kind: 'stock' });
  const { deviId: unit } = await createDevice(db, { custId: stock, dehaId: 34 });
  const reportedBy = (key: string, value: unknown) =>
    db.insert(deviceSettings).values({ deviId: device, key, reported: sql`${JSON.stringify(value)}::jsonb` });
  await reportedBy('trackingInterval', 60);
  await reportedBy('phoneNoWhiteList2', '+4790000002');
  const both = { device: await rowOf(device), unit: await rowOf(unit) };
  await db.transaction((tx) => replaceDevice(tx, { ...both, userId, at }, wireGroups));
  const desired = [...(await settingsOf(db, unit))].map(([key, setting]) => [key, setting.desired]).sort();
  expect(desired).toEqual([
    ['phoneNoWhiteList1', '+4791234567'],
    ['phoneNoWhiteList2', '+4790000002'],
  ]);
});

test('a wearer does not get what the other unit of a pair was set to for somebody else', async () => {
  const { master, clone } = await createPair();
  await opened.db.execute(sql`insert into device_settings (devi_id, key, desired) values (${clone}, 'delayDay', '480'),
    (${clone}, 'callAlert', 'true'), (${clone}, 'delayNight', '480'), (${master}, 'delayNight', '10')`);
  await swap(master, clone);
  const settings = await settingsOf(opened.db, clone);
  const desired = ['delayDay', 'callAlert', 'delayNight'].map((key) => settings.get(key)?.desired);
  expect(desired).toEqual([0, false, 10]);
});

test('the last consent counts after twins were swapped and separated, and is recorded once', async () => {
  const { master, clone } = await createPair();
  await swap(master, clone);
  await say(clone, 'given', 2000);
  await swap(clone, master);
  await swap(master, clone);
  for (const deviId of [master, clone]) {
    const assignmentId = await presentAssignmentId(opened.db, deviId);
    const said = await opened.db.select().from(consents).where(eq(consents.assignmentId, assignmentId));
    expect(said.map(({ state }) => state)).toEqual(['withdrawn', 'given']);
  }
});

describe('a new table or column about wearers', () => {
  /** History of the unit that was worn. */
  const history = [
    'alarms',
    'commands',
    'device_assignments',
    'health_readings',
    'notification_tests',
    'step_days',
    'transactions',
  ];
  const moved = [
    ...['consents', 'device_images', 'device_known_macs', 'device_notes', 'geofences'],
    ...['indoor_locations', 'notification_lists'],
  ];
  test('is moved with the wearer, or named here as a part of the history of the unit', async () => {
    const rows = await queryRows<{ name: string }>(
      opened.db,
      sql`select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
        where a.attname = 'assignment_id' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([...history, ...moved].sort());
  });

  /** Of the unit: what it is, what it reports, whose stock or home it is at. */
  const ofUnit = [
    ...['deviId', 'dehaId', 'custId', 'deviceSerialNumber', 'formattedPhoneNumE164', 'deviceMac', 'fiwaNum'],
    'announced',
    ...['activatedDate', 'lastMsgIn', 'battery', 'charging', 'gsmStrength', 'connected', 'trackingUntil'],
    ...[
      'createdAt',
      'watchRemoved',
      'lastTestAt',
      'posLati',
      'posLong',
      'posTime',
      'posType',
      'posAccuracy',
      'place',
      'stateTime',
      'steps',
      'selfCheckAt',
    ],
    ...['flags', 'status', 'deletedAt', 'allowDeviceDeletes', 'twin', 'twinDevice', 'twinSerial', 'rev'],
    ...['twinName', 'twinStatus', 'priority', 'entryPriority', 'sortName', 'entryId'],
    'positioningOff', // follows from a setting, which is moved
    'fenced', // follows from the fences, which are moved
    'ownListId', // follows from the list, which is moved
  ];
  test('of the device’s row is moved, or named here as one of the unit', async () => {
    const { deviId } = await createDevice(opened.db, { custId: home });
    const worn = Object.keys(wornBy(await rowOf(deviId)));
    expect(Object.keys(getTableColumns(devices)).sort()).toEqual([...ofUnit, ...worn].sort());
  });
});
