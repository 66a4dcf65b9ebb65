import type { Capabilities } from '../hardware/capabilities.ts';
import type { UserFlag } from '../user-flags.ts';

/**
 * The settings vocabulary: the meaning of a setting, once for all hardware. Plain data that survives JSON. `hardware/`
 * narrows it per model, `protocols/<protocol>/settings.ts` binds it to the wire.
 */
export type SettingValue = boolean | number | string;

/** Setting key → value. Keys are those of `vocabulary`. */
export type SettingValues = { [key: string]: SettingValue };

/** One entry of a choice. Its text is `settings.<key>.options.<value>` in the console's texts. */
export interface SettingOption {
  value: string | number;
}

/** `utc`: minutes ahead of UTC, shown as `UTC+1`. */
export type SettingUnit = 's' | 'min' | 'h' | 'utc' | '%' | 'm' | 'bpm' | 'mmHg' | '°';

interface SettingBase {
  /** Never renamed or reused. */
  key: string;
  group: SettingGroup;
  /** Its page, if not the page of its group. */
  page?: string;
  /** Position within the group, ascending. */
  order: number;
  unit?: SettingUnit;
  /** Kept out of logs and hidden from other roles. */
  secret?: boolean;
  /** All hardware has it. */
  onAllHardware?: true;
  /** Only hardware with this capability offers it. */
  capability?: keyof Capabilities;
  /** Only hardware whose protocol carries the command of this action offers it. */
  action?: 'startTracking';
  /**
   * Offered only from the firmware number on that this capability names (specification 2, section 5 "Sound-file
   * language"); never where it is 0, nor to a device that has not reported its firmware.
   */
  sinceFirmwareOf?: 'sotaFwnum';
  /** Hardware with few tabs (`fewTabs`) does not have it: its tab is not among them. */
  notOnFewTabs?: true;
  /** Only users with this flag see it and change it. */
  needs?: UserFlag;
  /**
   * A command with the others of its group leaves it out for a device that does not have it, or whose value is not known:
   * the device keeps its own.
   */
  omittedWhereAbsent?: true;
  /** It is among those that a form shows only when somebody asks for more. */
  advanced?: true;
  /** The server acts on it, and it is not sent to the device (decision 0020). */
  keptByServer?: true;
  /** It is about the wearer, and the next one of the device begins without it. */
  ofWearer?: true;
  /** Its default is not sent until a user sets a value, and again when the value is removed. */
  override?: true;
  /** Private users set it without an override, and have a help text of their own (`settings.<key>.helpPrivate`). */
  simpleForPrivate?: true;
  /** The field of the answer with a page about it. */
  learn?: LearnLink;
  /** The field is shown only when all of these hold. */
  shownWhen?: readonly SettingCondition[];
  /** The field can be changed only when all of these hold; dimmed otherwise. */
  enabledWhen?: readonly SettingCondition[];
  /** Confirmation before the value is changed (`change`) or sent (`save`). Text: `settings.<key>.confirm.<id>`. */
  confirm?: readonly SettingConfirm[];
  /** Other settings that get a value together with this one. */
  sets?: readonly SettingEffect[];
  /** Warnings beside the field while they hold. */
  warnings?: readonly SettingWarning[];
  /** Turned off whenever its page is saved. Toggles only. */
  turnedOffAtSave?: true;
  /** The form of its values in exports, by the value as text, where that is another one (specification 1, section 3). */
  exportedAs?: Readonly<Record<string, SettingValue>>;
  /** Of a narrowing (`SettingNarrowing.limited`). */
  limited?: true;
}

/** Pages about a setting (specification 1, section 3 "Settings by category"). */
export type LearnLink = 'teamAlertLearnUrl' | 'teamAlertLearnUrlWatchFive';

/** It holds while the other setting has one value, or any but one. */
export type SettingCondition = { key: string } & ({ equals: SettingValue } | { differsFrom: SettingValue });

export interface SettingWarning {
  /** Text: `settings.<key>.warnings.<id>`. */
  id: string;
  /** It is shown while all of these hold. */
  when: readonly SettingCondition[];
}

export interface SettingConfirm {
  id: string;
  when: 'change' | 'save';
  /** The value before; absent: any, also the same one. */
  from?: SettingValue;
  /** The value after. */
  to: SettingValue;
}

export interface SettingEffect {
  /** The given value. */
  when: SettingValue;
  key: string;
  to: SettingValue;
  /** Also on hardware that does not offer the other one, since both travel in one command. */
  evenIfNotOffered?: true;
}

export type SettingDefinition =
  | (SettingBase & { kind: 'toggle'; default: boolean })
  | (SettingBase & { kind: 'choice'; options: readonly SettingOption[]; default: string | number })
  | (SettingBase & { kind: 'integer'; min: number; max: number; step?: number; default: number })
  /** `digits`: a code of digits alone. */
  | (SettingBase & { kind: 'text'; minLength?: number; maxLength: number; digits?: true; default: string })
  | (SettingBase & { kind: 'phone'; default: string })
  /** Several numbers, separated by commas, each as that of `phone`; empty: none. */
  | (SettingBase & { kind: 'phones'; most: number; default: string })
  /** `HH:mm`, any or one of `options`. */
  | (SettingBase & { kind: 'time'; options?: readonly string[]; default: string })
  /** Hours of every day, `HH:mm-HH:mm`, over midnight where the first is the later one; empty: none. */
  | (SettingBase & { kind: 'hours'; default: string });

/** Categories of specification 1, section 3 "Settings by category". */
export const settingGroups = [
  'communication',
  'positioning',
  'tracking',
  'sound',
  'light',
  'voicePrompt',
  'battery',
  'general',
  'privacy',
  'firmware',
  'whitelist',
  'integration',
  'eventSetup',
  'indoorLocation',
  'geofence',
  'misc',
  'alarmSettings',
  'deviceSetting',
  'otherSetting',
  'mobileAppSetting',
] as const;
export type SettingGroup = (typeof settingGroups)[number];

/**
 * What a kind of hardware changes in a setting. A narrowing only restricts the vocabulary's domain, or adds to its rules.
 */
export interface SettingNarrowing {
  options?: readonly (string | number)[];
  /** Options beside these, of a device that has announced the extension. */
  optionsOfExtension?: readonly (string | number)[];
  minLength?: number;
  min?: number;
  max?: number;
  /** It takes less than the vocabulary has, which a form says. Text: `settings.<key>.limited`. */
  limited?: true;
  default?: SettingValue;
  /** Without a unit: steps of the device's own. */
  unit?: null;
  /** Offered only from this firmware number (`fiwaNum`) on. */
  sinceFirmware?: number;
  /**
   * Offered only to a device that has announced it: the extension of its protocol that carries settings without a
   * command of their own (docs/protocols/extension.md), or, where not every model has it, this setting.
   */
  announced?: 'extension' | 'itself';
  warnings?: readonly SettingWarning[];
  /** Beside those of the vocabulary. */
  enabledWhen?: readonly SettingCondition[];
  turnedOffAtSave?: true;
  learn?: LearnLink;
}
