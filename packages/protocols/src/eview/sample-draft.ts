import { type MessageTypeId, metyId } from '@varde/catalogue/message-types';
import type { PositionSource, ReportedPosition, Sample } from '@varde/catalogue/report';
import { mostUrgent } from './alarm-events.ts';
import { deviceTime } from './device-time.ts';

/** Which place of several in one record is the best: a fix under the sky, then the room, then the estimates. */
const sourceOrder: readonly PositionSource[] = ['gps', 'beacon', 'wifi', 'assisted'];

/** A sample while its items come in. */
export interface SampleDraft {
  sample: Sample;
  /** False: the record says that it holds no GPS fix, whatever coordinates come with it. */
  gpsFix: boolean;
  /** Signal of the beacon that named the place, dBm. */
  placeRssi: number;
}

/** Starts a sample, shown as `type` unless more comes; `seconds` is the device's own time for it, if it has one. */
export function openSample(type: MessageTypeId, seconds?: number): SampleDraft {
  const at = seconds === undefined ? null : deviceTime(seconds);
  const draft: SampleDraft = {
    sample: { metyId: type, events: [], at, historical: false },
    gpsFix: true,
    placeRssi: Number.NEGATIVE_INFINITY,
  };
  if (seconds !== undefined && at === null) keep(draft, 'clockNotSet', String(seconds));
  return draft;
}

/** A sample of one item that has its own time. */
export function timedSample(type: MessageTypeId, seconds: number, more: Partial<Sample> = {}): Sample {
  const { sample } = openSample(type, seconds);
  const unknown = { ...sample.unknown, ...more.unknown };
  return { ...sample, ...more, ...(Object.keys(unknown).length > 0 && { unknown }) };
}

/** Takes a place unless the sample already has a better one. 0,0 and impossible places are none. */
export function offerPosition(draft: SampleDraft, position: ReportedPosition): void {
  const { lat, lng, source } = position;
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180 || (lat === 0 && lng === 0)) return;
  const present = draft.sample.position;
  if (present && sourceOrder.indexOf(present.source) <= sourceOrder.indexOf(source)) return;
  draft.sample.position = position;
}

/** Keeps what has no field of its own; the same key again gets a number. */
export function keep(draft: SampleDraft, key: string, value: string): void {
  draft.sample.unknown ??= {};
  const { unknown } = draft.sample;
  let name = key;
  for (let count = 2; name in unknown; count++) name = `${key}#${count}`;
  unknown[name] = value;
}

/** Keeps an item that was not understood, under its key in hex. */
export function keepItem(draft: SampleDraft, item: { key: number | null; value: string }): void {
  keep(draft, item.key === null ? 'itemEmpty' : `item${item.key.toString(16).padStart(2, '0')}`, item.value);
}

/** Decides what the sample is shown as. */
export function closeSample({ sample }: SampleDraft): Sample {
  const type = mostUrgent(sample.events);
  if (type !== undefined) sample.metyId = type;
  else if (sample.position || sample.accessPoints || sample.cells) sample.metyId = metyId.position;
  return sample;
}
