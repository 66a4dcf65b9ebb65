import { alarmTypes } from '@varde/catalogue/alarms';
import { messageTypes } from '@varde/catalogue/message-types';
import type { DeviceReport, Sample } from '@varde/catalogue/report';
import { maxKeptFields, maxKeptText } from '../kept-fields.ts';
import { maxEvents, maxHeard, maxSamples } from '../report-limits.ts';

const known = new Set<number>(messageTypes.map((type) => type.id));
const earliest = Date.UTC(2000, 0, 1);
/** The last second that 32 unsigned bits can hold. */
const latest = 0xffffffff * 1000;

/**
 * The impossible values in a report, as short sentences; empty when all are plausible. A decoder must not return such a
 * value, whatever a device sends. Used by the fuzz tests and for all captured frames.
 */
export function reportFaults(report: DeviceReport): string[] {
  const faults = report.samples.flatMap((sample, index) =>
    sampleFaults(sample).map((fault) => `sample ${index}: ${fault}`),
  );
  findNonFinite(report, 'report', faults);
  const { firmware = 0 } = report;
  if (!Number.isInteger(firmware) || !within(firmware, 0, 9999)) faults.push(`firmware ${firmware}`);
  if (report.samples.length > maxSamples + 1) faults.push(`${report.samples.length} samples`);
  const events = report.samples.reduce((sum, sample) => sum + sample.events.length, 0);
  if (events > maxEvents + alarmTypes.length) faults.push(`${events} events`);
  return faults;
}

function sampleFaults(sample: Sample): string[] {
  const faults: string[] = [];
  const expect = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  const { position, battery, health } = sample;
  expect(known.has(sample.metyId), `metyId ${sample.metyId} is not a message type`);
  expect(isPlausibleTime(sample.at), `time ${sample.at}`);
  for (const event of sample.events) {
    expect(known.has(event.metyId), `event metyId ${event.metyId} is not a message type`);
    expect(/^[A-Za-z][A-Za-z0-9]*$/.test(event.code), `event code ${event.code}`);
    expect(isPlausibleTime(event.at), `event time ${event.at}`);
  }
  if (position) {
    expect(Math.abs(position.lat) <= 90, `latitude ${position.lat}`);
    expect(Math.abs(position.lng) <= 180, `longitude ${position.lng}`);
    expect(position.lat !== 0 || position.lng !== 0, 'position 0,0');
    expect(within(position.course, 0, 359.999), `course ${position.course}`);
    expect(within(position.speed, 0, 2_000), `speed ${position.speed}`);
    expect(within(position.altitude, -32_768, 32_767), `altitude ${position.altitude}`);
    expect(within(position.accuracy, 0, 1e6), `accuracy ${position.accuracy}`);
    expect(within(position.hdop, 0, 1e4), `hdop ${position.hdop}`);
    expect(within(position.numSatellites, 0, 100), `satellites ${position.numSatellites}`);
  }
  expect(within(battery?.level, 0, 100), `battery ${battery?.level}`);
  expect(within(battery?.millivolts, 0, 100_000), `millivolts ${battery?.millivolts}`);
  expect(within(sample.gsmStrength, -113, 100), `signal ${sample.gsmStrength}`);
  expect(within(health?.heartRate, 20, 300), `heart rate ${health?.heartRate}`);
  expect(within(health?.systolic, 30, 300), `systolic ${health?.systolic}`);
  expect(within(health?.diastolic, 20, 250), `diastolic ${health?.diastolic}`);
  expect(within(health?.spo2, 30, 100), `spo2 ${health?.spo2}`);
  expect(within(health?.temperature, 20, 50), `temperature ${health?.temperature}`);
  for (const point of sample.accessPoints ?? []) {
    expect(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(point.macAddress), `mac ${point.macAddress}`);
    expect(within(point.lat, -90, 90) && within(point.lng, -180, 180), `access point at ${point.lat}`);
  }
  return [...faults, ...sizeFaults(sample)];
}

/** The reasons why one sample costs more than an ordinary message. */
function sizeFaults({ accessPoints = [], cells = [], unknown = {} }: Sample): string[] {
  const faults: string[] = [];
  if (accessPoints.length > maxHeard) faults.push(`${accessPoints.length} access points`);
  if (cells.length > maxHeard) faults.push(`${cells.length} cells`);
  const fields = Object.entries(unknown);
  if (fields.length > maxKeptFields + 5) faults.push(`${fields.length} unknown fields`);
  const longest = Math.max(0, ...fields.map(([name, value]) => Math.max(name.length, value.length)));
  if (longest > maxKeptText + 20) faults.push(`unknown field of ${longest} characters`);
  return faults;
}

function isPlausibleTime(at: number | null): boolean {
  return at === null || within(at, earliest, latest);
}

function within(value: number | undefined, low: number, high: number): boolean {
  return value === undefined || (value >= low && value <= high);
}

function findNonFinite(value: unknown, path: string, faults: string[]): void {
  if (typeof value === 'number' && !Number.isFinite(value)) faults.push(`${path} is ${value}`);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) findNonFinite(inner, `${path}.${key}`, faults);
}
