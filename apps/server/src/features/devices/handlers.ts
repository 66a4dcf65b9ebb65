import type { api } from '@varde/contract/api';
import type { Position } from '@varde/contract/devices';
import { recordLook } from '#domain/audit/audit-looks.ts';
import { actionsByOwner, actionsOn } from '#domain/commands/actions-on.ts';
import { presentDeviceRow } from '#domain/devices/device-row.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import { encodeCursor } from '#platform/cursor.ts';
import { epoch } from '#platform/epoch.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { abilitiesByCustomer, abilitiesOn } from './device-abilities.ts';
import { hiddenPlace } from './hidden-place.ts';
import { findDevice, latestRev, listPositions } from './store.ts';
import { askedScope, countDevices, listDevices } from './store-list.ts';

type DeviceHandlers = Pick<Handlers<(typeof api)['devices']>, 'listDevices' | 'getDevice' | 'listPositions'>;

export function deviceHandlers({ db, clock }: Pick<FeatureDependencies, 'db' | 'clock'>): DeviceHandlers {
  return {
    async listDevices({ query }, caller) {
      const scope = await askedScope(db, caller.scopeOf('DEVICE_LIST'), query);
      const rev = await latestRev(db); // before the rows, see there
      const { page, next } = await listDevices(db, scope, query);
      const abilitiesOf = abilitiesByCustomer(caller);
      const actionsOf = actionsByOwner(caller);
      const counted = query.cursor === undefined ? await countDevices(db, scope, query) : notCounted;
      return {
        devices: page.map(({ device, custName }) => ({
          ...presentDeviceRow(device, custName),
          abilities: abilitiesOf(device.custId),
          actions: actionsOf(device),
        })),
        nextCursor: next && encodeCursor(next),
        ...counted,
        rev,
      };
    },

    async getDevice({ params }, caller) {
      const found = await findDevice(db, caller.scopeOf('DEVICE_LIST'), params.deviId);
      if (found === undefined) throw new AppError('notFound');
      const { device, custName } = found;
      const { deviId, custId } = device;
      await recordLook(db, { action: 'device.read', at: new Date(clock.now()), by: caller, custId, deviId });
      return {
        ...presentDeviceRow(device, custName),
        ...(caller.may('DEVICE_ACCESS_MAP', custId) ? {} : hiddenPlace),
        fiwaNum: device.fiwaNum,
        activatedDate: epoch(device.activatedDate),
        abilities: abilitiesOn(caller, device.custId),
        actions: actionsOn(caller, device),
      };
    },

    async listPositions({ params, query }, caller) {
      const scope = caller.scopeOf('DEVICE_ACCESS_MAP');
      const found = await findDevice(db, scope, params.deviId);
      if (found === undefined) throw new AppError('notFound');
      const { deviId } = found.device;
      const rows = await listPositions(db, caller, deviId, query.count);
      const at = new Date(clock.now());
      for (const custId of new Set([found.device.custId, ...rows.map((row) => row.custId)]))
        await recordLook(db, { action: 'positions.read', at, by: caller, custId, deviId });
      return { positions: rows.flatMap(presentPosition) };
    },
  };
}

/** Of later pages: the first one tells how many there are. */
const notCounted = { total: null, totalIsLowerBound: false };

type PositionRow = Awaited<ReturnType<typeof listPositions>>[number];

/** A position is stored whole or not at all; a row that lacks a part of it is none. */
function presentPosition({
  custId: _,
  posLati,
  posLong,
  posTime,
  posType,
  ...rest
}: PositionRow): Position[] {
  if (posLati === null || posLong === null || posType === null || posTime === null) return [];
  return [{ ...rest, posLati, posLong, posType, posTime: epoch(posTime) }];
}
