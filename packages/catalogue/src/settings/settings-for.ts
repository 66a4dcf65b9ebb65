import type { Hardware } from '../hardware/types.ts';
import type { SettingDefinition, SettingNarrowing } from './types.ts';
import { settingGroups } from './types.ts';
import { type SettingKey, vocabulary } from './vocabulary.ts';

export type KnownSetting = SettingDefinition & { key: SettingKey };

/**
 * The settings of one device: the vocabulary narrowed to its hardware and firmware (`fiwaNum`, null when the device
 * never said), in the order of groups and of the places within them. Settings that need a newer firmware, or an
 * unknown one, are left out.
 */
export function settingsFor(hardware: Hardware, firmware: number | null): KnownSetting[] {
  return vocabulary
    .flatMap((definition) => {
      const narrowing = hardware.settings[definition.key];
      return narrowing && reaches(firmware, narrowing) ? [narrowed(definition, narrowing)] : [];
    })
    .sort((a, b) => groupRank(a) - groupRank(b) || a.order - b.order);
}

/** Whether hardware has a setting, with any firmware: one that it offers, or that one of these sets. */
export function hasSetting(hardware: Hardware, key: string): boolean {
  return vocabulary.some(
    (offered) =>
      hardware.settings[offered.key] !== undefined &&
      (offered.key === key || offered.sets?.some((effect) => effect.key === key)),
  );
}

function reaches(firmware: number | null, { sinceFirmware }: SettingNarrowing): boolean {
  return sinceFirmware === undefined || (firmware !== null && firmware >= sinceFirmware);
}

function groupRank({ group }: SettingDefinition): number {
  return settingGroups.indexOf(group);
}

function narrowed(definition: KnownSetting, narrowing: SettingNarrowing): KnownSetting {
  const result = { ...definition };
  if (result.kind === 'choice' && narrowing.options) {
    const allowed = narrowing.options;
    result.options = result.options.filter((option) => allowed.includes(option.value));
  }
  if (result.kind === 'integer') {
    result.min = narrowing.min ?? result.min;
    result.max = narrowing.max ?? result.max;
  }
  return narrowing.default === undefined
    ? result
    : ({ ...result, default: narrowing.default } as KnownSetting);
}
