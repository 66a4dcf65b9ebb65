import type { api } from '@varde/contract/api';
import type { ImportRow } from '@varde/contract/device-import';
import type { HandlerOutput } from '@varde/contract/endpoint';
import { type AuditEntry, recordAllAudit } from '#domain/audit/audit.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { changeDevice } from '#domain/devices/change-device.ts';
import { deviceEvent } from '#domain/devices/device-events.ts';
import { saveNote } from '#domain/devices/device-note.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { addFromStock, addNew, auditOfAdded, type NewDevicesDependencies } from './add-unit.ts';
import { type Fault, type PlannedDevice, planRow, planRows, RowFaults, type RowPlan } from './import-rows.ts';

type ImportHandlers = Pick<Handlers<(typeof api)['newDevices']>, 'importDevices'>;
type RowResult = HandlerOutput<(typeof api)['newDevices']['importDevices']>['rows'][number];

/**
 * Each row is a transaction of its own, of which all of it is done or nothing: alarms wait for a transaction of the
 * embedded database, and two imports that each lock one unit at a time cannot deadlock.
 */
export function importHandlers(deps: NewDevicesDependencies): ImportHandlers {
  const { db, clock } = deps;
  return {
    async importDevices({ body: { rows, dryRun } }, caller) {
      const at = new Date(clock.now());
      const tried: RowResult[] = [];
      for (const plan of await planRows(db, caller, rows)) tried.push(await tryRow(deps, caller, plan, at));
      if (dryRun || tried.some(({ faults }) => faults.length > 0)) return { imported: false, rows: tried };
      const results: RowResult[] = [];
      for (const row of rows) results.push(await importRow(deps, caller, row, at));
      return { imported: results.some(({ deviId }) => deviId !== null), rows: results };
    },
  };
}

/** Adds the device of a row and takes it back, which finds all faults. */
async function tryRow(
  { db, wireGroups }: NewDevicesDependencies,
  caller: Caller,
  plan: RowPlan,
  at: Date,
): Promise<RowResult> {
  const { row, planned, faults } = plan;
  if (planned === null) return faulty(row, faults);
  try {
    return await db.transaction(async (tx) => {
      await addPlanned(tx, caller, { planned, at, wireGroups });
      throw new RolledBack();
    });
  } catch (error) {
    return error instanceof RolledBack ? ready(row, planned) : refused(db, caller, row, error);
  }
}

/** Rolls the transaction back. */
class RolledBack extends Error {}

async function importRow(deps: NewDevicesDependencies, caller: Caller, given: ImportRow, at: Date): Promise<RowResult> {
  const { row, planned, faults } = await planRow(deps.db, caller, given);
  if (planned === null) return faulty(row, faults);
  try {
    return await commitAndPublish(deps, async (tx, changes) => {
      const { wireGroups } = deps;
      const { device, from, token, audit } = await addPlanned(tx, caller, { planned, at, wireGroups });
      await recordAllAudit(tx, audit);
      changes.publish(deviceEvent(device, planned.customer.firmName, from));
      changes.commandsOf(device.deviId);
      return { ...ready(row, planned), deviId: device.deviId, token };
    });
  } catch (error) {
    return refused(deps.db, caller, row, error);
  }
}

/** The faults by which a row could not be added, which another call may have caused meanwhile, perhaps with the same file. */
async function refused(db: Database, caller: Caller, row: ImportRow, error: unknown): Promise<RowResult> {
  const fault = faultOf(error);
  const { planned, faults } = await planRow(db, caller, row);
  return faulty(row, planned === null ? faults : [fault]);
}

const faulty = (row: ImportRow, faults: Fault[]): RowResult => ({
  ...{ ...readOf(row), origin: null, faults },
  ...{ deviId: null, token: null },
});

const ready = (row: ImportRow, { unit }: PlannedDevice): RowResult => ({
  ...{ ...readOf(row), origin: unit === null ? 'stock' : 'new', faults: [] },
  ...{ deviId: null, token: null },
});

const readOf = ({ line, serial, identity, phone }: ImportRow) => ({
  line,
  read: { serial, identity, phone },
});

/** Adds the device of a row, with the audit entries of it, which are not recorded yet. */
async function addPlanned(
  tx: Database,
  caller: Caller,
  { planned, at, wireGroups }: { planned: PlannedDevice; at: Date } & Pick<NewDevicesDependencies, 'wireGroups'>,
) {
  const { serial, name, customer, unit } = planned;
  const addition = { deviceSerialNumber: serial, deviceName: name, custId: customer.custId };
  const added =
    unit === null
      ? await addFromStock(tx, caller, { ...addition, at }, wireGroups)
      : await addNew(tx, caller, { ...addition, unit });
  const { device, audit } = await describe(tx, caller, added.device, planned, at);
  return { ...added, device, audit: [...auditOfAdded(added, caller, at), ...audit] };
}

/** Tags a device that was added and writes its note, where the row has them. */
async function describe(
  tx: Database,
  caller: Caller,
  device: DeviceRecord,
  { tag, note }: PlannedDevice,
  at: Date,
): Promise<{ device: DeviceRecord; audit: AuditEntry[] }> {
  const { deviId, custId, userTag } = device;
  const about = { at, by: caller, custId, deviId };
  const audit: AuditEntry[] = [];
  let now = device;
  if (tag !== null && tag !== userTag) {
    now = await changeDevice(tx, deviId, { userTag: tag });
    audit.push({ ...about, action: 'device.userTag', before: { userTag }, after: { userTag: tag } });
  }
  if (note !== '') {
    now = await saveNote(tx, now, { note, sms: false, at, userId: caller.userId });
    audit.push({ ...about, action: 'note.saved', after: { removed: false, sms: false } });
  }
  return { device: now, audit };
}

/** Maps the error of a single addition to a fault of its row; throws any other error. */
function faultOf(error: unknown): Fault {
  const fault = error instanceof AppError ? faultByCode(error) : undefined;
  if (fault === undefined) throw error;
  return fault;
}

function faultByCode({ code, errors }: AppError): Fault | undefined {
  if (code === 'notInStock' || code === 'notAllowed') return RowFaults.at('serial', 'notInStock');
  if (code === 'openAlarm') return RowFaults.at('serial', 'openAlarm');
  // The serial number was free at the check.
  if (code === 'serialTaken') return RowFaults.at('identity', 'taken');
  const path = errors?.[0]?.path;
  if (path === 'unit.identity') return RowFaults.at('identity', 'invalid');
  return path === 'unit.phone' ? RowFaults.at('phone', 'invalid') : undefined;
}
