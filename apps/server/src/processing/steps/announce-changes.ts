import { laterCustomers } from '#domain/devices/assignments.ts';
import { presentDeviceChange } from '#domain/devices/device-change.ts';
import { presentTransaction } from '#domain/transactions/present-transaction.ts';
import type { Batch } from '../batch.ts';

/** Says what changed, field by field, to be published once it is committed. Alarms stand before it in the list. */
export async function announceChanges(batch: Batch): Promise<void> {
  for (const device of batch.devices.values()) {
    if (!device.changed) continue;
    const { deviId, custId } = device.before;
    batch.events.push({
      type: 'device',
      deviId,
      custId,
      change: presentDeviceChange(device.before, device.now, device.custName),
    });
  }
  for (const rows of Map.groupBy(batch.stored, ({ assignmentId }) => assignmentId).values()) {
    const [first] = rows;
    if (first === undefined) continue;
    const { deviId, custId } = first;
    const assignments = batch.devices.get(deviId)?.assignments ?? [];
    const laterCustIds = laterCustomers(assignments, first.assignmentId);
    const transactions = rows.map(presentTransaction);
    batch.events.push({ type: 'transactions', deviId, custId, laterCustIds, transactions });
  }
  for (const deviId of batch.settingsChanged) {
    const device = batch.devices.get(deviId);
    if (device !== undefined) batch.events.push({ type: 'settings', deviId, custId: device.before.custId });
  }
}
