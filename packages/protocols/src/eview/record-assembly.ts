import { metyId } from '@varde/catalogue/message-types';
import type { ReportedBattery, Sample } from '@varde/catalogue/report';
import { limitSamples } from '../report-limits.ts';
import { deviceTime } from './device-time.ts';
import type { DataItem } from './messages/data-items.ts';
import { addPlace } from './places.ts';
import { addAlarmBits, closeSample, keepItem, openSample, type SampleDraft } from './sample-draft.ts';
import { selfTimedSamples } from './self-timed-samples.ts';
import { readStatusWord } from './status-word.ts';

/** Item 0x02 holds alarms. Protocol notes 1.3. */
const alarmKey = 0x02;
const unreadable = { metyId: metyId.alarm, code: 'unreadableAlarm', at: null } as const;

type Of<T extends DataItem['type']> = Extract<DataItem, { type: T }>;

/**
 * Turns the items of a frame into samples (protocol notes 1.3): each status opens a record; alarms, positions and other
 * items without a time belong to the record before them; items with their own time are samples of their own. An alarm
 * in a record keeps its own time on its events, so that it stays beside the position.
 */
export class RecordAssembly {
  #samples: Sample[] = [];
  #open: SampleDraft | null = null;

  add(item: DataItem): void {
    switch (item.type) {
      case 'deviceId':
        break;
      case 'status':
        this.#openRecord(item);
        break;
      case 'alarm':
        this.#addAlarm(item);
        break;
      case 'heartbeat':
      case 'clock':
      case 'locationAid':
        this.#addSignOfLife(item);
        break;
      case 'battery':
        addBattery(this.#current(metyId.heartbeat), item.level, item.millivolts);
        break;
      case 'call':
      case 'steps':
      case 'activity':
      case 'bark':
      case 'heartRate':
      case 'spo2':
        this.#samples.push(...selfTimedSamples(item));
        break;
      case 'unknown':
        this.#addUnknownItem(item);
        break;
      default:
        addPlace(this.#current(metyId.position), item);
    }
    if ('extra' in item) this.#keepExtra(item.type, item.extra);
  }

  /**
   * Takes the bytes, in hex, of an item that is cut off by the end of the frame: its length, and its key if that came.
   */
  addTail(tail: string): void {
    this.#current(metyId.unknown).kept.keep('tail', tail);
    if (Number.parseInt(tail.slice(2, 4), 16) === alarmKey) this.#addUnreadableAlarm();
  }

  /** All samples in the order in which the device sent them. A frame that only names the device is a sign of life. */
  finish(): Sample[] {
    if (this.#samples.length === 0) this.#current(metyId.heartbeat);
    if (this.#open) closeSample(this.#open);
    return limitSamples(this.#samples);
  }

  #openRecord(item: Of<'status'>): void {
    const status = readStatusWord(item.bits);
    const draft = this.#start(openSample(metyId.heartbeat, item.time));
    const { sample, kept } = draft;
    draft.gpsFix = status.gpsFix;
    sample.historical = status.historical;
    sample.gsmStrength = status.signal;
    sample.moving = status.moving;
    const level = kept.within('battery', status.battery);
    sample.battery = { ...(level !== undefined && { level }), charging: status.charging };
    if (status.workMode !== 0) kept.keep('workMode', status.workMode);
    if (Object.keys(status.states).length > 0) sample.states = status.states;
  }

  #addAlarm(item: Of<'alarm'>): void {
    const at = item.time === undefined ? null : deviceTime(item.time);
    addAlarmBits(this.#current(metyId.technical, item.time), item.bits, at);
  }

  #addSignOfLife(item: Of<'heartbeat' | 'clock' | 'locationAid'>): void {
    const draft = this.#current(metyId.heartbeat);
    if (item.type === 'heartbeat' && item.level !== undefined) addBattery(draft, item.level);
  }

  #addUnknownItem(item: Of<'unknown'>): void {
    keepItem(this.#current(metyId.unknown), item);
    if (item.key === alarmKey) this.#addUnreadableAlarm();
  }

  /** Any item under the key of alarms may be a call for help: it raises an alarm, also when its bits are unreadable. */
  #addUnreadableAlarm(): void {
    const { events } = this.#current(metyId.alarm).sample;
    if (!events.some(({ code }) => code === unreadable.code)) events.push({ ...unreadable });
  }

  /** Bytes after the known ones; zeros are padding. */
  #keepExtra(type: DataItem['type'], extra: string | undefined): void {
    if (extra === undefined || !/[^0]/.test(extra)) return;
    this.#current(metyId.unknown).kept.keepAs(`${type}Extra`, extra);
  }

  /** The open sample, or a new one of this type when no record was opened yet. */
  #current(type: Sample['metyId'], seconds?: number): SampleDraft {
    return this.#open ?? this.#start(openSample(type, seconds));
  }

  #start(draft: SampleDraft): SampleDraft {
    if (this.#open) closeSample(this.#open);
    this.#open = draft;
    this.#samples.push(draft.sample);
    return draft;
  }
}

/** The record's own word has precedence over a battery item. */
function addBattery({ sample, kept }: SampleDraft, said: number, millivolts?: number): void {
  const level = kept.within('battery', said);
  const battery: ReportedBattery = level === undefined ? {} : { level };
  if (millivolts !== undefined) battery.millivolts = millivolts;
  sample.battery = { ...battery, ...sample.battery };
}
