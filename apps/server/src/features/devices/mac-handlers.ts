import type { api } from '@varde/contract/api';
import type { DeviceMac } from '@varde/contract/known-macs';
import { recordLook } from '#domain/audit/audit-looks.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { findDevice } from '#domain/devices/find-device.ts';
import { type KnownMac, knownMacsOf, putKnownMac, removeKnownMac } from '#domain/devices/known-macs.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { createChangeDevice } from './device-changes.ts';
import { type HeardMac, heardMacs, scansOf } from './heard-macs.ts';

type Dependencies = Pick<FeatureDependencies, 'db' | 'backgroundDb' | 'bus' | 'clock'>;
type MacHandlers = Pick<Handlers<(typeof api)['devices']>, 'listMacs' | 'saveKnownMac'>;

/** Entries of an answer: a device may send addresses at random. */
const listed = 200;

/** Access points and beacons near a device. */
export function macHandlers({ backgroundDb, ...dependencies }: Dependencies): MacHandlers {
  const { db, clock } = dependencies;
  const change = createChangeDevice(dependencies);
  return {
    async listMacs({ params: { deviId } }, caller) {
      const device = await findDevice(db, caller.scopeOf('DEVICE_INFO'), deviId);
      if (device === undefined) throw new AppError('notFound');
      const { custId } = device;
      const at = new Date(clock.now());
      await recordLook(db, { action: 'device.macsRead', at, by: caller, custId, deviId });
      return { macs: await macsOf(backgroundDb, device, caller) };
    },

    async saveKnownMac({ params: { deviId, demaId }, body: { location, address } }, caller) {
      const macAddress = addressOf(demaId);
      if ((await findDevice(db, caller.scopeOf('DEVICE_INFO'), deviId)) === undefined) throw new AppError('notFound');
      // Read before the device is locked, because its alarms wait for the lock.
      const worn = await presentAssignmentId(db, deviId);
      const heard = heardMacs(await scansOf(backgroundDb, deviId, worn));
      const device = await change(caller, 'DEVICE_INFO', deviId, async (tx, record) => {
        const assignmentId = await presentAssignmentId(tx, deviId);
        if (assignmentId !== worn) throw new AppError('notFound');
        const before = (await knownMacsOf(tx, assignmentId)).find((known) => known.macAddress === macAddress);
        const mac = heard.find((one) => one.macAddress === macAddress) ?? before;
        if (mac === undefined) throw new AppError('notFound');
        if (location === (before?.location ?? '') && (location === '' || address === before?.address)) return;
        const { type, lat, lng } = mac;
        if (location === '') await removeKnownMac(tx, assignmentId, macAddress);
        else await putKnownMac(tx, { assignmentId, deviId, macAddress, type, location, address, lat, lng });
        // Without the texts: they are about the wearer's home, and the audit log is not erased with them.
        return [record, { action: 'device.macNamed', after: { removed: location === '' } }];
      });
      return { macs: await macsOf(backgroundDb, device, caller) };
    },
  };
}

/** Latest first, and of one scan the strongest first; those that people named are always among them. */
async function macsOf(db: Database, { deviId, custId }: DeviceRecord, caller: Caller): Promise<DeviceMac[]> {
  const assignmentId = await presentAssignmentId(db, deviId);
  const known = new Map((await knownMacsOf(db, assignmentId)).map((one) => [one.macAddress, one]));
  const heard = heardMacs(await scansOf(db, deviId, assignmentId)).sort(byTimeAndStrength);
  const [strongest] = heard.filter(({ visible }) => visible);
  const mayLocate = caller.may('DEVICE_ACCESS_MAP', custId);
  const left = new Set(heard.map(({ macAddress }) => macAddress));
  const unheard = [...known.values()].filter(({ macAddress }) => !left.has(macAddress)).map(notHeard);
  const kept = heard.filter(({ macAddress }, index) => index < listed || known.has(macAddress));
  return [...kept, ...unheard].map((mac) => {
    const entered = known.get(mac.macAddress);
    const { macAddress, name, type, rssi, latestTimestamp, receivedCount, visible } = mac;
    return {
      ...{ deviId, demaId: numberOf(macAddress), macAddress, name, type, rssi, latestTimestamp },
      ...{ receivedCount, visible, selected: mac === strongest, headerSaved: entered !== undefined },
      latLng: latLngOf(mac, mayLocate),
      deviceKnownMac: entered === undefined ? null : presentKnown(entered, mayLocate),
    };
  });
}

const byTimeAndStrength = (a: HeardMac, b: HeardMac): number =>
  b.latestTimestamp - a.latestTimestamp || (b.rssi ?? -Infinity) - (a.rssi ?? -Infinity) || 0;

const notHeard = ({ macAddress, type }: KnownMac) => ({
  ...{ macAddress, type, name: null, rssi: null, latestTimestamp: null, receivedCount: 0, visible: false },
  ...{ lat: null, lng: null },
});

function presentKnown(known: KnownMac, mayLocate: boolean): NonNullable<DeviceMac['deviceKnownMac']> {
  const { dekmId, deviId, address, location, macAddress } = known;
  return {
    dekmId,
    demaId: numberOf(macAddress),
    deviId,
    address,
    location,
    latLng: latLngOf(known, mayLocate),
  };
}

function latLngOf({ lat, lng }: Pick<KnownMac, 'lat' | 'lng'>, mayLocate: boolean): string | null {
  return !mayLocate || lat === null || lng === null ? null : `${lat.toFixed(5)},${lng.toFixed(5)}`;
}

const numberOf = (macAddress: string): number => Number.parseInt(macAddress.replaceAll(':', ''), 16);
const addressOf = (demaId: number): string =>
  demaId
    .toString(16)
    .padStart(12, '0')
    .replaceAll(/..(?!$)/g, '$&:');
