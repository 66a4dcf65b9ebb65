import type { LiveEvent } from '@varde/contract/events';
import { hearSensors, keepSensorReports, withLowBattery } from '#domain/sensors/keep-reports.ts';
import { sensorsNamed } from '#domain/sensors/list-sensors.ts';
import { presentLearningSensor, presentWalkTestRow } from '#domain/sensors/present-sensor.ts';
import { type Batch, type MessageEntry, openMessages } from '../batch.ts';
import type { TrackedDevice } from '../tracked-device.ts';

/**
 * Stores what units report about their sensors, and finds the sensors that messages are about. An uplink that makes it
 * fail is retried with its alarms alone (`alarm-only.ts`), so that no fault in it keeps an alarm from being raised.
 */
export async function keepSensors(batch: Batch): Promise<void> {
  const messages = openMessages(batch);
  // While several connections claim the device, their reports do not count.
  const reporting = messages.filter(({ uplink }) => uplink.report.sensors && uplink.contested !== true);
  if (reporting.length > 0) {
    await keepSensorReports(batch.tx, reporting.map(reportOf));
    const devices = [...new Set(reporting.map(({ device }) => device))];
    await setLowBattery(batch, devices);
    for (const device of devices) batch.events.push(...(await eventsOf(batch, device, reporting)));
  }
  await nameSensors(batch, messages);
}

const reportOf = ({ device, uplink }: MessageEntry) => ({
  deviId: device.before.deviId,
  report: uplink.report.sensors ?? {},
  at: new Date(uplink.receivedAt),
});

async function setLowBattery({ tx }: Batch, devices: readonly TrackedDevice[]): Promise<void> {
  const deviIds = devices.map(({ before }) => before.deviId);
  const low = await withLowBattery(tx, deviIds);
  for (const device of devices) {
    const isLow = low.has(device.before.deviId);
    if (isLow === device.flags.has('sensorLowBattery')) continue;
    if (isLow) device.flags.add('sensorLowBattery');
    else device.flags.delete('sensorLowBattery');
    device.changed = true;
  }
}

/** For those who follow the local learning or the walk test of a device. */
async function eventsOf(
  { tx }: Batch,
  device: TrackedDevice,
  reporting: readonly MessageEntry[],
): Promise<LiveEvent[]> {
  const { deviId, custId } = device.before;
  const reports = reporting.filter((entry) => entry.device === device).map(reportOf);
  const ids = (of: 'found' | 'measured') =>
    new Set(reports.flatMap(({ report }) => (report[of] ?? []).map(({ gatewayId }) => gatewayId)));
  const [found, measured] = [ids('found'), ids('measured')];
  if (found.size + measured.size === 0) return [];
  const named = await sensorsNamed(tx, deviId, [...found, ...measured]);
  const learning = named.filter(({ gatewayId }) => found.has(gatewayId)).map(presentLearningSensor);
  const walkTest = named
    .filter(({ gatewayId, saved }) => saved && measured.has(gatewayId))
    .map(presentWalkTestRow);
  return [{ type: 'sensors', deviId, custId, learning, walkTest }];
}

async function nameSensors({ tx }: Batch, messages: readonly MessageEntry[]): Promise<void> {
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
  if (heard.length === 0) return;
  const byDevice = Map.groupBy(await hearSensors(tx, heard), ({ deviId }) => deviId);
  for (const entry of messages) {
    const known = byDevice.get(entry.device.before.deviId) ?? [];
    entry.sensors = new Map(known.map((sensor) => [sensor.gatewayId, sensor]));
  }
}
