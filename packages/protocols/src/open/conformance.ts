import { isAlarm } from '@varde/catalogue/alarms';
import type { DeviceReport, ReportedSensor } from '@varde/catalogue/report';
import { sensorTypeOf } from '@varde/catalogue/sensor-types';
import type { SettingDefinition, SettingValue } from '@varde/catalogue/settings/types';
import { settingByKey } from '@varde/catalogue/settings/vocabulary';
import { isObject } from '../json.ts';
import { alarmWordsOf } from './named-alarms.ts';
import { type OpenContent, readContent } from './read-content.ts';

/** What a device sent, over HTTP or MQTT. */
export interface Sent {
  text: string;
  /** The device that the topic or the token names. */
  identity: string;
  /** Over HTTP a request names its device. */
  namesDevice: boolean;
}

export interface Judgement {
  /** What is wrong with the message, in words for its maker. */
  faults: string[];
  /** The step that it fulfils; null: none. */
  passed: ConformanceStep | null;
  /** Whether it is acknowledged: one message is not, so that the device repeats it. */
  acknowledged: boolean;
}

export interface ConformanceStep {
  key: string;
  /** What the maker has to let the device do. */
  ask: string;
  /** Only of devices with sensors. */
  ofSensors?: true;
}

const steps = [
  { key: 'contact', ask: 'Let the device say anything, {"poll":true} for instance.' },
  { key: 'position', ask: 'Let it send a position.' },
  { key: 'battery', ask: 'Let it send the level of its battery.' },
  { key: 'time', ask: 'Let it send a message with the time at which it happened.' },
  { key: 'alarm', ask: 'Press its alarm.' },
  {
    key: 'repetition',
    ask: 'Press its alarm again. This time it is not acknowledged: the same message has to come again.',
  },
  { key: 'sensors', ask: 'Let it report all of its sensors (sensorList).', ofSensors: true },
  { key: 'syncSensors', ask: 'It is told to report all of its sensors.', ofSensors: true },
  {
    key: 'captureImage',
    ask: 'It is told to take a picture with its camera; it confirms that, and sends it.',
    ofSensors: true,
  },
  { key: 'readSettings', ask: 'It is told to report its settings.' },
  { key: 'writeSettings', ask: 'It is told to change a setting; it confirms that, and reports the new value.' },
  { key: 'unknownCommand', ask: 'It is given a command that does not exist, and refuses it.' },
] as const satisfies readonly ConformanceStep[];

interface GivenCommand {
  command: string;
  settings?: Record<string, SettingValue>;
  gatewayId?: string;
}

type StepKey = (typeof steps)[number]['key'];

/** The walk of a device through every message of the open protocol. Pure: it sends and waits for nothing. */
export class ConformanceWalk {
  readonly #left: ConformanceStep[];
  /** Settings as the device has reported them. */
  readonly #settings = new Map<string, SettingValue>();
  /** The sensor of the device that has a camera; null: it has reported none. */
  #camera: string | null = null;
  #withheld: string | null = null;
  #ref = 0;
  #given: string | null = null;
  #isConfirmed = false;
  #written: { key: string; value: SettingValue } | null = null;

  constructor({ hasSensors }: { hasSensors: boolean }) {
    this.#left = steps.filter((step: ConformanceStep) => hasSensors || !step.ofSensors);
  }

  /** The step that the device is at; null: it has passed all of them. */
  get step(): ConformanceStep | null {
    return this.#left[0] ?? null;
  }

