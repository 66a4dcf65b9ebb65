import { keptFieldNames } from '@varde/catalogue/kept-fields';
import { settingByKey } from '@varde/catalogue/settings/vocabulary';
import type { Alarm } from '@varde/contract/alarms';
import type { TFunction } from 'i18next';
import { settingLabel, settingValueText } from '#domain/settings/setting-texts.ts';
import { messageTypeKey } from '#domain/status/alarm-kind.ts';
import type { TimeFormats } from '#ui/time-format.ts';
import { commandName } from './command-name.ts';
import { technicalName } from './technical-name.ts';

/** One fact of a message: its label and one line for each value. */
export interface Fact {
  label: string;
  lines: string[];
}

type Fields = Record<string, unknown>;
type Reading = (value: unknown) => string[];

/**
 * The decoded content of a message, in words. Nothing is omitted: a field without a text, or in an unexpected form, is
 * shown as stored, since the log is where new kinds of message are examined.
 */
export function detailFacts(detail: Fields, t: TFunction, formats: TimeFormats): Fact[] {
  const readings = knownReadings(t, formats);
  const { health, ...rest } = detail;
  const said: Fields = { ...rest, ...(isFields(health) ? health : {}) };
  // The database does not preserve the order of keys.
  const keys = new Set([...Object.keys(readings), ...Object.keys(said)]);
  return [...keys].flatMap((key) => {
    const value = said[key];
    if (value === undefined || value === null) return [];
    const known = readings[key];
    const label = known?.[0] ?? key;
    const lines = known?.[1](value) ?? [];
    return [{ label, lines: lines.length > 0 ? lines : [asStored(value)] }];
  });
}

function knownReadings(t: TFunction, formats: TimeFormats): Record<string, [string, Reading]> {
  const yesNo = (value: unknown) => t(value === true ? 'deviceLog.yes' : 'deviceLog.no');
  const flag: Reading = (value) => (typeof value === 'boolean' ? [yesNo(value)] : []);
  const amount =
    (unit = ''): Reading =>
    (value) =>
      typeof value === 'number' ? [`${formats.number(value, Number.isInteger(value) ? 0 : 1)}${unit}`] : [];
  const time: Reading = (value) => (typeof value === 'number' ? [formats.exact(value)] : []);
  const text: Reading = (value) => (typeof value === 'string' ? [value] : []);
  const lines: Reading = (value) => (Array.isArray(value) ? value.map(asStored) : []);
  const states = stateNames(t);
  return {
    code: [t('deviceLog.facts.technical'), (value) => (typeof value === 'string' ? [technicalName(value, t)] : [])],
    command: [t('deviceLog.facts.command'), (value) => (typeof value === 'string' ? [commandName(value, t)] : [])],
    values: [t('deviceLog.facts.values'), (value) => (isFields(value) ? settingLines(value, t) : [])],
    text: [t('deviceLog.facts.text'), text],
    minutes: [t('deviceLog.facts.minutes'), amount()],
    seconds: [t('deviceLog.facts.seconds'), amount()],
    gatewayId: [t('deviceLog.facts.gatewayId'), text],
    name: [t('deviceLog.facts.name'), text],
    changes: [t('deviceLog.facts.changes'), lines],
    addresses: [t('deviceLog.facts.addresses'), lines],
    events: [t('deviceLog.facts.events'), each((event) => eventLine(event, t, formats))],
    states: [
      t('deviceLog.facts.states'),
      (value) =>
        isFields(value) ? Object.entries(value).map(([name, on]) => `${states[name] ?? name}: ${yesNo(on)}`) : [],
    ],
    accessPoints: [t('deviceLog.facts.accessPoints'), each(accessPointLine)],
    cells: [t('deviceLog.facts.cells'), each(cellLine)],
    unknown: [
      t('deviceLog.facts.unknown'),
      (value) =>
        isFields(value) ? Object.entries(value).map(([key, word]) => `${keptName(key, t)}: ${asStored(word)}`) : [],
    ],
    steps: [t('deviceLog.facts.steps'), amount()],
    place: [t('deviceLog.facts.place'), text],
    moving: [t('deviceLog.facts.moving'), flag],
    charging: [t('deviceLog.facts.charging'), flag],
    millivolts: [t('deviceLog.facts.millivolts'), amount(' mV')],
    refusedTime: [t('deviceLog.facts.refusedTime'), time],
    alarmId: [t('deviceLog.facts.alarmId'), amount()],
    alarmMetyId: [t('deviceLog.facts.alarm'), (value) => (typeof value === 'number' ? [kindOf(value, t)] : [])],
    userId: [t('deviceLog.facts.userId'), amount()],
    outcome: [t('deviceLog.facts.outcome'), (value) => outcomeNames(t)[String(value)] ?? []],
    settings: [t('deviceLog.facts.settings'), lines],
    heartRate: [t('deviceLog.facts.heartRate'), amount(t('deviceLog.facts.perMinute'))],
    systolic: [t('deviceLog.facts.systolic'), amount(' mmHg')],
    diastolic: [t('deviceLog.facts.diastolic'), amount(' mmHg')],
    spo2: [t('deviceLog.facts.spo2'), amount(' %')],
    temperature: [t('deviceLog.facts.temperature'), amount(' °C')],
  };
}

