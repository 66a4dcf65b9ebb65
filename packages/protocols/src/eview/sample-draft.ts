import { mainMessageType } from '@varde/catalogue/alarms';
import { type MessageTypeId, metyId } from '@varde/catalogue/message-types';
import type { PositionSource, ReportedPosition, Sample } from '@varde/catalogue/report';
import { KeptFields } from '../kept-fields.ts';
import { plausiblePosition } from '../position.ts';
import { completeSample, maxEventsOfSample } from '../report-limits.ts';
import { alarmEvents, countBits } from './alarm-events.ts';
import { deviceTime } from './device-time.ts';

/** Precedence of several positions in one record: a GPS fix, then the room, then the estimates. */
const sourceOrder: readonly PositionSource[] = ['gps', 'beacon', 'wifi', 'assisted'];

/** A sample while its items come in. */
export interface SampleDraft {
  sample: Sample;
  kept: KeptFields;
  /** False: the record reports no GPS fix, whatever coordinates come with it. */
  gpsFix: boolean;
  /** Signal of the beacon that named the place, dBm. */
  placeRssi: number;
  /** Every alarm bit so far. */
  alarmBits: number;
}

/** Starts a sample, shown as `type` unless more comes; `seconds` is the device's own time for it, if it has one. */
export function openSample(type: MessageTypeId, seconds?: number): SampleDraft {
  const at = seconds === undefined ? null : deviceTime(seconds);
  const kept = new KeptFields();
  if (seconds !== undefined && at === null) kept.keep('clockNotSet', seconds);
  return {
    sample: { metyId: type, events: [], at, historical: false },
    kept,
    gpsFix: true,
    placeRssi: Number.NEGATIVE_INFINITY,
    alarmBits: 0,
  };
}

/** One event for each bit. With too many, those of bits that the sample does not have yet. */
export function addAlarmBits(draft: SampleDraft, bits: number, at: number | null): void {
  const { events } = draft.sample;
  const taken = events.length < maxEventsOfSample ? bits : bits & ~draft.alarmBits;
  draft.alarmBits |= bits;
  if (taken !== 0) events.push(...alarmEvents(taken, at));
  if (taken !== bits) draft.kept.leaveOut('eventsLeftOut', countBits(bits ^ taken));
}

/**
 * Takes a position unless the sample already has a better one; the other of the two is kept. Returns the position, also
 * when it is not taken; null when it is invalid: 0,0, impossible, or not a fix.
 */
export function offerPosition(draft: SampleDraft, offered: ReportedPosition, isFix = true): ReportedPosition | null {
  const hasFix = isFix && (offered.source !== 'gps' || draft.gpsFix);
  const position = plausiblePosition(draft.kept, hasFix, offered);
  if (!position) return null;
  const taken = draft.sample.position;
  const isBetter = !taken || sourceOrder.indexOf(position.source) < sourceOrder.indexOf(taken.source);
  if (isBetter) draft.sample.position = position;
  const other = isBetter ? taken : position;
  if (other) draft.kept.keep('otherPlace', `${other.source} ${other.lat} ${other.lng}`);
  return position;
}

/** Keeps an unknown item, under its key in hex. */
export function keepItem({ kept }: SampleDraft, item: { key: number | null; value: string }): void {
  kept.keepAs(item.key === null ? 'itemEmpty' : `item${item.key.toString(16).padStart(2, '0')}`, item.value);
}

/** Decides the shown type of the sample. */
export function closeSample({ sample, kept }: SampleDraft): Sample {
  const type = mainMessageType(sample.events);
  if (type !== null) sample.metyId = type;
  else if (sample.position || sample.accessPoints || sample.cells) sample.metyId = metyId.position;
  return completeSample(sample, kept);
}
