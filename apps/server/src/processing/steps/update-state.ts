import { isAlarm } from '@varde/catalogue/alarms';
import { metyId } from '@varde/catalogue/message-types';
import { posType } from '@varde/catalogue/pos-types';
import type { Sample } from '@varde/catalogue/report';
import { saveConnections } from '#domain/devices/connection-leases.ts';
import { saveDevices } from '#domain/devices/save-devices.ts';
import { tellTwins } from '#domain/devices/tell-twins.ts';
import { insertTransactions } from '#domain/transactions/insert-transactions.ts';
import type { TransactionRecord } from '#domain/transactions/present-transaction.ts';
import { isDoorActivity } from '../activity.ts';
import type { AlarmSignal } from '../alarm-signal.ts';
import { assignmentOf, isPresent } from '../assignment-of.ts';
import { type Batch, type Entry, isMessage, type MessageEntry } from '../batch.ts';
import {
  applyActivity,
  applyConnected,
  applyContact,
  applyContested,
  applyDisconnected,
  applySample,
  applySettled,
  isNewConnection,
  settleFlags,
  settleIdentities,
} from '../device-state.ts';
import { credibleTime } from '../device-time.ts';
import type { TrackedDevice } from '../tracked-device.ts';
import { eventsOf, happenedAt, serverRow } from '../transaction-row.ts';

/**
 * Applies the messages of every device to its state, in order, and collects the alarms among them. A repeated
 * message still counts as contact.
 */
export async function updateState(batch: Batch): Promise<void> {
  const back: { device: TrackedDevice; at: Date }[] = [];
  for (const entry of batch.entries) {
    if (isMessage(entry) && (entry.verdict === 'stored' || entry.verdict === 'duplicate')) {
      const { receivedAt, contested } = entry.uplink;
      if (applyContact(entry.device, receivedAt, batch.now))
        back.push({ device: entry.device, at: new Date(receivedAt) });
      if (isHeldOpen(entry)) applyConnected(entry, entry.uplink);
      else entry.identity.answeredBy = entry.uplink.gatewayId;
      if (contested !== true) entry.identity.contested = false;
      if (entry.verdict === 'stored') applyAbilities(batch, entry);
      if (isDoorActivity(entry.uplink)) applyActivity(entry.device, new Date(receivedAt), batch.now);
      entry.samples.forEach((sample, index) => {
        applyStored(batch, entry, sample, entry.rows[index]);
      });
    }
    applyConnections(entry);
  }
  await logOnlineAgain(batch, back);
  for (const device of batch.devices.values()) settleIdentities(device);
  const changed = [...batch.devices.values()].filter((device) => device.changed);
  for (const device of changed) settleFlags(device);
  await saveDevices(
    batch.tx,
    changed.map(({ now }) => now),
  );
  const twins = changed.filter(({ before, now }) => now.twin !== 'NONE' && now.status !== before.status);
  await tellTwins(
    batch.tx,
    twins.map(({ now }) => now.deviId),
  );
  await saveConnections(
    batch.tx,
    [...batch.devices.values()].flatMap(({ identities }) =>
      identities.filter((each) => each.contested !== each.was.contested || isNewConnection(each)),
    ),
  );
}

/** Uplinks about a device's connections. */
function applyConnections(entry: Entry): void {
  const { uplink, device, identity } = entry;
  if (device === null || identity === null) return;
  const sender = { device, identity };
  const { kind } = uplink;
  if (kind === 'disconnected') applyDisconnected(sender, uplink);
  else if (kind === 'identitySettled') applySettled(sender, uplink);
  else if (kind === 'identityContested') applyContested(sender);
  else return;
  entry.verdict = 'recorded';
}

/** Settings appear and disappear with the firmware and with what a device announces, so subscribers fetch them again. */
function applyAbilities(batch: Batch, { device, uplink }: MessageEntry): void {
  const { fiwaNum, announced } = device.now;
  const { firmware = fiwaNum, announces } = uplink.report;
  const able = announces === undefined ? announced : [...new Set(announces)].sort();
  if (firmware === fiwaNum && able.join() === announced.join()) return;
  device.now.fiwaNum = firmware;
  device.now.announced = able;
  batch.changedPages.add(device.before.deviId);
}

/** A connectionless protocol has no connection to number. */
function isHeldOpen({ uplink }: Entry): boolean {
  return uplink.connectionId !== '';
}

function applyStored(batch: Batch, entry: MessageEntry, sample: Sample, row: TransactionRecord | undefined): void {
  if (row === undefined) throw new RangeError('a sample without its transaction');
  const { device, uplink } = entry;
  applySample(device, sample, row, batch.now);
  for (const press of pressesOf(sample, row)) {
    const receivedAt = row.recTs;
    const { historical } = sample;
    const then = assignmentOf(device, { at: press.happenedAt, receivedAt, historical }, batch.now);
    const { assignmentId } = then;
    const { tranId } = row;
    const signal = { ...press, device, assignmentId, tranId, tranSource: uplink.tranSource, receivedAt };
    const place = placeOf(device, sample, row, assignmentId);
    batch.signals.push({ ...signal, custId: then.custId, place });
    const { custId } = device.before;
    if (custId !== then.custId) batch.signals.push({ ...signal, custId, place: noPlace });
  }
}

/** The alarms of a sample: bits of one kind at one time are one press, the same bit at two times is two. */
function pressesOf(sample: Sample, row: TransactionRecord): Pick<AlarmSignal, 'metyId' | 'happenedAt' | 'codes'>[] {
  const presses = new Map<string, ReturnType<typeof pressesOf>[number]>();
  for (const { metyId: type, code, at } of eventsOf(sample)) {
    if (!isAlarm(type)) continue;
    const own = credibleTime(at, row.recTs.getTime());
    const time = own === null ? happenedAt(row) : new Date(own);
    const key = `${type}:${time.getTime()}`;
    const press = presses.get(key);
    if (press === undefined) presses.set(key, { metyId: type, happenedAt: time, codes: [code] });
    else press.codes.push(code);
  }
  return [...presses.values()];
}

const noPlace = {
  posLati: null,
  posLong: null,
  posTime: null,
  posType: null,
  posAccuracy: null,
  place: null,
};

/** Position of the wearer who pressed: samples and rows of another wearer do not count. */
function placeOf(
  device: TrackedDevice,
  sample: Sample,
  row: TransactionRecord,
  assignmentId: number,
): AlarmSignal['place'] {
  if (row.assignmentId !== assignmentId) return noPlace;
  const place = sample.place ?? row.sensorName;
  if (row.posTime !== null) {
    const { posLati, posLong, posTime, accuracy, posType: type } = row;
    return { posLati, posLong, posTime, posType: type, posAccuracy: accuracy, place };
  }
  if (!isPresent(device, assignmentId)) return { ...noPlace, place };
  const { now } = device;
  const { posLati, posLong, posTime, posAccuracy } = now;
  const type = posTime === null ? null : posType.lastKnown;
  return { posLati, posLong, posTime, posType: type, posAccuracy, place: place ?? now.place };
}

/** A transaction by the server for a device that was offline and speaks again. Decisions, `offlineWarning`. */
async function logOnlineAgain(batch: Batch, back: readonly { device: TrackedDevice; at: Date }[]): Promise<void> {
  const rows = back.map(({ device, at }) => serverRow(device, metyId.onlineAgain, at));
  batch.stored.push(...(await insertTransactions(batch.tx, rows)));
}
