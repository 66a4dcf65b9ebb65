import { hardwareById } from '@varde/catalogue/hardware/index';
import { isAvailable } from '@varde/catalogue/settings/conditions';
import { enteredSetting } from '@varde/catalogue/settings/entered-setting';
import { sameValue } from '@varde/catalogue/settings/same-value';
import { withEffects } from '@varde/catalogue/settings/saved-values';
import { type KnownSetting, settingsFor } from '@varde/catalogue/settings/settings-for';
import type { SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import { validateSetting } from '@varde/catalogue/settings/validate-setting';
import type { Output } from '#data/api/call.ts';
import { useDraft } from '#data/use-draft.ts';

type DeviceSettings = Output<'getSettings'>;

/**
 * The settings that the server returned to this user, in its order, as the device's hardware and firmware define them.
 * Settings unknown to this version of the console are left out.
 */
export function definitionsOf({ dehaId, fiwaNum, announced, settings }: DeviceSettings): KnownSetting[] {
  const hardware = hardwareById(dehaId);
  const offered = hardware ? settingsFor(hardware, fiwaNum, announced) : [];
  return settings.flatMap(({ key }) => offered.find((setting) => setting.key === key) ?? []);
}

/** The initial values: the desired value, else the reported one, else the default. */
export function startingValues(definitions: readonly KnownSetting[], { settings }: DeviceSettings): SettingValues {
  const byKey = new Map(settings.map((state) => [state.key, state]));
  return Object.fromEntries(
    definitions.map(({ key, default: fallback }) => {
      const state = byKey.get(key);
      return [key, state?.desired ?? state?.reported ?? fallback];
    }),
  );
}

/**
 * Unsaved input. Only changed fields are held, so that a change from elsewhere shows in every other field and never in
 * one that is being edited. `of`: the form and its device.
 */
export function useSettingsDraft(of: string, definitions: readonly KnownSetting[], starting: SettingValues) {
  const [draft, setDraft] = useDraft<SettingValues>(of, {});
  const values = { ...starting, ...draft };
  const changed = changedValues(definitions, starting, values);
  return {
    values,
    changed,
    dirty: Object.keys(changed).length > 0,
    change: (key: string, value: SettingValue) =>
      setDraft((before) => ({ ...before, ...changeWithEffects(definitions, key, value) })),
    clear: () => setDraft({}),
    /** Error codes of the changed values, by key. */
    faults: () => faultsOf(definitions, changed),
  };
}

/** The changed values among the settings that are editable with the present values of the others. */
function changedValues(
  definitions: readonly KnownSetting[],
  starting: SettingValues,
  values: SettingValues,
): SettingValues {
  const changed = definitions.filter(
    (definition) =>
      isAvailable(definition, values) &&
      !sameValue(definition, starting[definition.key] ?? null, values[definition.key] ?? null),
  );
  return Object.fromEntries(Object.entries(values).filter(([key]) => changed.some((one) => one.key === key)));
}

/** A change, with those that it causes in other settings of the form. */
function changeWithEffects(definitions: readonly KnownSetting[], key: string, value: SettingValue): SettingValues {
  const changed = Object.entries(withEffects(definitions, { [key]: value }));
  return Object.fromEntries(changed.filter(([key]) => definitions.some((one) => one.key === key)));
}

export function faultsOf(definitions: readonly KnownSetting[], changed: SettingValues): Record<string, string> {
  return Object.fromEntries(
    definitions.flatMap((definition) => {
      const value = changed[definition.key];
      const fault = value === undefined ? null : validateSetting(definition, enteredSetting(definition, value));
      return fault ? [[definition.key, fault]] : [];
    }),
  );
}
