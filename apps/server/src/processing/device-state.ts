import { type FlagCause, flagChanges, isAlarm } from '@varde/catalogue/alarms';
import { batteryWarningAfter } from '@varde/catalogue/battery';
import { outdatedPositionHours } from '@varde/catalogue/contact';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { metyId } from '@varde/catalogue/message-types';
import type { DeviceEvent, Sample } from '@varde/catalogue/report';
import type { WarningFlag } from '@varde/catalogue/warning-flags';
import type { UplinkOrigin } from '@varde/contract/events';
import { flagColumns } from '#domain/devices/flag-columns.ts';
import type { IdentityRecord } from '#domain/devices/identities.ts';
import type { TransactionRecord } from '#domain/transactions/present-transaction.ts';
import { isActivity } from './activity.ts';
import { isPresent } from './assignment-of.ts';
import { isInFuture } from './device-time.ts';
import type { TrackedDevice, TrackedIdentity } from './tracked-device.ts';
import { eventsOf, happenedAt } from './transaction-row.ts';
import { smallInteger, wholeNumber } from './wire-number.ts';

/** A device, and the identity that it spoke under. */
interface Sender {
  device: TrackedDevice;
  identity: TrackedIdentity;
}

/** A connection, and the gateway that holds it. */
type Link = Pick<UplinkOrigin, 'gatewayId' | 'connectionId'>;

/** Sets and clears the flags that follow from an event. Catalogue, `flagRules`. */
export function applyCause(device: TrackedDevice, cause: FlagCause): void {
  for (const [flag, on] of Object.entries(flagChanges(cause)) as [WarningFlag, boolean][]) {
    if (on) device.flags.add(flag);
    else device.flags.delete(flag);
  }
}

/**
 * A message of the device arrived. Returns true when it counted as offline until now. The time of the last contact
 * never runs backwards, unless the clock did: it is never later than `wallTime` (Unix milliseconds).
 */
export function applyContact(device: TrackedDevice, receivedAt: number, wallTime: number): boolean {
  const wasOffline = device.flags.has('offline') || device.flags.has('offlineWarning');
  applyCause(device, 'contact');
  const { now } = device;
  const heardAt = new Date(Math.min(receivedAt, wallTime));
  if (now.lastMsgIn === null || now.lastMsgIn < heardAt || isInFuture(now.lastMsgIn, wallTime, false))
    now.lastMsgIn = heardAt;
  // The self-checks of the time without contact are not missed.
  if (wasOffline && now.selfCheckAt !== null) now.selfCheckAt = heardAt;
  device.changed = true;
  return wasOffline;
}

/** Somebody has used the device, or worn it, at a time that is not later than now. */
export function applyActivity(device: TrackedDevice, at: Date, wallTime: number): void {
  const { now } = device;
  if (now.activeAt !== null && now.activeAt >= at && !isInFuture(now.activeAt, wallTime, false)) return;
  now.activeAt = new Date(Math.min(at.getTime(), wallTime));
  applyCause(device, 'activity');
  device.changed = true;
}

/**
 * The device speaks on a connection that is held open. A message from an older connection is late and changes nothing.
 */
export function applyConnected({ device, identity }: Sender, link: Link): void {
  const { gatewayId, connectionId } = link;
  if (identity.connectionId !== null && Number(connectionId) < Number(identity.connectionId)) return;
  Object.assign(identity, { gatewayId, connectionId, lostAt: null });
  applyCause(device, 'connected');
}

/**
 * A connection ended. Only the identity's present one counts: the end of an older one, after a reconnection, changes
 * nothing.
 */
export function applyDisconnected({ identity }: Sender, link: Link & Pick<UplinkOrigin, 'receivedAt'>): void {
  if (!isOn(identity, link)) return;
  Object.assign(identity, { gatewayId: null, connectionId: null, lostAt: new Date(link.receivedAt) });
}

/** The identity is on another connection than before, or on none. */
export const isNewConnection = (identity: TrackedIdentity): boolean => !isOn(identity, identity.was);

const isOn = (one: Link | TrackedIdentity, other: Link | IdentityRecord): boolean =>
  one.connectionId === other.connectionId && one.gatewayId === other.gatewayId;

/** A device is connected while any of its identities is, and warned of a contest while any of them is contested. */
export function settleIdentities(device: TrackedDevice): void {
  const connected = device.identities.some(({ connectionId }) => connectionId !== null);
  device.changed ||= connected !== device.now.connected;
  device.now.connected = connected;
  if (device.identities.some(({ contested }) => contested)) return;
  // After an outage every device that reconnects comes here: an unchanged state is not written again.
  device.changed ||= device.flags.has('unknownWarning');
  applyCause(device, 'identitySettled');
}

