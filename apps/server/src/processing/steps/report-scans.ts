import { devicesScanning } from '#domain/commands/wifi-scans.ts';
import { scannedPoints } from '#domain/devices/scanned-points.ts';
import { isPresent } from '../assignment-of.ts';
import { type Batch, isMessage } from '../batch.ts';

/** Sends subscribers of a running scan what the device hears, after the commit. */
export async function reportScans(batch: Batch): Promise<void> {
  const heard = batch.entries
    .filter(isMessage)
    .flatMap(({ device, samples, rows, uplink: { receivedAt } }) =>
      samples.flatMap(({ accessPoints, historical }, index) =>
        accessPoints !== undefined && !historical && isPresent(device, rows[index]?.assignmentId ?? null)
          ? [{ device: device.before, accessPoints, receivedAt }]
          : [],
      ),
    );
  if (heard.length === 0) return;
  const devices = heard.map(({ device: { deviId, dehaId } }) => ({ deviId, dehaId }));
  const scanning = await devicesScanning(batch.tx, devices, batch.now);
  for (const [deviId, messages] of Map.groupBy(heard, ({ device }) => device.deviId)) {
    const [first] = messages;
    if (first === undefined || !scanning.has(deviId)) continue;
    const { custId } = first.device;
    batch.events.push({ type: 'accessPointScan', deviId, custId, accessPoints: scannedPoints(messages) });
  }
}