  hear({ text, identity, namesDevice }: Sent): Judgement {
    const content = readContent(text);
    if (content === null) return { faults: ['it is no JSON object'], passed: null, acknowledged: true };
    const faults = [...formFaults(text), ...nameFaults(content, identity, namesDevice), ...contentFaults(content)];
    for (const [key, value] of Object.entries(content.report.settings ?? {})) this.#settings.set(key, value);
    const { all = [], changed = [] } = content.report.sensors ?? {};
    this.#camera ??= [...all, ...changed].find(isCamera)?.gatewayId ?? null;
    const { step } = this;
    if (step?.key === 'repetition') return { faults, ...this.#repeated(text, content) };
    const isPassed = step !== null && this.#passes(step.key as StepKey, content.report, faults);
    return { faults, passed: isPassed ? this.#next() : null, acknowledged: true };
  }

  /** The command that the device is given now, as the body of an answer or a publication; null: none, or it has it already. */
  command(): string | null {
    const command = this.#commandOf(this.step?.key);
    if (command === null || this.#given !== null) return null;
    this.#ref += 1;
    this.#given = String(this.#ref);
    this.#isConfirmed = false;
    return JSON.stringify({ commands: [{ ref: this.#given, ...command }] });
  }

  #commandOf(key: string | undefined): GivenCommand | null {
    if (key === 'syncSensors' || key === 'readSettings') return { command: key };
    if (key === 'unknownCommand') return { command: 'danceForVarde' };
    if (key === 'captureImage') return this.#camera === null ? null : { command: key, gatewayId: this.#camera };
    if (key !== 'writeSettings') return null;
    this.#written ??= otherValue(this.#settings);
    return this.#written && { command: key, settings: { [this.#written.key]: this.#written.value } };
  }

  #passes(key: StepKey, report: DeviceReport, faults: string[]): boolean {
    const { samples, sensors, settings, confirmations } = report;
    const answer = confirmations.find(({ ref }) => ref === this.#given);
    if (answer !== undefined && answer.ok !== (key !== 'unknownCommand'))
      faults.push(
        answer.ok ? 'it confirms a command that does not exist' : `it refuses ${key}: ${answer.detail ?? ''}`,
      );
    if (answer !== undefined) this.#isConfirmed = true;
    switch (key) {
      case 'contact':
        return true;
      case 'position':
        return samples.some(({ position }) => position !== undefined);
      case 'battery':
        return samples.some(({ battery }) => battery?.level !== undefined);
      case 'time':
        return samples.some(({ at }) => at !== null);
      case 'alarm':
        return hasAlarm(report);
      case 'sensors':
        return sensors?.all !== undefined;
      case 'syncSensors':
        return this.#isConfirmed && sensors?.all !== undefined;
      case 'captureImage':
        return this.#isConfirmed && sensors?.image?.gatewayId === this.#camera;
      case 'readSettings':
        return this.#isConfirmed && (settings !== undefined || this.#settings.size > 0);
      case 'writeSettings':
        return (
          this.#isConfirmed && this.#written !== null && this.#settings.get(this.#written.key) === this.#written.value
        );
      case 'unknownCommand':
        return answer !== undefined && !answer.ok;
      case 'repetition':
        return false;
    }
  }

  #repeated(text: string, { report }: OpenContent): Omit<Judgement, 'faults'> {
    if (this.#withheld === text) return { passed: this.#next(), acknowledged: true };
    if (!hasAlarm(report)) return { passed: null, acknowledged: true };
    this.#withheld ??= text;
    return { passed: null, acknowledged: false };
  }

  #next(): ConformanceStep | null {
    this.#given = null;
    const passed = this.#left.shift() ?? null;
    // A device without a camera takes no picture.
    if (this.step?.key === 'captureImage' && this.#camera === null) this.#left.shift();
    // Of a device without settings that can be changed nothing is changed.
    if (this.step?.key === 'writeSettings' && otherValue(this.#settings) === null) this.#left.shift();
    return passed;
  }
}

const isCamera = ({ typeCode }: ReportedSensor): boolean => sensorTypeOf(typeCode ?? '')?.camera === true;

const hasAlarm = ({ samples }: DeviceReport): boolean =>
  samples.some(({ events }) => events.some(({ metyId }) => isAlarm(metyId)));

/** Varde reads more than the protocol says; a device should not rely on it. */
function formFaults(text: string): string[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return ['its JSON is faulty, and Varde had to mend it'];
  }
  if (!isObject(content)) return [];
  const messages = Array.isArray(content.messages) ? content.messages.filter(isObject) : [];
  const words = [content, ...messages].flatMap((message) =>
    Object.entries(message)
      .filter(([name, value]) => name === 'event' || name === 'alarm' || alarmWordsOf(name, value).length > 0)
      .map(([name]) => `"${name}" stands for "events"`),
  );
  return [...new Set(words)];
}

function nameFaults({ device }: OpenContent, identity: string, isNeeded: boolean): string[] {
  if (device === undefined || device === null) return isNeeded ? ['"device" is missing'] : [];
  return device === identity ? [] : [`"device" is not the registered identity ${identity}`];
}

function contentFaults({ retryKey, timed, report }: OpenContent): string[] {
  const kept = report.samples.flatMap(({ unknown = {} }) => Object.entries(unknown));
  const faults = kept.map(([name, value]) => `"${name}" is unknown here, or cannot be ${value}`);
  if (hasAlarm(report) && retryKey === null)
    faults.push('an alarm has neither "sequence" nor "time": a repetition would be another press');
  else if (hasAlarm(report) && !timed)
    faults.push(
      'an alarm has no "sequence" beside its "time", or no "time": a repetition is recognised for a minute only',
    );
  return faults;
}

/** A setting that the device has, with another value that it may have. */
function otherValue(settings: ReadonlyMap<string, SettingValue>): { key: string; value: SettingValue } | null {
  for (const [key, value] of settings) {
    const definition = settingByKey(key);
    const other = definition && otherValueOf(definition, value);
    if (other !== undefined) return { key, value: other };
  }
  return null;
}

function otherValueOf(definition: SettingDefinition, value: SettingValue): SettingValue | undefined {
  switch (definition.kind) {
    case 'toggle':
      return value !== true;
    case 'choice':
      return definition.options.find((option) => option.value !== value)?.value;
    case 'integer':
      return value === definition.min ? definition.min + (definition.step ?? 1) : definition.min;
    default:
      return undefined;
  }
}
