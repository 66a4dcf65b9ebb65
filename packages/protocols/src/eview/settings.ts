import type { SettingKeyOf } from '@varde/catalogue/settings/hardware-settings';
import type { SettingKey } from '@varde/catalogue/settings/vocabulary';
import type { SettingsBindings } from '../settings-groups.ts';
import type { ConfigurationItem } from './messages/configuration-items.ts';
import * as alarm from './settings/alarm.ts';
import * as calls from './settings/calls.ts';
import * as device from './settings/device.ts';
import { extended } from './settings/extension.ts';
import { intervals } from './settings/intervals.ts';

/**
 * The encoding of each setting; items, ranges and sources: docs/protocols/eview-commands.md. A kind of hardware that gains a
 * setting without a line here does not compile.
 */
export const eviewSettings: SettingsBindings<ConfigurationItem, SettingKeyOf<'eview'>> = {
  heartbeatInterval: intervals,
  trackingInterval: intervals,
  powerSaving: device.powerSaving,
  fallDownAlert: alarm.fallAlert,
  fallDownLevel: alarm.fallLevel,
  tiltAlert: alarm.tiltAlert,
  tiltAngle: alarm.tiltAngle,
  tiltTime: alarm.tiltTime,
  buttonBehaviour: alarm.button,
  buttonSensitivity: alarm.buttonSeconds,
  silentAlarm: alarm.silentAlarm,
  sosCancellation: alarm.cancellation,
  voicePromptSosAlarm: alarm.sosPrompt,
  alarmTimeout: alarm.longestCall,
  vibration: device.vibrates,
  soundOn: device.sounds,
  ledOn: device.led,
  volumeLevel: device.speaker,
  twoWayMic: device.microphone,
  ringVolume: device.ringing,
  promptVol: device.prompts,
  lowBatteryVoicePrompt: device.lowBatteryPrompt,
  acceptLBS: device.cellPositions,
  doNotDisturb: device.doNotDisturb,
  timeZone: device.zone,
  smsPassword: device.smsPassword,
  firmwareUpdatesItself: device.ownUpdates,
  phoneNoWhiteList1: calls.phoneOf(0, 'phoneNoWhiteList1'),
  phoneNoWhiteList2: calls.phoneOf(1, 'phoneNoWhiteList2'),
  phoneNoWhiteList3: calls.phoneOf(2, 'phoneNoWhiteList3'),
  aclCheck: calls.callFilter,
  answerIncoming: calls.answering,
  wearerMayHangUp: calls.hangUp,
  smsFromListOnly: calls.smsFilter,
  guardTime: extended('guardTime'),
  teamAlert: extended('teamAlert'),
  lightMode: extended('lightMode'),
  lightLevel: extended('lightLevel'),
  minNumSatellites: extended('minNumSatellites'),
  trackingIntervalNightInMinutes: extended('trackingIntervalNightInMinutes'),
  trackingNightStarts: extended('trackingNightStarts'),
  trackingNightEnds: extended('trackingNightEnds'),
};

/** The settings whose item, or bit of it, not every model has: a report with the item announces them. */
export const settingsOfSomeModels: readonly SettingKey[] = ['sosCancellation', 'promptVol'];

/** The items with parts that are no setting. */
const settingTypes: ReadonlySet<string> = new Set<ConfigurationItem['type']>([
  'intervals',
  'workMode',
  'doNotDisturb',
  'features',
  'voicePrompts',
  'sosButton',
  'phone',
  'alarmCalls',
  'phoneSwitches',
  'tiltAlert',
  'fallAlert',
]);

/** Those items as last reported or written: `later` ones in the place of `known` ones. */
export function withLater(
  known: readonly ConfigurationItem[],
  later: readonly ConfigurationItem[],
): readonly ConfigurationItem[] {
  const newer = later.filter(({ type }) => settingTypes.has(type));
  if (newer.length === 0) return known;
  const byPlace = new Map([...known, ...newer].map((item) => [placeOf(item), item]));
  return [...byPlace.values()];
}

/** Numbers have a slot each. */
const placeOf = (item: ConfigurationItem): string =>
  item.type === 'phone' ? `${item.type} ${item.slot & 0x0f}` : item.type;
