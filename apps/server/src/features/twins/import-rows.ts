import { hardwareList } from '@varde/catalogue/hardware/index';
import type { ImportFault, ImportRow } from '@varde/contract/device-import';
import { neededLine } from '@varde/contract/fields';
import type { ImportColumn } from '@varde/contract/import-columns';
import { and, inArray, isNull, or, sql } from 'drizzle-orm';
import { customers } from '#domain/customers/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import type { Database } from '#platform/database.ts';
import type { Caller, Scope } from '#platform/http/caller.ts';
import { withinScope } from '#platform/scope-condition.ts';
import { mayRegister, type NewUnit } from './add-unit.ts';

export interface Fault {
  column: ImportColumn;
  fault: ImportFault;
  otherLine: number | null;
}

/** The device that a row without faults adds. */
export interface PlannedDevice {
  serial: string;
  name: string;
  customer: Customer;
  /** Null for a unit in stock. */
  unit: NewUnit | null;
}

type Customer = Pick<typeof customers.$inferSelect, 'custId' | 'firmName' | 'orgNumber'>;

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

/** Reads rows for a caller: the device of each, or its faults. */
export async function planRows(tx: Database, caller: Caller, rows: readonly ImportRow[]) {
  const trimmed = rows.map((row) => ({ ...row, ...trimmedCells(row) }));
  const scope = caller.scopeOf('ADD_DEVICE_MENU');
  const lookups = {
    customers: await customersNamed(tx, scope, trimmed),
    units: await unitsNumbered(tx, scope, trimmed),
    mayRegister: mayRegister(caller),
    seen: { serial: new Map<string, number>(), identity: new Map<string, number>() },
  };
  return trimmed.map((row) => {
    const faults = new RowFaults();
    const planned = readRow(row, lookups, faults);
    return { line: row.line, planned: faults.all.length > 0 ? null : planned, faults: faults.all };
  });
}

const trimmedCells = ({ line: _, ...cells }: ImportRow) =>
  Object.fromEntries(Object.entries(cells).map(([column, text]) => [column, text.trim()])) as Omit<
    ImportRow,
    'line'
  >;

interface Lookups {
  customers: ReadonlyMap<string, Customer[]>;
  units: ReadonlyMap<string, Unit>;
  mayRegister: boolean;
  /** The line of each one's first occurrence. */
  seen: Record<'serial' | 'identity', Map<string, number>>;
}

function readRow(row: ImportRow, lookups: Lookups, faults: RowFaults): PlannedDevice | null {
  const serial = lineIn(row, 'serial', 40, faults);
  const name = lineIn(row, 'name', 80, faults);
  const customer = customerIn(row, lookups, faults);
  firstOnly(row, 'serial', lookups, faults);
  const unit = serial === null ? null : unitIn(row, lookups, faults);
  return serial === null || name === null || customer === null ? null : { serial, name, customer, unit };
}

function lineIn(
  row: ImportRow,
  column: 'serial' | 'name' | 'identity',
  max: number,
  faults: RowFaults,
): string | null {
  if (row[column] === '') return faults.add(column, 'missing');
  return neededLine(max).safeParse(row[column]).success ? row[column] : faults.add(column, 'invalid');
}

function customerIn({ customer }: ImportRow, { customers: known }: Lookups, faults: RowFaults) {
  if (customer === '') return faults.add('customer', 'missing');
  const [found, another] = known.get(keyOf(customer)) ?? [];
  if (found === undefined) return faults.add('customer', 'unknownCustomer');
  return another === undefined ? found : faults.add('customer', 'severalCustomers');
}

function firstOnly(
  row: ImportRow,
  column: 'serial' | 'identity',
  { seen }: Lookups,
  faults: RowFaults,
): void {
  const text = row[column];
  const first = seen[column].get(text);
  if (first !== undefined) faults.add(column, 'repeated', first);
  else if (text !== '') seen[column].set(text, row.line);
}

/** The unit to register; null for one in stock, or with a fault. */
function unitIn(row: ImportRow, lookups: Lookups, faults: RowFaults): NewUnit | null {
  const unit = lookups.units.get(row.serial);
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
  const found = hardwareList.find(
    ({ dehaId, name }) => String(dehaId) === hardware || keyOf(name) === keyOf(hardware),
  );
  return found?.dehaId ?? faults.add('hardware', 'unknownHardware');
}

/** A unit in stock has its type, identity and number: a row with different ones means another unit. */
function requireSameUnit(row: ImportRow, unit: Unit, faults: RowFaults): null {
  if (row.hardware !== '') {
    const dehaId = hardwareIn(row, faults);
    if (dehaId !== null && dehaId !== unit.dehaId) faults.add('hardware', 'notOfStock');
  }
  if (row.identity !== '' && !unit.identities.includes(row.identity)) faults.add('identity', 'notOfStock');
  if (row.phone !== '' && row.phone !== unit.phone) faults.add('phone', 'notOfStock');
  return null;
}

const keyOf = (text: string): string => text.toLowerCase();

/** The customers in scope by name and organisation number. */
async function customersNamed(tx: Database, scope: Scope, rows: readonly ImportRow[]) {
  const wanted = [...new Set(rows.map(({ customer }) => keyOf(customer)))];
  const found = await tx
    .select({ custId: customers.custId, firmName: customers.firmName, orgNumber: customers.orgNumber })
    .from(customers)
    .where(
      and(
        withinScope(customers.custId, scope),
        or(
          sql`search_words(${customers.firmName}) = any(${sql.param(wanted)}::text[])`,
          sql`${customers.orgNumber} = any(${sql.param(wanted)}::text[])`,
        ),
      ),
    );
  const byKey = new Map<string, Customer[]>();
  for (const customer of found)
    for (const key of new Set([keyOf(customer.firmName), customer.orgNumber ?? '']))
      byKey.set(key, [...(byKey.get(key) ?? []), customer]);
  return byKey;
}

interface Unit {
  serial: string;
  dehaId: number;
  phone: string | null;
  identities: string[];
  /** In stock in the caller's scope. */
  isFree: boolean;
}

/** Units with these serial numbers that the caller may know about, by serial number. */
async function unitsNumbered(tx: Database, scope: Scope, rows: readonly ImportRow[]) {
  const found = await tx
    .select({
      serial: devices.deviceSerialNumber,
      dehaId: devices.dehaId,
      phone: devices.formattedPhoneNumE164,
      identities: sql<
        string[]
      >`array(select i.identity from device_identities i where i.devi_id = devices.devi_id)`,
      isFree: sql<boolean>`${devices.twin} = 'NONE' and exists (
        select from customers c where c.cust_id = devices.cust_id and c.kind = 'stock')`,
    })
    .from(devices)
    .where(
      and(
        inArray(
          devices.deviceSerialNumber,
          rows.map(({ serial }) => serial),
        ),
        isNull(devices.deletedAt),
        withinScope(devices.custId, scope),
      ),
    );
  return new Map<string, Unit>(found.map((unit) => [unit.serial, unit]));
}