/** The settings of a command, as a form shows them. */
const settingLines = (values: Fields, t: TFunction): string[] =>
  Object.entries(values).map(([key, value]) => {
    const definition = settingByKey(key);
    const isValue = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return `${settingLabel(t, key)}: ${definition && isValue ? settingValueText(t, definition, value) : asStored(value)}`;
  });

/** The label of a stored field; a field name from the device is shown unchanged. */
function keptName(key: string, t: TFunction): string {
  const [base = key, again] = key.split('#');
  const known = keptFieldNames.find((name) => name === base);
  if (known === undefined) return key;
  const word = t(`deviceLog.kept.${known}`);
  return again === undefined ? word : `${word} (${again})`;
}

function stateNames(t: TFunction): Record<string, string> {
  return {
    lowBattery: t('deviceLog.states.lowBattery'),
    outsideFence: t('deviceLog.states.outsideFence'),
    insideFence: t('deviceLog.states.insideFence'),
    worn: t('deviceLog.states.worn'),
    fullyCharged: t('deviceLog.states.fullyCharged'),
    rebooted: t('deviceLog.states.rebooted'),
    agpsValid: t('deviceLog.states.agpsValid'),
  };
}

function outcomeNames(t: TFunction): Record<string, string[]> {
  const names: Record<NonNullable<Alarm['outcome']>, string[]> = {
    helped: [t('alarms.outcomes.helped')],
    falseAlarm: [t('alarms.outcomes.falseAlarm')],
    test: [t('alarms.outcomes.test')],
    technical: [t('alarms.outcomes.technical')],
    other: [t('alarms.outcomes.other')],
  };
  return names;
}

const kindOf = (metyId: number, t: TFunction) => t(`catalogue.messageTypes.${messageTypeKey(metyId)}`);

function each(lineOf: (entry: Fields) => string): Reading {
  return (value) =>
    Array.isArray(value) ? value.map((entry) => (isFields(entry) ? lineOf(entry) : asStored(entry))) : [];
}

function eventLine({ metyId, code, at }: Fields, t: TFunction, formats: TimeFormats): string {
  const kind = typeof metyId === 'number' ? kindOf(metyId, t) : t('common.unknown');
  const when = typeof at === 'number' ? `, ${formats.exact(at)}` : '';
  return `${kind} (${asStored(code)}${when})`;
}

function accessPointLine({ type, macAddress, name, signalStrength, battery }: Fields): string {
  return [
    type === 'B' ? 'Bluetooth' : 'Wi-Fi',
    macAddress,
    name,
    typeof signalStrength === 'number' ? `${signalStrength} dBm` : undefined,
    typeof battery === 'number' ? `${battery} %` : undefined,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');
}

function cellLine({ mcc, mnc, lac, cid, signalStrength }: Fields): string {
  const cell = `MCC ${mcc} · MNC ${mnc} · LAC ${lac} · CID ${cid}`;
  return signalStrength === undefined ? cell : `${cell} · ${signalStrength}`;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asStored = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
