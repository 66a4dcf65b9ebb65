import type { HandlerInput } from '@varde/contract/endpoint';
import type { saveIndoorLocation } from '@varde/contract/indoor-locations';
import { sql } from 'drizzle-orm';
import { customersAbove } from '#domain/customers/customers.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import {
  countIndoorLocations,
  findIndoorLocations,
  type IndoorLocationContent,
  type IndoorLocationRecord,
  ofAssignment,
  sharedWith,
} from '#domain/devices/indoor-locations.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { mayShareWith, rightsOn } from './present.ts';

/** Locations of one device, and of one customer. */
const mostLocations = 100;

type Body = HandlerInput<typeof saveIndoorLocation>['body'];

/** A location that belongs to the device, or that its customer shares. Throws `notFound`. */
export async function findVisible(
  tx: Database,
  { deviId, custId }: DeviceRecord,
  inloId: number,
): Promise<IndoorLocationRecord> {
  const own = ofAssignment(await presentAssignmentId(tx, deviId));
  const [found] = await findIndoorLocations(tx, sql`l.inlo_id = ${inloId} and (${own} or ${sharedWith(custId)})`);
  if (found === undefined) throw new AppError('notFound');
  return found;
}

interface Save {
  device: DeviceRecord;
  /** As it is stored; null: a new one. */
  known: IndoorLocationRecord | null;
  body: Body;
}

/** What is to be stored, if the caller may. Throws `notAllowed` and `validationFailed`. */
export async function contentOf(tx: Database, caller: Caller, save: Save): Promise<IndoorLocationContent> {
  const { device, known, body } = save;
  const before = known ?? { custId: 0, deviId: device.deviId };
  const rights = rightsOn(caller, before, device);
  if (!rights.edit) throw new AppError('notAllowed');
  if (body.custId !== before.custId) {
    if (before.custId > 0 && !rights.share) throw new AppError('notAllowed');
    await requireShare(tx, caller, device, body.custId);
  }
  const [lat = 0, lng = 0] = body.latLng.split(',').map(Number);
  return {
    custId: body.custId === 0 ? null : body.custId,
    ...(await bindingOf(tx, save)),
    ...{ name: body.name, address: body.address, lat, lng },
    points: body.indoorLocationDevices,
  };
}

/** Whether the caller may share with this customer: the owner of the device or one above it. */
async function requireShare(
  tx: Database,
  caller: Caller,
  { custId: owner }: DeviceRecord,
  custId: number,
): Promise<void> {
  if (custId === 0) return;
  const isInLine = custId === owner || (await customersAbove(tx, owner)).some((one) => one.custId === custId);
  if (!isInLine || !mayShareWith(caller, custId)) throw new AppError('notAllowed');
}

/** The device's own location belongs to it. A shared one is bound to it, to none, or as before. */
async function bindingOf(
  tx: Database,
  { device: { deviId }, known, body }: Save,
): Promise<Pick<IndoorLocationContent, 'boundTo'>> {
  if (body.deviId === deviId) return { boundTo: { assignmentId: await presentAssignmentId(tx, deviId), deviId } };
  if (body.custId > 0 && body.deviId === 0) return { boundTo: null };
  if (body.custId > 0 && body.deviId === known?.deviId) return {};
  throw new AppError('validationFailed', [{ path: 'body.deviId', message: 'is not this device' }]);
}

/** Bounds the locations of a device and of a customer. Throws `tooManyIndoorLocations`. */
export async function requireRoom(
  tx: Database,
  known: IndoorLocationRecord | null,
  { custId, boundTo }: IndoorLocationContent,
): Promise<void> {
  const joinsCustomer = custId !== null && custId !== known?.custId;
  const joinsDevice = boundTo != null && boundTo.deviId !== known?.deviId;
  const counts = [
    joinsCustomer ? await countIndoorLocations(tx, { custId }) : 0,
    joinsDevice ? await countIndoorLocations(tx, boundTo) : 0,
  ];
  if (counts.some((count) => count >= mostLocations)) throw new AppError('tooManyIndoorLocations');
}