/** Several connections claim one of its identities. */
export function applyContested({ device, identity }: Sender): void {
  identity.contested = true;
  applyCause(device, 'identityContested');
  device.changed = true;
}

/** One connection alone claims the device again, and commands go to it. */
export function applySettled(sender: Sender, link: Link): void {
  sender.identity.contested = false;
  applyConnected(sender, link);
  sender.identity.contestEnded = true;
}

/**
 * Applies one sample. Alarms count whenever they happened. Battery, signal and technical flags are those of the newest
 * sample: a record kept while out of contact changes them only if it is newer than the known state. The position is the
 * present wearer's newest fix; of two of one moment that of the later message, since frames have whole seconds. `wallTime`
 * is Unix milliseconds.
 */
export function applySample(device: TrackedDevice, sample: Sample, row: TransactionRecord, wallTime: number): void {
  const { now } = device;
  const isNewerThan = (known: Date | null): boolean =>
    known === null ||
    happenedAt(row) > known ||
    (!sample.historical && happenedAt(row).getTime() === known.getTime()) ||
    (!sample.historical && isInFuture(known, wallTime, row.deviceTime !== null));
  const current = !sample.historical || isNewerThan(now.stateTime);
  if (isActivity(now, sample, row)) applyActivity(device, happenedAt(row), wallTime);
  if (current) {
    if (isNewerThan(now.stateTime)) now.stateTime = happenedAt(row);
    applyReadings(device, sample);
  }
  for (const event of eventsOf(sample)) if (current || isAlarm(event.metyId)) applyEvent(device, event, row);
  // Without a position the time is that of the handover, which itself belongs to the new wearer.
  const isNewest = now.posLati === null || isNewerThan(now.posTime);
  if (isNewest && isPresent(device, row.assignmentId)) applyPlace(device, sample, row);
  device.changed = true;
}

function applyReadings(device: TrackedDevice, sample: Sample): void {
  const { now } = device;
  const { battery } = sample;
  now.gsmStrength = smallInteger(sample.gsmStrength) ?? now.gsmStrength;
  now.battery = smallInteger(battery?.level) ?? now.battery;
  now.charging = battery?.charging ?? now.charging;
  now.steps = wholeNumber(sample.steps) ?? now.steps;
  now.watchRemoved = removedOf(device, sample) ?? now.watchRemoved;
  const { level, charging } = battery ?? {};
  const low = batteryWarningAfter(device.flags.has('batteryWarning'), { level, charging }, device.batteryThreshold);
  applyCause(device, low ? 'batteryLow' : 'batteryRecovered');
  // A low battery reported by the device counts like a measured level.
  if (sample.states?.lowBattery === true && !now.charging) applyCause(device, 'batteryLow');
}

/** Whether a watch that notices it is off the arm; null: not said. Some report it by the event, and by no state. */
function removedOf({ now }: TrackedDevice, { states, events }: Sample): boolean | null {
  if (hardwareById(now.dehaId)?.capabilities.wearDetection !== true) return null;
  if (events.some(({ code }) => code === 'watchRemoved')) return true;
  return states?.worn === undefined ? null : !states.worn;
}

function applyEvent(device: TrackedDevice, { metyId: type }: DeviceEvent, row: TransactionRecord): void {
  applyCause(device, type);
  if (type === metyId.selfCheckOk || type === metyId.selfCheckFailed) device.now.selfCheckAt = row.recTs;
  if (type === metyId.chargingStarted) device.now.charging = true;
  if (type === metyId.chargingStopped) device.now.charging = false;
}

function applyPlace(device: TrackedDevice, sample: Sample, row: TransactionRecord): void {
  const { now } = device;
  if (row.posTime !== null) {
    now.posLati = row.posLati;
    now.posLong = row.posLong;
    now.posTime = row.posTime;
    now.posType = row.posType;
    now.posAccuracy = row.accuracy;
    now.place = null;
    const age = row.recTs.getTime() - row.posTime.getTime();
    if (age < outdatedPositionHours * 3_600_000) applyCause(device, 'newPosition');
  }
  if (sample.place !== undefined) now.place = sample.place;
}

/** Derives the state that follows from the flags. */
export function settleFlags({ now, flags }: TrackedDevice): void {
  Object.assign(now, flagColumns(flags, now));
}
