import { isAlarm } from '@varde/catalogue/alarms';
import { loggedCommand } from '@varde/catalogue/logged-command';
import { metyId } from '@varde/catalogue/message-types';
import { posType } from '@varde/catalogue/pos-types';
import type { DeviceEvent, Sample } from '@varde/catalogue/report';
import { tranSource } from '@varde/catalogue/transaction-sources';
import type { NewTransaction } from '#domain/transactions/insert-transactions.ts';
import type { TransactionRecord } from '#domain/transactions/present-transaction.ts';
import { assignmentOf } from './assignment-of.ts';
import type { MessageEntry, PlacedSample, UplinkOf } from './batch.ts';
import { credibleTime } from './device-time.ts';
import type { TrackedDevice } from './tracked-device.ts';
import { realNumber, smallInteger } from './wire-number.ts';

/** Columns that are null unless a sample sets them. */
const blank = {
  subtypes: null,
  direction: 'I',
  deviceTime: null,
  historical: false,
  posType: null,
  posLati: null,
  posLong: null,
  posTime: null,
  accuracy: null,
  numSatellites: null,
  hdop: null,
  speed: null,
  course: null,
  altitude: null,
  gsmStrength: null,
  battery: null,
  word: null,
  raw: null,
  sampleNo: 0,
  sensorId: null,
  sensorName: null,
  detail: null,
  inloId: null,
  dekmId: null,
} as const satisfies Partial<TransactionRecord>;

/** A transaction by the server itself, e.g. "online again". */
export function serverRow(
  { before: { deviId, dehaId, custId }, assignments: [{ assignmentId }] }: TrackedDevice,
  type: number,
  at: Date,
  detail: Record<string, unknown> | null = null,
): NewTransaction {
  return {
    ...blank,
    deviId,
    dehaId,
    custId,
    assignmentId,
    recTs: at,
    metyId: type,
    tranSource: tranSource.server,
    direction: 'S',
    detail,
  };
}

/** A command that was sent to a device, in the log of who had it then. */
export function commandRow(uplink: UplinkOf<'commandSent'>, device: TrackedDevice, now: number): NewTransaction {
  const recTs = new Date(uplink.receivedAt);
  const { custId, assignmentId } = assignmentOf(device, { at: recTs, receivedAt: recTs, historical: false }, now);
  return {
    ...blank,
    deviId: device.before.deviId,
    dehaId: device.before.dehaId,
    custId,
    assignmentId,
    recTs,
    metyId: metyId.command,
    tranSource: uplink.tranSource,
    direction: 'O',
    word: uplink.word,
    raw: uplink.raw,
    detail: loggedCommand(uplink.command),
  };
}

/** The transaction of one sample, of the assignment in which it happened. The raw frame is kept once, with the first. */
export function transactionRow(
  { uplink, device, sensors }: MessageEntry,
  { sample, sampleNo }: { sample: PlacedSample; sampleNo: number },
  now: number,
): NewTransaction {
  const at = credibleTime(sample.at, uplink.receivedAt);
  const { historical } = sample;
  const receivedAt = new Date(uplink.receivedAt);
  const sensor = sample.sensor === undefined ? undefined : sensors.get(sample.sensor);
  const { custId, assignmentId } = assignmentOf(
    device,
    { at: new Date(at ?? uplink.receivedAt), receivedAt, historical },
    now,
  );
  return {
    ...blank,
    deviId: device.before.deviId,
    dehaId: device.before.dehaId,
    custId,
    assignmentId,
    recTs: receivedAt,
    metyId: sample.metyId,
    subtypes: subtypesOf(sample),
    tranSource: sourceOf(uplink, sample),
    deviceTime: at === null ? null : new Date(at),
    historical,
    ...positionColumns(sample, new Date(at ?? uplink.receivedAt)),
    gsmStrength: smallInteger(sample.gsmStrength),
    battery: smallInteger(sample.battery?.level),
    word: uplink.word,
    raw: sampleNo === 0 ? uplink.raw : null,
    sampleNo,
    sensorId: sensor?.deseId ?? null,
    // An unknown sensor has its own number for a name.
    sensorName: sensor?.name || (sample.sensor ?? null),
    detail: detailOf(sample, at),
    inloId: sample.inloId ?? null,
    dekmId: sample.dekmId ?? null,
  };
}

/** Time of the sample: the device's time if it is credible, else the time of receipt. */
export function happenedAt(row: Pick<TransactionRecord, 'deviceTime' | 'recTs'>): Date {
  return row.deviceTime ?? row.recTs;
}

/** Events of the sample. A type without an event of its own still counts as one. */
export function eventsOf(sample: Sample): DeviceEvent[] {
  if (sample.events.some((event) => event.metyId === sample.metyId)) return sample.events;
  return [{ metyId: sample.metyId, code: 'alarm', at: null }, ...sample.events];
}

function subtypesOf(sample: Sample): number[] | null {
  const types = new Set([sample.metyId, ...sample.events.map((event) => event.metyId)]);
  return types.size > 1 ? [...types] : null;
}

/**
 * The console shows a row of the historical source without its alarm (specification 2, section 4), so a record with an
 * alarm keeps the source of its channel.
 */
function sourceOf(uplink: UplinkOf<'message'>, sample: Sample): number {
  const quiet = !eventsOf(sample).some((event) => isAlarm(event.metyId));
  return sample.historical && quiet ? tranSource.historical : uplink.tranSource;
}

function positionColumns({ position }: Sample, time: Date) {
  // 0,0 is a receiver without a fix, whatever a decoder made of it; no alarm is worn in the Gulf of Guinea.
  if (position === undefined || (position.lat === 0 && position.lng === 0)) return {};
  return {
    posType: posType[position.source],
    posLati: position.lat,
    posLong: position.lng,
    posTime: time,
    accuracy: realNumber(position.accuracy),
    numSatellites: smallInteger(position.numSatellites),
    hdop: realNumber(position.hdop),
    speed: realNumber(position.speed),
    course: realNumber(position.course),
    altitude: realNumber(position.altitude),
  };
}

/** Fields without a column. */
function detailOf(sample: Sample, at: number | null): Record<string, unknown> | null {
  const { events, states, health, steps, accessPoints, cells, place, unknown, moving } = sample;
  const detail = {
    events: events.length > 0 ? events : undefined,
    states,
    health,
    steps,
    accessPoints,
    cells,
    place,
    unknown,
    moving,
    charging: sample.battery?.charging,
    millivolts: sample.battery?.millivolts,
    refusedTime: sample.at !== at ? sample.at : undefined,
  };
  return Object.values(detail).some((value) => value !== undefined) ? detail : null;
}
