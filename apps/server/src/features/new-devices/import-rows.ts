import { enteredCode, enteredDeviceNumber, nameKey } from '@varde/catalogue/entered-text';
import { hardwareList } from '@varde/catalogue/hardware/index';
import type { Policy } from '@varde/catalogue/permissions';
import { identityIn, registrationProtocol } from '@varde/catalogue/protocols';
import { type UserTag, userTags } from '@varde/catalogue/user-tags';
import type { ImportFault, ImportRow } from '@varde/contract/device-import';
import { neededLine } from '@varde/contract/fields';
import { noteForm } from '@varde/contract/forms';
import type { ImportColumn } from '@varde/contract/import-columns';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { mayRegister, type NewUnit } from './add-unit.ts';
import { customersNamed, type ImportCustomer, type StockedUnit, unitsNumbered } from './import-lookups.ts';

export interface Fault {
  column: ImportColumn;
  fault: ImportFault;
  otherLine: number | null;
}

/** The device that a row without faults adds. */
export interface PlannedDevice {
  serial: string;
  name: string;
  customer: ImportCustomer;
  /** Null: as it is. */
  tag: UserTag | null;
  /** Empty: none. */
  note: string;
  /** Null for a unit in stock. */
  unit: NewUnit | null;
}

/** The faults of one row. */
export class RowFaults {
  readonly all: Fault[] = [];
  static at = (column: ImportColumn, fault: ImportFault, otherLine: number | null = null): Fault => ({
    column,
    fault,
    otherLine,
  });
  add(column: ImportColumn, fault: ImportFault, otherLine: number | null = null): null {
    this.all.push(RowFaults.at(column, fault, otherLine));
    return null;
  }
}

/** What a row says. */
export interface RowPlan {
  row: ImportRow;
  /** Null: it has faults. */
  planned: PlannedDevice | null;
  faults: Fault[];
}

/** Reads one row for a caller, as the units and customers are now. */
export async function planRow(db: Database, caller: Caller, row: ImportRow): Promise<RowPlan> {
  const [plan] = await planRows(db, caller, [row]);
  if (plan === undefined) throw new Error('a row without a plan');
  return plan;
}

/** Reads the rows of a file for a caller: the device of each, or its faults. */
export async function planRows(db: Database, caller: Caller, rows: readonly ImportRow[]): Promise<RowPlan[]> {
  const read = rows.map(enteredRow);
  const scope = caller.scopeOf('ADD_DEVICE_MENU');
  const lookups = {
    customers: await customersNamed(db, scope, read),
    units: await unitsNumbered(db, scope, read),
    may: (policy: Policy, custId: number) => caller.acting.may(policy, custId),
    mayRegister: mayRegister(caller),
    seen: { serial: new Map<string, number>(), identity: new Map<string, number>() },
  };
  return read.map((row) => {
    const faults = new RowFaults();
    const planned = readRow(row, lookups, faults);
    return { row, planned: faults.all.length > 0 ? null : planned, faults: faults.all };
  });
}

/** A row with its numbers as they are stored; an identity of another protocol than that of its type stays as it is typed. */
function enteredRow(row: ImportRow): ImportRow {
  const hardware = hardwareNamed(row.hardware);
  const identity = hardware && identityIn(registrationProtocol(hardware), row.identity);
  return {
    ...row,
    serial: enteredCode(row.serial),
    identity: identity ?? enteredCode(row.identity),
    phone: enteredDeviceNumber(row.phone),
  };
}

interface Lookups {
  customers: ReadonlyMap<string, ImportCustomer[]>;
  units: ReadonlyMap<string, StockedUnit>;
  may(policy: Policy, custId: number): boolean;
  mayRegister: boolean;
  /** The line of each one's first occurrence. */
  seen: Record<'serial' | 'identity', Map<string, number>>;
}

