import type { AuditAction } from '@varde/catalogue/audit-actions';
import type { api } from '@varde/contract/api';
import type { Twin } from '@varde/contract/twins';
import { recordAudit } from '#domain/audit/audit.ts';
import { type Changes, commitAndPublish } from '#domain/commit-and-publish.ts';
import { customerName } from '#domain/customers/customers.ts';
import { deviceEvent, wearerEvents } from '#domain/devices/device-events.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { findDevice, lockWithTwin } from '#domain/devices/find-device.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { hasOpenAlarm } from '#domain/life/begin-assignment.ts';
import type { MoveRequest } from '#domain/life/move-wearer.ts';
import { type Pair, separateTwins, swapTwins } from '#domain/life/twins.ts';
import type { WireGroups } from '#domain/settings/wire-groups.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';

type TwinsDependencies = Pick<FeatureDependencies, 'db' | 'bus' | 'clock'> & {
  wireGroups: WireGroups;
};

type TwinHandlers = Handlers<(typeof api)['twins']>;

export function twinHandlers({ db, bus, clock, wireGroups }: TwinsDependencies): TwinHandlers {
  const change = (
    caller: Caller,
    deviId: number,
    action: AuditAction,
    work: (tx: Database, pair: Pair, request: MoveRequest, changes: Changes) => Promise<Pair>,
  ): Promise<Twin> =>
    commitAndPublish({ db, bus }, async (tx, changes) => {
      const at = new Date(clock.now());
      const before = await lockPair(tx, caller, deviId);
      const pair = await work(tx, before, { userId: caller.userId, at }, changes);
      const { custId } = pair.master;
      const after = { deviId: pair.clone.deviId };
      const subject = { kind: 'device' as const, id: pair.master.deviId };
      await recordAudit(tx, { action, at, by: caller, custId, subject, after });
      const custName = (await customerName(tx, custId)) ?? '';
      changes.publish(deviceEvent(pair.master, custName), deviceEvent(pair.clone, custName));
      return present(tx, pair.master.deviId === deviId ? pair.master : pair.clone, caller);
    });
  return {
    async getTwin({ params: { deviId } }, caller) {
      const device = await findDevice(db, caller.scopeOf('TWIN_DEVICE'), deviId);
      if (device === undefined) throw new AppError('notFound');
      return present(db, device, caller);
    },
    deleteTwin: ({ params: { deviId } }, caller) =>
      change(caller, deviId, 'twin.separated', async (tx, pair, request, changes) => {
        // Its receivers are those of the master, and its alarm centre too.
        if (await hasOpenAlarm(tx, pair.clone)) throw new AppError('openAlarm');
        const apart = await separateTwins(tx, pair, request);
        changes.publish(...wearerEvents(apart.clone));
        return apart;
      }),
    swapTwin: ({ params: { deviId } }, caller) =>
      change(caller, deviId, 'twin.swapped', async (tx, before, request, changes) => {
        const pair = await swapTwins(tx, before, request, wireGroups);
        changes.publish(...wearerEvents(pair.master), ...wearerEvents(pair.clone));
        changes.commandsOf(pair.master.deviId);
        return pair;
      }),
  };
}

/** Both devices of a pair, locked. */
async function lockPair(tx: Database, caller: Caller, deviId: number): Promise<Pair> {
  const scope = caller.scopeOf('TWIN_DEVICE');
  const one = await lockWithTwin(tx, scope, deviId);
  if (one === undefined) throw new AppError('notFound');
  const other = one.twinDevice === null ? undefined : await findDevice(tx, scope, one.twinDevice);
  if (other === undefined) throw new AppError('noTwin');
  return one.twin === 'MASTER' ? { master: one, clone: other } : { master: other, clone: one };
}

/** The console's help page on twins. */
const twinLearn = '/help/twins';

async function present(db: Database, device: DeviceRecord, { acting }: Caller): Promise<Twin> {
  const { twin, twinDevice, custId } = device;
  const other = twinDevice === null ? undefined : await findDevice(db, acting.scopeOf('DEVICE_LIST'), twinDevice);
  return {
    twin,
    twinDevice:
      other === undefined
        ? null
        : {
            deviId: other.deviId,
            deviceSerialNumber: other.deviceSerialNumber,
            deviceName: other.deviceName,
          },
    twinLearn,
    abilities: acting.may('TWIN_DEVICE', custId) ? ['change'] : [],
  };
}
