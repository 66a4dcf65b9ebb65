import type { LiveEvent } from '@varde/contract/events';
import { hearSensors, keepSensorReports, withLowBattery } from '#domain/sensors/keep-reports.ts';
import { sensorsNamed } from '#domain/sensors/list-sensors.ts';
import { presentLearningSensor, presentWalkTest } from '#domain/sensors/present-sensor.ts';
import { keepSensorImages, type ReportedImage } from '#domain/sensors/sensor-images.ts';
import type { Database } from '#platform/database/database.ts';
import { type Batch, type MessageEntry, openMessages } from '../batch.ts';
import { besideAlarms } from '../beside-alarms.ts';
import type { TrackedDevice } from '../tracked-device.ts';

/** Stores what units report about their sensors, and finds the sensors that messages are about. */
export async function keepSensors(batch: Batch): Promise<void> {
  const messages = openMessages(batch);
  // While several connections claim the device, their reports do not count.
  const reporting = messages.filter(({ uplink }) => uplink.report.sensors && uplink.contested !== true);
  const kept = await besideAlarms(batch, 'reports of sensors', reporting, keepReports);
  for (const { low, events, withImage } of kept) {
    for (const deviId of withImage) batch.changedPages.add(deviId);
    for (const [device, isLow] of low) setLowBattery(device, isLow);
    batch.events.push(...events);
  }
  const about = messages.filter(({ uplink }) => uplink.report.samples.some(({ sensor }) => sensor !== undefined));
  const named = await besideAlarms(batch, 'names of sensors', about, nameSensors);
  for (const { entry, sensors } of named.flat()) entry.sensors = sensors;
}

const reportOf = ({ device, uplink }: MessageEntry) => ({
  deviId: device.before.deviId,
  report: uplink.report.sensors ?? {},
  at: new Date(uplink.receivedAt),
});

interface Kept {
  low: [device: TrackedDevice, isLow: boolean][];
  events: LiveEvent[];
  /** Devices with a new image of a sensor. */
  withImage: number[];
}

async function keepReports(tx: Database, reporting: readonly MessageEntry[]): Promise<Kept> {
  const changed = await keepSensorReports(tx, reporting.map(reportOf));
  const devices = [...new Set(reporting.map(({ device }) => device))];
  const low = await withLowBattery(
    tx,
    devices.map(({ before }) => before.deviId),
  );
  const events: LiveEvent[] = [];
  for (const device of devices) {
    const its = reporting.filter((entry) => entry.device === device);
    events.push(...(await eventsOf(tx, device, its, changed.has(device.before.deviId))));
  }
  return {
    low: devices.map((device) => [device, low.has(device.before.deviId)]),
    events,
    withImage: await keepSensorImages(tx, reporting.flatMap(imageOf)),
  };
}

function imageOf(entry: MessageEntry): ReportedImage[] {
  const { deviId, report, at } = reportOf(entry);
  if (report.image === undefined) return [];
  const { gatewayId, mediaType, data } = report.image;
  return [{ devi_id: deviId, gateway_id: gatewayId, media_type: mediaType, data, at: at.toISOString() }];
}

function setLowBattery(device: TrackedDevice, isLow: boolean): void {
  if (isLow === device.flags.has('sensorLowBattery')) return;
  if (isLow) device.flags.add('sensorLowBattery');
  else device.flags.delete('sensorLowBattery');
  device.changed = true;
}

/** For those who follow the local learning or the walk test of a device, and for lists that are filtered by a sensor. */
async function eventsOf(
  tx: Database,
  device: TrackedDevice,
  reporting: readonly MessageEntry[],
  changed: boolean,
): Promise<LiveEvent[]> {
  const { deviId, custId } = device.before;
  const reports = reporting.map(reportOf);
  const ids = (of: 'found' | 'measured') =>
    new Set(reports.flatMap(({ report }) => (report[of] ?? []).map(({ gatewayId }) => gatewayId)));
  const [found, measured] = [ids('found'), ids('measured')];
  const isFollowed = found.size + measured.size > 0;
  if (!changed && !isFollowed) return [];
  const named = isFollowed ? await sensorsNamed(tx, deviId, [...found, ...measured]) : [];
  const learning = named.filter(({ gatewayId }) => found.has(gatewayId)).map(presentLearningSensor);
  const tested = named.filter(({ gatewayId, saved }) => saved && measured.has(gatewayId));
  const walkTest = tested.length === 0 ? [] : await presentWalkTest(tx, custId, tested);
  return [{ type: 'sensors', deviId, custId, learning, walkTest, ...(changed && { changed }) }];
}

interface Named {
  entry: MessageEntry;
  sensors: MessageEntry['sensors'];
}

async function nameSensors(tx: Database, messages: readonly MessageEntry[]): Promise<Named[]> {
  const heard = messages.flatMap(({ device, uplink }) =>
    uplink.report.samples.flatMap(({ sensor }) =>
      sensor === undefined
        ? []
        : [
            {
              devi_id: device.before.deviId,
              gateway_id: sensor,
              at: new Date(uplink.receivedAt).toISOString(),
            },
          ],
    ),
  );
  const byDevice = Map.groupBy(await hearSensors(tx, heard), ({ deviId }) => deviId);
  return messages.map((entry) => {
    const known = byDevice.get(entry.device.before.deviId) ?? [];
    return { entry, sensors: new Map(known.map((sensor) => [sensor.gatewayId, sensor])) };
  });
}