function readRow(row: ImportRow, lookups: Lookups, faults: RowFaults): PlannedDevice | null {
  const serial = lineIn(row, 'serial', 40, faults);
  const name = lineIn(row, 'name', 80, faults);
  const customer = customerIn(row, lookups, faults);
  firstOnly(row, 'serial', lookups, faults);
  const unit = serial === null ? null : unitIn(row, customer, lookups, faults);
  const tag = tagIn(row, faults);
  const note = noteForm.shape.note.safeParse(row.note).success ? row.note : faults.add('note', 'invalid');
  if (serial === null || name === null || customer === null || note === null) return null;
  if (tag !== null && !lookups.may('DEVICE_INFO', customer.custId)) faults.add('tag', 'notAllowed');
  if (note !== '' && !lookups.may('DEVICE_NOTE', customer.custId)) faults.add('note', 'notAllowed');
  return { serial, name, customer, tag, note, unit };
}

function lineIn(row: ImportRow, column: 'serial' | 'name' | 'identity', max: number, faults: RowFaults): string | null {
  if (row[column] === '') return faults.add(column, 'missing');
  return neededLine(max).safeParse(row[column]).success ? row[column] : faults.add(column, 'invalid');
}

function customerIn({ customer }: ImportRow, { customers: known }: Lookups, faults: RowFaults) {
  if (customer === '') return faults.add('customer', 'missing');
  const [found, another] = known.get(nameKey(customer)) ?? [];
  if (found === undefined) return faults.add('customer', 'unknownCustomer');
  return another === undefined ? found : faults.add('customer', 'severalCustomers');
}

function tagIn({ tag }: ImportRow, faults: RowFaults): UserTag | null {
  if (tag === '') return null;
  return userTags.find((known) => known === tag) ?? faults.add('tag', 'unknownTag');
}

function firstOnly(row: ImportRow, column: 'serial' | 'identity', { seen }: Lookups, faults: RowFaults): void {
  const text = row[column];
  const first = seen[column].get(text);
  if (first !== undefined) faults.add(column, 'repeated', first);
  else if (text !== '') seen[column].set(text, row.line);
}

/** The unit to register; null for one in stock, or with a fault. */
function unitIn(row: ImportRow, customer: ImportCustomer | null, lookups: Lookups, faults: RowFaults): NewUnit | null {
  const unit = lookups.units.get(row.serial);
  // By this file, of which a part was imported, or by another call with it.
  if (unit !== undefined && unit.custId === customer?.custId && unit.name === row.name)
    return faults.add('serial', 'imported');
  if (unit?.isFree) return requireSameUnit(row, unit, faults);
  if (!lookups.mayRegister) return faults.add('serial', 'notInStock');
  if (unit !== undefined) return faults.add('serial', 'taken');
  if (row.hardware === '' && row.identity === '') return faults.add('serial', 'notInStock');
  const identity = lineIn(row, 'identity', 40, faults);
  firstOnly(row, 'identity', lookups, faults);
  const dehaId = hardwareIn(row, faults);
  if (identity === null || dehaId === null) return null;
  return { dehaId, identity, phone: row.phone };
}

function hardwareIn({ hardware }: ImportRow, faults: RowFaults): number | null {
  if (hardware === '') return faults.add('hardware', 'missing');
  return hardwareNamed(hardware)?.dehaId ?? faults.add('hardware', 'unknownHardware');
}

/** Hardware by its number or name. */
const hardwareNamed = (text: string) =>
  hardwareList.find(({ dehaId, name }) => String(dehaId) === text || nameKey(name) === nameKey(text));

/** A unit in stock has its type, identity and number: a row with different ones means another unit. */
function requireSameUnit(row: ImportRow, unit: StockedUnit, faults: RowFaults): null {
  if (row.hardware !== '') {
    const dehaId = hardwareIn(row, faults);
    if (dehaId !== null && dehaId !== unit.dehaId) faults.add('hardware', 'notOfStock');
  }
  if (row.identity !== '' && !unit.identities.includes(row.identity)) faults.add('identity', 'notOfStock');
  if (row.phone !== '' && row.phone !== unit.phone) faults.add('phone', 'notOfStock');
  return null;
}
