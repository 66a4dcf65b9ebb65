import type { api } from '@varde/contract/api';
import type { ImportRow } from '@varde/contract/device-import';
import type { HandlerOutput } from '@varde/contract/endpoint';
import { type AuditEntry, recordAllAudit } from '#domain/audit/audit.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { changeDevice } from '#domain/devices/change-device.ts';
import { saveNote } from '#domain/devices/device-note.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { lockSerials } from '#domain/devices/lock-devices.ts';
import { deviceEvent } from '#domain/events.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { type Added, addFromStock, addNew, auditOfAdded } from './add-unit.ts';
import { type Fault, type PlannedDevice, planRows, RowFaults } from './import-rows.ts';

type ImportHandlers = Pick<Handlers<(typeof api)['twins']>, 'importDevices'>;
type Imported = HandlerOutput<(typeof api)['twins']['importDevices']>;
type RowResult = Imported['rows'][number];
type Plan = Awaited<ReturnType<typeof planRows>>[number];

export function importHandlers({
  db,
  bus,
  clock,
}: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>): ImportHandlers {
  return {
    async importDevices({ body: { rows, dryRun } }, caller) {
      const at = new Date(clock.now());
      const tried = await tryRows(db, caller, rows, at);
      if (dryRun || hasFaults(tried)) return { imported: false, rows: tried };
      return unlessRolledBack(
        commitAndPublish({ db, bus }, async (tx, changes) => {
          const outcomes = await addAll(tx, caller, await planRows(tx, caller, rows), at);
          const results = outcomes.map(({ result }) => result);
          if (hasFaults(results)) throw new RolledBack(results);
          const added = outcomes.flatMap((outcome) => outcome.added ?? []);
          await recordAllAudit(
            tx,
            added.flatMap(({ audit }) => audit),
          );
          for (const { device, from, custName } of added)
            changes.publish(deviceEvent(device, custName, from));
          return { imported: true, rows: results };
        }),
      );
    },
  };
}

const hasFaults = (results: readonly RowResult[]) => results.some(({ faults }) => faults.length > 0);

/** Alarms wait for a transaction of the embedded database, so a dry run, which can be repeated at will, is several. */
const triedAtOnce = 20;

/** Adds the rows and takes them back, which finds all their faults. */
async function tryRows(
  db: Database,
  caller: Caller,
  rows: readonly ImportRow[],
  at: Date,
): Promise<RowResult[]> {
  const plans = await planRows(db, caller, rows);
  const results = [];
  for (let from = 0; from < plans.length; from += triedAtOnce) {
    const tried = await unlessRolledBack(
      db.transaction(async (tx) => {
        const outcomes = await addAll(tx, caller, plans.slice(from, from + triedAtOnce), at);
        throw new RolledBack(outcomes.map(({ result }) => result));
      }),
    );
    results.push(...tried.rows);
  }
  return results;
}

async function unlessRolledBack(work: Promise<Imported>): Promise<Imported> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
    return { imported: false, rows: error.results.map((row) => ({ ...row, deviId: null, token: null })) };
  }
}

/** Rolls the transaction back. */
class RolledBack extends Error {
  readonly results: RowResult[];
  constructor(results: RowResult[]) {
    super('the rows were only tried, or have faults');
    this.results = results;
  }
}

interface Outcome {
  result: RowResult;
  added: (Added & { custName: string; audit: AuditEntry[] }) | null;
}

async function addAll(tx: Database, caller: Caller, plans: readonly Plan[], at: Date): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  await lockSerials(
    tx,
    plans.flatMap(({ planned }) => planned?.serial ?? []),
  );
  for (const plan of plans) outcomes.push(await addRow(tx, caller, plan, at));
  return outcomes;
}

async function addRow(
  tx: Database,
  caller: Caller,
  { line, planned, faults }: Plan,
  at: Date,
): Promise<Outcome> {
  const faulty = (found: Fault[]): Outcome => ({
    result: { line, origin: null, faults: found, deviId: null, token: null },
    added: null,
  });
  if (planned === null) return faulty(faults);
  try {
    const added = await addPlanned(tx, caller, planned, at);
    const { device, audit } = await describe(tx, caller, added.device, planned, at);
    const origin = planned.unit === null ? 'stock' : 'new';
    const { deviId } = added.device;
    return {
      result: { line, origin, faults: [], deviId, token: added.token },
      added: {
        ...added,
        device,
        custName: planned.customer.firmName,
        audit: [...auditOfAdded(added, caller, at), ...audit],
      },
    };
  } catch (error) {
    const fault = error instanceof AppError ? faultOf(error) : undefined;
    if (fault === undefined) throw error;
    return faulty([fault]);
  }
}

function addPlanned(tx: Database, caller: Caller, planned: PlannedDevice, at: Date): Promise<Added> {
  const { serial, name, customer, unit } = planned;
  const addition = { deviceSerialNumber: serial, deviceName: name, custId: customer.custId };
  return unit === null
    ? addFromStock(tx, caller, { ...addition, at })
    : addNew(tx, caller, { ...addition, unit });
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

/** Maps the error of a single addition to a fault of its row. */
function faultOf({ code, errors }: AppError): Fault | undefined {
  if (code === 'notInStock' || code === 'notAllowed') return RowFaults.at('serial', 'notInStock');
  if (code === 'openAlarm') return RowFaults.at('serial', 'openAlarm');
  // The serial number was free at the check.
  if (code === 'serialTaken') return RowFaults.at('identity', 'taken');
  const path = errors?.[0]?.path;
  if (path === 'unit.identity') return RowFaults.at('identity', 'invalid');
  return path === 'unit.phone' ? RowFaults.at('phone', 'invalid') : undefined;
}
