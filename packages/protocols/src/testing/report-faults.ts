import { messageTypes } from '@varde/catalogue/message-types';
import type { DeviceReport, Sample } from '@varde/catalogue/report';

const known = new Set<number>(messageTypes.map((type) => type.id));
const earliest = Date.UTC(2000, 0, 1);
/** The last second that 32 unsigned bits can hold. */
const latest = 0xffffffff * 1000;

/**
 * What is impossible in a report, as short sentences; empty when all is plausible. Whatever a device sends,
 * a decoder must not hand such a thing on. Used by the fuzz tests and over all captured frames.
 */
export function reportFaults(report: DeviceReport): string[] {
  const faults = report.samples.flatMap((sample, index) =>
    sampleFaults(sample).map((fault) => `sample ${index}: ${fault}`),
  );
  findNonFinite(report, 'report', faults);
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
    expect(within(position.speed, 0, 70_000), `speed ${position.speed}`);
    expect(within(position.accuracy, 0, 1e7), `accuracy ${position.accuracy}`);
    expect(within(position.hdop, 0, 1e5), `hdop ${position.hdop}`);
  }
  expect(within(battery?.level, 0, 100), `battery ${battery?.level}`);
  expect(within(battery?.millivolts, 0, 100_000), `millivolts ${battery?.millivolts}`);
  expect(within(health?.heartRate, 1, 400), `heart rate ${health?.heartRate}`);
  expect(within(health?.spo2, 1, 100), `spo2 ${health?.spo2}`);
  expect(within(health?.temperature, 10, 60), `temperature ${health?.temperature}`);
  for (const point of sample.accessPoints ?? []) {
    expect(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(point.macAddress), `mac ${point.macAddress}`);
  }
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
