import type { AuditAction } from '@varde/catalogue/audit-actions';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { rankOf, type StatusKey, storedStatusKeys } from '@varde/catalogue/statuses';
import type { api } from '@varde/contract/api';
import type { PlacedDevice } from '@varde/contract/devices';
import type { MapDevice, MapFilter, MapPosition, MapQuery, MapView } from '@varde/contract/map';
import { recordLooks } from '#domain/audit/audit-looks.ts';
import { customersOrAbove } from '#domain/customers/common-customer.ts';
import { presentDeviceRow } from '#domain/devices/device-row.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { presentTransaction } from '#domain/transactions/present-transaction.ts';
import type { Caller } from '#platform/caller.ts';
import { withReach } from '#platform/database/reach.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import type { MapViews } from './map-views.ts';
import { selectionOf } from './selection.ts';
import { countOnMap, customersIn, devicesAt, lastFixes, marksIn, onMap } from './store-map.ts';
import { listAllTransactions } from './store-map-log.ts';
import { uuidOf } from './uuid-of.ts';

type Dependencies = Pick<FeatureDependencies, 'db' | 'clock' | 'working'>;

/** Entries of one look, so that a view of a whole country does not fill the audit log. */
const mostLooks = 200;

/** The map of all devices, and the log below it. */
export function mapHandlers(
  { db, clock, working }: Dependencies,
  views: MapViews,
): Pick<Handlers<(typeof api)['devices']>, 'listMapDevices' | 'listAllTransactions'> {
  /** An entry for each customer with somebody who was seen; those above them may be above the caller's reach. */
  const look = async (caller: Caller, action: AuditAction, custIds: readonly number[]) => {
    const at = new Date(clock.now());
    await withReach('all', async () => {
      const seen = await customersOrAbove(db, custIds, mostLooks);
      await recordLooks(
        db,
        seen.map((custId) => ({ action, at, by: caller, custId })),
      );
    });
  };
  const conditionOf = async (caller: Caller, filter: MapFilter) =>
    onMap(await selectionOf(db, caller, filter, { now: clock.now(), working }), caller, filter);

  async function viewOf(caller: Caller, query: MapQuery): Promise<MapView> {
    const condition = await conditionOf(caller, filterOf(query));
    const counts = await countOnMap(db, condition);
    const { deviIds, clusters, leftOut } = await marksIn(db, condition, query);
    const rows = await devicesAt(db, condition, deviIds);
    const fixes = await lastFixes(db, deviIds);
    const placed = rows.map(({ device, custName }) => presentDeviceRow(device, custName)).filter(hasPlace);
    await look(caller, 'positions.read', await customersIn(db, condition, query));
    return {
      ...counts,
      positions: placed.map((device): MapPosition => {
        const fix = fixes.get(device.deviId);
        return {
          ...device,
          tranId: fix === undefined ? null : Number(fix.tran_id),
          sat: fix?.sat ?? null,
          hdop: fix?.hdop ?? null,
          accuracy: device.posAccuracy,
          drawMarker: device.posLati !== 0 || device.posLong !== 0,
        };
      }),
      devices: placed.map(presentMapDevice),
      clusters: clusters.map(({ rank, ...cluster }) => ({ ...cluster, status: statusOfRank(rank) })),
      leftOut,
    };
  }

  return {
    async listMapDevices({ query }, caller) {
      const view = await viewOf(caller, query);
      const uuid = uuidOf(view);
      views.remember(caller.userId, uuid, view, clock.monotonic());
      return { uuid, view: query.uuid === uuid ? null : view };
    },

    async listAllTransactions({ query }, caller) {
      const { cursor, maxTransactionId: _, transactionCount, ...filter } = query;
      const condition = await conditionOf(caller, filter);
      const asked = { cursor, transactionCount, now: clock.now() };
      const { page, nextCursor } = await listAllTransactions(db, caller, condition, asked);
      await look(caller, 'transactions.read', [...new Set(page.map(({ transaction }) => transaction.custId))]);
      return {
        transactions: page.map(({ transaction, deviceName }) => ({ ...presentTransaction(transaction), deviceName })),
        nextCursor,
      };
    },
  };
}

function filterOf({ west, south, east, north, zoom, uuid, ...filter }: MapQuery): MapFilter {
  return filter;
}

type Placed = PlacedDevice & { posLati: number; posLong: number; posTime: number };

const hasPlace = (device: PlacedDevice): device is Placed =>
  device.posLati !== null && device.posLong !== null && device.posTime !== null;

function presentMapDevice({ deviId: id, deviceTwin, ...device }: Placed): MapDevice {
  return {
    id,
    deviceName: device.deviceName,
    serialNumber: device.deviceSNNum,
    dehaId: device.dehaId,
    custId: device.ownedByCustId,
    connected: device.connected,
    minionTwin: device.twin === 'CLONE',
    vardeAsReceiver: device.vardeAsReceiver,
    gx8: hardwareById(device.dehaId)?.capabilities.gx8 ?? false,
    devices: deviceTwin === null ? [] : [deviceTwin.masterDevice, deviceTwin.device].filter((other) => other !== id),
    lastMsgIn: device.lastMsgIn,
    posTime: device.posTime,
  };
}

const statusByRank = new Map<number, StatusKey>(storedStatusKeys.map((key) => [rankOf(key), key]));
const statusOfRank = (rank: number): StatusKey => statusByRank.get(rank) ?? 'clear';
