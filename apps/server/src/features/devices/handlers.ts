import type { Policy } from '@varde/catalogue/permissions';
import type { api } from '@varde/contract/api';
import type { DeviceDetail, deviceAbilities, Position } from '@varde/contract/devices';
import { AppError } from '#platform/app-error.ts';
import { encodeCursor } from '#platform/cursor.ts';
import type { FeatureDependencies } from '#platform/feature.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { presentDeviceRow } from '#platform/presenters/device-row.ts';
import { epoch } from '#platform/presenters/epoch.ts';
import { findDevice, latestRev, listPositions } from './store.ts';
import { askedScope, countDevices, listDevices, totalLimit } from './store-list.ts';

/** The policy behind each thing that can be done with a device, asked of the customer that owns it. */
const abilityPolicies: Record<(typeof deviceAbilities)[number], Policy> = {
  map: 'DEVICE_POSITIONS',
  settings: 'DEVICE_SETTINGS',
  transactions: 'DEVICE_TRANSACTION_LOG',
  resetAlarm: 'ALARM_HANDLE',
};

export function deviceHandlers({ db }: Pick<FeatureDependencies, 'db'>): Handlers<(typeof api)['devices']> {
  return {
    async listDevices({ query }, caller) {
      const scope = await askedScope(db, caller.scopeOf('DEVICE_LIST'), query);
      const rev = await latestRev(db); // before the rows, see there
      const { page, next } = await listDevices(db, scope, query);
      const abilitiesOf = abilitiesByCustomer(caller);
      const total = query.cursor === undefined ? await countDevices(db, scope, query) : null;
      return {
        devices: page.map(({ device, custName }) => ({
          ...presentDeviceRow(device, custName),
          abilities: abilitiesOf(device.custId),
        })),
        nextCursor: next && encodeCursor(next),
        total: total === null ? null : Math.min(total, totalLimit),
        totalIsLowerBound: total !== null && total > totalLimit,
        rev,
      };
    },

    async getDevice({ params }, caller) {
      const found = await findDevice(db, caller.scopeOf('DEVICE_LIST'), params.deviId);
      if (found === undefined) throw new AppError('notFound');
      const { device, custName } = found;
      return {
        ...presentDeviceRow(device, custName),
        fiwaNum: device.fiwaNum,
        activatedDate: epoch(device.activatedDate),
        abilities: abilitiesOn(caller, device.custId),
      };
    },

    async listPositions({ params, query }, caller) {
      const scope = caller.scopeOf('DEVICE_POSITIONS');
      if ((await findDevice(db, scope, params.deviId)) === undefined) throw new AppError('notFound');
      const rows = await listPositions(db, scope, params.deviId, query.count);
      return { positions: rows.flatMap(presentPosition) };
    },
  };
}

/** A page has hundreds of devices of few customers: each is asked once. */
function abilitiesByCustomer(caller: Caller): (custId: number) => DeviceDetail['abilities'] {
  const known = new Map<number, DeviceDetail['abilities']>();
  return (custId) => {
    const abilities = known.get(custId) ?? abilitiesOn(caller, custId);
    known.set(custId, abilities);
    return abilities;
  };
}

function abilitiesOn(caller: Caller, custId: number): DeviceDetail['abilities'] {
  const abilities = Object.entries(abilityPolicies) as [DeviceDetail['abilities'][number], Policy][];
  return abilities.filter(([, policy]) => caller.may(policy, custId)).map(([ability]) => ability);
}

type PositionRow = Awaited<ReturnType<typeof listPositions>>[number];

/** A position is stored whole or not at all; a row that lacks a part of it is none. */
function presentPosition({ recTs, posLati, posLong, posTime, posType, ...rest }: PositionRow): Position[] {
  if (posLati === null || posLong === null || posType === null) return [];
  return [{ ...rest, posLati, posLong, posType, posTime: epoch(posTime ?? recTs) }];
}
