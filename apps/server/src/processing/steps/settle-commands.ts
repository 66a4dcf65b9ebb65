import { metyId } from '@varde/catalogue/message-types';
import { type AnsweredCommand, markFailed, markSent, ownCommands, settleAnswered } from '#domain/commands/commands.ts';
import { type MessageReceipt, takeReceipts } from '#domain/commands/messages.ts';
import { ownSettings } from '#domain/commands/tracking-values.ts';
import { saveTracking } from '#domain/devices/save-tracking.ts';
import { applySensorAnswers, sensorAnswers } from '#domain/sensors/sensor-commands.ts';
import { ReportedSettings } from '#domain/settings/reported-settings.ts';
import { insertTransactions } from '#domain/transactions/insert-transactions.ts';
import { metrics } from '#platform/log/metrics.ts';
import { type Batch, type Entry, isMessage, type MessageEntry, type UplinkOf } from '../batch.ts';
import { besideAlarms } from '../beside-alarms.ts';
import { commandRow, serverRow } from '../transaction-row.ts';

/**
 * Updates the state of each command: sent, confirmed by the device, or refused. Only values that the device reports are
 * stored as `reported`: a confirmation says that it received them.
 */
export async function settleCommands(batch: Batch): Promise<void> {
  await takeSent(batch);
  await settleRefused(batch);
  const reported = new ReportedSettings();
  await confirm(batch);
  for (const entry of believedMessages(batch)) {
    const { settings } = entry.uplink.report;
    if (settings === undefined) continue;
    const { deviId } = entry.device.before;
    reported.add(deviId, ownSettings(settings, isTracked(batch, deviId)), new Date(entry.uplink.receivedAt));
  }
  await reported.save(batch.tx);
  for (const deviId of reported.deviIds()) batch.changedPages.add(deviId);
  await followMessages(batch);
}

/** The devices that report that a message is shown, or was read. */
async function followMessages(batch: Batch): Promise<void> {
  const receipts = believedMessages(batch).flatMap(({ device, samples }): MessageReceipt[] => {
    const events = new Set(samples.flatMap((sample) => sample.events.map((event) => event.metyId)));
    const devi_id = device.before.deviId;
    if (events.has(metyId.messageRead)) return [{ devi_id, receipt: 'read' }];
    return events.has(metyId.messageDelivered) ? [{ devi_id, receipt: 'shown' }] : [];
  });
  await takeReceipts(batch.tx, receipts);
  for (const { devi_id } of receipts) batch.changedPages.add(devi_id);
}

/** Uplinks without a contest: while several connections claim the device, their answers do not count. */
function believedMessages(batch: Batch): MessageEntry[] {
  return batch.entries
    .filter(isMessage)
    .filter(({ verdict, uplink }) => verdict === 'stored' && uplink.contested !== true);
}

/**
 * A command without an answer in its protocol has ended when it is sent. Each time that one is sent is in the log of its
 * device; never in that of another one, which has its identity since.
 */
async function takeSent(batch: Batch): Promise<void> {
  const sent = about(batch, 'commandSent');
  const reports = sent.map(({ device, uplink }) => ({
    command_id: uplink.commandId,
    devi_id: device.before.deviId,
    sent_on: uplink.protocol,
    ref: uplink.ref,
    sent_at: new Date(uplink.receivedAt),
  }));
  const begun = reports.filter((_report, index) => sent[index]?.uplink.goesOn !== true);
  await markSent(batch.tx, begun);
  const own = await ownCommands(batch.tx, reports);
  const logged = sent
    .filter(({ uplink }) => own.has(uplink.commandId))
    .map(({ device, uplink }) => commandRow(uplink, device, batch.now));
  batch.stored.push(...(await besideAlarms(batch, 'commands in the log', logged, insertTransactions)).flat());
  if (begun.length > 0) metrics.commands.inc({ outcome: 'sent' }, begun.length);
}

async function settleRefused(batch: Batch): Promise<void> {
  const rows = about(batch, 'commandRefused').map(({ device, uplink }) => ({
    command_id: uplink.commandId,
    devi_id: device.before.deviId,
    reason: uplink.reason,
    ended_at: new Date(uplink.receivedAt),
  }));
  await markFailed(batch.tx, rows);
  if (rows.length > 0) metrics.commands.inc({ outcome: 'unsupported' }, rows.length);
}

function about<K extends 'commandSent' | 'commandRefused'>(batch: Batch, kind: K) {
  const found: { device: NonNullable<Entry['device']>; uplink: UplinkOf<K> }[] = [];
  for (const { uplink, device, identity } of batch.entries) {
    if (uplink.kind !== kind || device === null || identity === null) continue;
    found.push({ device, uplink: uplink as UplinkOf<K> });
    identity.offerSettled = true;
    batch.changedPages.add(device.before.deviId);
  }
  return found;
}

/** By the reference that the command was sent with. A settings report also answers the request for one. */
async function confirm(batch: Batch): Promise<void> {
  const answers = believedMessages(batch).flatMap(({ device, uplink: { protocol, report, receivedAt } }) => {
    const of = { devi_id: device.before.deviId, sent_on: protocol, ended_at: new Date(receivedAt) };
    const settings = report.settings === undefined ? [] : [{ ...of, ref: null, ok: true, detail: null }];
    return [...report.confirmations.map(({ ref, ok, detail = null }) => ({ ...of, ref, ok, detail })), ...settings];
  });
  if (answers.length === 0) return;
  const ended = await settleAnswered(batch.tx, answers);
  await settleSensors(batch, ended);
  const tracked = new Map<number, Date | null>();
  for (const { devi_id, state, command, at } of ended) {
    batch.changedPages.add(devi_id);
    metrics.commands.inc({ outcome: state === 'confirmed' ? 'confirmed' : 'refused' });
    if (state !== 'confirmed') continue;
    const when = Number(at);
    if (command.kind === 'startTracking') tracked.set(devi_id, new Date(when + command.minutes * 60_000));
    if (command.kind === 'stopTracking') tracked.set(devi_id, null);
  }
  await followTracking(batch, tracked);
}

/** Lists of devices that are found by their sensors change with these. */
async function settleSensors(batch: Batch, ended: readonly AnsweredCommand[]): Promise<void> {
  const applied = await besideAlarms(batch, 'answers about sensors', sensorAnswers(ended), async (tx, some) => {
    await applySensorAnswers(tx, some);
    return some.map(({ devi_id }) => devi_id);
  });
  for (const deviId of new Set(applied.flat())) {
    const custId = batch.devices.get(deviId)?.before.custId;
    if (custId === undefined) continue;
    batch.events.push({ type: 'sensors', deviId, custId, learning: [], walkTest: [], changed: true });
  }
}

const isTracked = ({ devices }: Batch, deviId: number): boolean => devices.get(deviId)?.now.trackingUntil != null;

/** A device is tracked from its report of the start until the minutes are over or it reports the end. */
async function followTracking(batch: Batch, tracked: ReadonlyMap<number, Date | null>): Promise<void> {
  const devices = [...tracked.keys()].flatMap((deviId) => batch.devices.get(deviId) ?? []);
  if (devices.length === 0) return;
  for (const device of devices) {
    device.now.trackingUntil = tracked.get(device.before.deviId) ?? null;
    device.changed = true;
  }
  await saveTracking(
    batch.tx,
    devices.map(({ now }) => now),
  );
  const rows = devices.map((device) => {
    const said = device.now.trackingUntil === null ? metyId.trackingStopped : metyId.trackingStarted;
    return serverRow(device, said, new Date(batch.now));
  });
  batch.stored.push(...(await insertTransactions(batch.tx, rows)));
}
