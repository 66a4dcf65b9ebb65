import { deviceDetailsOf } from '@varde/catalogue/device-details';
import { deviceTabsFor } from '@varde/catalogue/device-tabs';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { Policy } from '@varde/catalogue/permissions';
import { typeDetailsOf } from '@varde/catalogue/type-details';
import type { api } from '@varde/contract/api';
import type { Position } from '@varde/contract/devices';
import { recordLook } from '#domain/audit/audit-looks.ts';
import { actionsByOwner, actionsOn, withoutLocating } from '#domain/commands/actions-on.ts';
import { presentClone, presentDeviceRow } from '#domain/devices/device-row.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { whyUnreached } from '#domain/notifications/unreached.ts';
import { AppError } from '#platform/app-error.ts';
import { epoch } from '#platform/clock/epoch.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { abilitiesByOwner, abilitiesOn } from './device-abilities.ts';
import { infoOf } from './device-info.ts';
import { geofenceSettingsOf } from './geofence-settings.ts';
import { hiddenPlace } from './hidden-place.ts';
import { selectionOf } from './selection.ts';
import { findDeviceDetail, latestRev, listPositions } from './store.ts';
import { listDevices, totalOf } from './store-list.ts';
import type { DeviceWords } from './unknown-words.ts';
import { uuidOf } from './uuid-of.ts';

type DeviceHandlers = Pick<Handlers<(typeof api)['devices']>, 'listDevices' | 'getDevice' | 'listPositions'>;

export function deviceHandlers({
  db,
  clock,
  working,
  words,
}: Pick<FeatureDependencies, 'db' | 'clock' | 'working'> & { words: DeviceWords }): DeviceHandlers {
  return {
    async listDevices({ query }, caller) {
      const selection = await selectionOf(db, caller, query, { now: clock.now(), working });
      const rev = await latestRev(db); // before the rows (see `latestRev`)
      const listed = await listDevices(db, selection, query);
      const { page, nextCursor } = listed;
      const abilitiesOf = abilitiesByOwner(caller);
      const actionsOf = actionsByOwner(caller);
      const counted = query.cursor === undefined ? await totalOf(db, selection, query, listed) : notCounted;
      return {
        devices: page.map(({ master: { device, custName }, clone }) => {
          const row = presentDeviceRow(device, custName);
          const twin = clone && presentDeviceRow(clone.device, clone.custName);
          const [abilities, actions] = [abilitiesOf(row), actionsOf(row, twin)];
          return { ...row, abilities, actions, twinDevice: twin && presentClone(twin) };
        }),
        nextCursor,
        ...counted,
        rev,
      };
    },

    async getDevice({ params }, caller) {
      const found = await findDeviceDetail(db, caller.scopeOf('DEVICE_LIST'), params.deviId);
      if (found === undefined) throw new AppError('notFound');
      const { device, custName, ownerIsPrivate, notLocated } = found;
      const { deviId, dehaId, custId, fiwaNum, announced } = device;
      const may = (policy: Policy) => caller.may(policy, custId);
      const viewer = { hardware: hardwareById(dehaId), may, flags: caller.flags };
      const at = new Date(clock.now());
      await recordLook(db, { action: 'device.read', at, by: caller, custId, deviId });
      const row = presentDeviceRow(device, custName);
      const abilities = abilitiesOn(caller, row);
      const seesList = abilities.includes('eventSetup') && may('EVENT_SETUP');
      const because = seesList ? await whyUnreached(db, device, { at, working }) : null;
      return {
        ...row,
        ...(caller.may('DEVICE_ACCESS_MAP', custId) ? {} : hiddenPlace),
        ...deviceDetailsOf(row),
        ...typeDetailsOf(dehaId),
        fiwaNum,
        firstRegistrationDate: epoch(device.createdAt),
        activatedDate: epoch(device.activatedDate),
        abilities,
        actions: notLocated ? withoutLocating(actionsOn(caller, device)) : actionsOn(caller, device),
        ...(await infoOf(db, device, { maySee: may('DEVICE_INFO'), words })),
        ...(await geofenceSettingsOf(db, device, viewer)),
        reachesNobody: seesList ? because !== null : null,
        unreachedBecause: because,
        tabs: deviceTabsFor({ ...viewer, fiwaNum, announced, twin: row.twin, ownerIsPrivate }),
      };
    },

    async listPositions({ params, query }, caller) {
      const scope = caller.scopeOf('DEVICE_ACCESS_MAP');
      const found = await findDeviceDetail(db, scope, params.deviId);
      if (found === undefined) throw new AppError('notFound');
      const { deviId } = found.device;
      const rows = await listPositions(db, caller, deviId, query.count);
      const at = new Date(clock.now());
      for (const custId of new Set([found.device.custId, ...rows.map((row) => row.custId)]))
        await recordLook(db, { action: 'positions.read', at, by: caller, custId, deviId });
      const positions = rows.flatMap(presentPosition);
      const uuid = uuidOf(positions);
      return { uuid, positions: query.uuid === uuid ? null : positions };
    },
  };
}

/** For later pages: the first page has the count. */
const notCounted = { total: null, totalIsLowerBound: false };

type PositionRow = Awaited<ReturnType<typeof listPositions>>[number];

/** A position is stored whole or not at all: a row with a missing part has no position. */
function presentPosition({ custId: _, posLati, posLong, posTime, posType, ...rest }: PositionRow): Position[] {
  if (posLati === null || posLong === null || posType === null || posTime === null) return [];
  return [{ ...rest, posLati, posLong, posType, posTime: epoch(posTime) }];
}
