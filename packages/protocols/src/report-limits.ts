import { isAlarm, mainMessageType } from '@varde/catalogue/alarms';
import { type MessageTypeId, metyId } from '@varde/catalogue/message-types';
import type { DeviceEvent, Sample } from '@varde/catalogue/report';
import { KeptFields } from './kept-fields.ts';

/** Samples of one frame: as many as processing commits at once. The most in a captured frame are 78. */
export const maxSamples = 500;
/** Events of one frame, in all of its samples. */
export const maxEvents = 500;
/** Events of one sample. */
export const maxEventsOfSample = 64;
/** Access points of one sample, and cells. The most captured are 15. */
export const maxHeard = 200;

/** Puts the kept values into a sample, and leaves out those above its limits. */
export function completeSample(sample: Sample, kept: KeptFields): Sample {
  if (sample.accessPoints) {
    sample.accessPoints = limited(sample.accessPoints, maxHeard, (n) => kept.leaveOut('accessPointsLeftOut', n));
  }
  if (sample.cells) sample.cells = limited(sample.cells, maxHeard, (n) => kept.leaveOut('cellsLeftOut', n));
  const unknown = kept.toRecord();
  if (unknown) sample.unknown = unknown;
  return sample;
}

function limited<T>(list: T[], most: number, leaveOut: (count: number) => void): T[] {
  if (list.length <= most) return list;
  leaveOut(list.length - most);
  return list.slice(0, most);
}

/**
 * Limits the samples of one frame, so that no frame delays all others. Of too many the last are kept, since devices
 * send the newest last. One sample before them counts the omitted ones, and has the newest alarm of each kind among
 * these: an alarm in a full frame is always raised.
 */
export function limitSamples(samples: Sample[]): Sample[] {
  const surplus = samples.length - maxSamples;
  const eventCount = samples.reduce((sum, { events }) => sum + events.length, 0);
  if (surplus <= 0 && eventCount <= maxEvents) return samples;
  const dropped = new DroppedSamples();
  for (const sample of samples.slice(0, Math.max(0, surplus))) dropped.add(sample);
  let room = maxEvents;
  const kept = samples.slice(Math.max(0, surplus)).map((sample) => {
    const events = sample.events.slice(0, room);
    room -= events.length;
    if (events.length === sample.events.length) return sample;
    for (const event of sample.events.slice(events.length)) dropped.addEvent(event, sample);
    return { ...sample, events };
  });
  return [dropped.summary(), ...kept];
}

class DroppedSamples {
  readonly #alarms = new Map<MessageTypeId, DeviceEvent>();
  readonly #kept = new KeptFields();
  #newest: Sample | null = null;

  add(sample: Sample): void {
    this.#kept.leaveOut('samplesLeftOut', 1);
    this.#note(sample);
    // A sample that is shown as an alarm is one, also without an alarm event.
    const own: DeviceEvent = { metyId: sample.metyId, code: 'alarm', at: null };
    for (const event of [own, ...sample.events]) this.#addAlarm(event, sample);
  }

  addEvent(event: DeviceEvent, sample: Sample): void {
    this.#kept.leaveOut('eventsLeftOut', 1);
    this.#note(sample);
    this.#addAlarm(event, sample);
  }

  summary(): Sample {
    const events = [...this.#alarms.values()];
    const { at, historical } = this.#newest ?? { at: null, historical: false };
    return completeSample({ metyId: mainMessageType(events) ?? metyId.technical, events, at, historical }, this.#kept);
  }

  #note(sample: Sample): void {
    this.#newest = sample;
  }

  #addAlarm(event: DeviceEvent, sample: Sample): void {
    if (!isAlarm(event.metyId)) return;
    const at = event.at ?? sample.at;
    const known = this.#alarms.get(event.metyId);
    if (known === undefined || (at ?? 0) >= (known.at ?? 0)) this.#alarms.set(event.metyId, { ...event, at });
  }
}
