import type { AccessPoint } from '@varde/catalogue/report';
import type { LiveEvent } from '@varde/contract/events';
import { devicesScanning, scanSeconds } from '#domain/commands/wifi-scans.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { scannedPoints } from '#domain/devices/scanned-points.ts';
import type { Database } from '#platform/database/database.ts';
import { isPresent } from '../assignment-of.ts';
import { type Batch, isMessage } from '../batch.ts';
import { besideAlarms } from '../beside-alarms.ts';

/** A message that lists what a device heard. */
interface Heard {
  device: DeviceRecord;
  accessPoints: readonly AccessPoint[];
  receivedAt: number;
}

/** Sends subscribers of a running scan what the device hears, after the commit. */
export async function reportScans(batch: Batch): Promise<void> {
  const heard = batch.entries
    .filter(isMessage)
    .filter(({ device }) => scanSeconds(device.before.dehaId) > 0)
    .flatMap(({ device, samples, rows, uplink: { receivedAt } }) =>
      samples.flatMap(({ accessPoints, historical }, index) =>
        accessPoints !== undefined && !historical && isPresent(device, rows[index]?.assignmentId ?? null)
          ? [{ device: device.before, accessPoints, receivedAt }]
          : [],
      ),
    );
  const events = await besideAlarms(batch, 'scans', heard, (tx, some) => eventsOf(tx, batch.now, some));
  batch.events.push(...events.flat());
}

async function eventsOf(tx: Database, now: number, heard: readonly Heard[]): Promise<LiveEvent[]> {
  const devices = heard.map(({ device: { deviId, dehaId } }) => ({ deviId, dehaId }));
  const scanning = await devicesScanning(tx, devices, now);
  return [...Map.groupBy(heard, ({ device }) => device)].flatMap(([{ deviId, custId }, messages]) =>
    scanning.has(deviId)
      ? [{ type: 'accessPointScan' as const, deviId, custId, accessPoints: scannedPoints(messages) }]
      : [],
  );
}
