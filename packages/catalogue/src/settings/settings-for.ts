import { type Carriage, deviceActions } from '../device-actions.ts';
import type { KnownHardware } from '../hardware/index.ts';
import type { DeviceProtocol } from '../hardware/types.ts';
import { hardwareSettings } from './hardware-settings.ts';
import { comparePlaces } from './pages.ts';
import type { SettingDefinition, SettingNarrowing } from './types.ts';
import { type SettingKey, vocabulary } from './vocabulary.ts';

export type KnownSetting = SettingDefinition & { key: SettingKey };

/** What a device has said that it can: `extension`, and keys of settings (`SettingNarrowing.announced`). */
export type Announced = readonly string[];

/**
 * The settings of one device: the vocabulary narrowed to its hardware, its firmware (`fiwaNum`, null when the device
 * never reported it) and what it has announced, in the order of pages, groups and places. Settings that need a newer
 * firmware, an unknown one, an announcement, or a capability that the hardware lacks are left out.
 */
export function settingsFor(
  hardware: KnownHardware,
  firmware: number | null,
  announced: Announced = [],
): KnownSetting[] {
  return offered(hardware, firmware, (ability) => announced.includes(ability));
}

/** The settings that some device of this hardware has, with the newest firmware and every announcement. */
export const settingsOfType = (hardware: KnownHardware): KnownSetting[] =>
  offered(hardware, Number.MAX_SAFE_INTEGER, () => true);

/** The settings that a device of this hardware lacks because it has not announced the extension of its protocol. */
export const lackedSettings = (hardware: KnownHardware, announced: Announced): KnownSetting[] =>
  announced.includes('extension')
    ? []
    : settingsOfType(hardware).filter(({ key }) => hardwareSettings[hardware.key][key]?.announced === 'extension');

function offered(
  hardware: KnownHardware,
  firmware: number | null,
  announces: (ability: string) => boolean,
): KnownSetting[] {
  const settings = hardwareSettings[hardware.key];
  return vocabulary
    .flatMap((definition) => {
      const narrowing = settings[definition.key] ?? (definition.onAllHardware && {});
      return narrowing &&
        can(hardware, definition, firmware) &&
        reaches(firmware, narrowing) &&
        isAnnounced(definition.key, narrowing, announces)
        ? [narrowed(definition, narrowing, announces)]
        : [];
    })
    .sort(comparePlaces);
}

function isAnnounced(
  key: SettingKey,
  { announced: needed }: SettingNarrowing,
  announces: (ability: string) => boolean,
): boolean {
  return needed === undefined || announces(needed === 'extension' ? needed : key);
}

function reaches(firmware: number | null, { sinceFirmware }: SettingNarrowing): boolean {
  return sinceFirmware === undefined || (firmware !== null && firmware >= sinceFirmware);
}

function can(
  { protocol, capabilities }: KnownHardware,
  { capability, action, notOnFewTabs, sinceFirmwareOf }: SettingDefinition,
  firmware: number | null,
): boolean {
  if (notOnFewTabs && capabilities.fewTabs) return false;
  if (action !== undefined && !carries(protocol, action)) return false;
  if (sinceFirmwareOf !== undefined) {
    const sinceFirmware = capabilities[sinceFirmwareOf];
    if (sinceFirmware === 0 || !reaches(firmware, { sinceFirmware })) return false;
  }
  return capability === undefined || Boolean(capabilities[capability]);
}

function carries(protocol: DeviceProtocol, key: string): boolean {
  const protocols: Partial<Record<DeviceProtocol, Carriage>> =
    deviceActions.find((action) => action.key === key)?.protocols ?? {};
  return protocols[protocol] === 'carries';
}

function narrowed(
  definition: KnownSetting,
  narrowing: SettingNarrowing,
  announces: (ability: string) => boolean,
): KnownSetting {
  const { warnings, enabledWhen, turnedOffAtSave, learn, limited, optionsOfExtension = [] } = narrowing;
  const result: KnownSetting = {
    ...definition,
    ...(warnings && { warnings: [...(definition.warnings ?? []), ...warnings] }),
    ...(enabledWhen && { enabledWhen: [...(definition.enabledWhen ?? []), ...enabledWhen] }),
    ...(turnedOffAtSave && { turnedOffAtSave }),
    ...(learn && { learn }),
    ...(limited && { limited }),
  };
  if (result.kind === 'choice' && narrowing.options) {
    const allowed = [...narrowing.options, ...(announces('extension') ? optionsOfExtension : [])];
    result.options = result.options.filter((option) => allowed.includes(option.value));
  }
  if (result.kind === 'text' && narrowing.minLength !== undefined) result.minLength = narrowing.minLength;
  if (narrowing.unit === null) delete result.unit;
  if (result.kind === 'integer') {
    result.min = narrowing.min ?? result.min;
    result.max = narrowing.max ?? result.max;
  }
  return narrowing.default === undefined ? result : ({ ...result, default: narrowing.default } as KnownSetting);
}
