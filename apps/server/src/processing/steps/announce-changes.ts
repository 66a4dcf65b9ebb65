import { laterCustomers } from '#domain/devices/assignments.ts';
import { deviceEvent } from '#domain/devices/device-events.ts';
import { transactionsEvent } from '#domain/transactions/present-transaction.ts';
import type { Batch } from '../batch.ts';

/** Collects device events for publishing after the commit. Alarms precede them in the list. */
export async function announceChanges(batch: Batch): Promise<void> {
  for (const device of batch.devices.values()) {
    if (!device.changed) continue;
    batch.events.push(deviceEvent(device.now, device.custName));
  }
  for (const rows of Map.groupBy(batch.stored, ({ assignmentId }) => assignmentId).values()) {
    const [first, ...more] = rows;
    if (first === undefined) continue;
    const assignments = batch.devices.get(first.deviId)?.assignments ?? [];
    batch.events.push(transactionsEvent([first, ...more], laterCustomers(assignments, first.assignmentId)));
  }
  for (const deviId of batch.changedPages) {
    const device = batch.devices.get(deviId);
    if (device !== undefined) batch.events.push({ type: 'devicePage', deviId, custId: device.before.custId });
  }
}
