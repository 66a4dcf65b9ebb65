import { hardwareById } from '@varde/catalogue/hardware/index';
import { isAvailable } from '@varde/catalogue/settings/conditions';
import { enteredSetting } from '@varde/catalogue/settings/entered-setting';
import { sameValue } from '@varde/catalogue/settings/same-value';
import { withEffects } from '@varde/catalogue/settings/saved-values';
import { type KnownSetting, settingsFor } from '@varde/catalogue/settings/settings-for';
import type { SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import { validateSetting } from '@varde/catalogue/settings/validate-setting';
import { settingByKey } from '@varde/catalogue/settings/vocabulary';
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

/** An edited field: its value, and the one from which it was edited. */
interface Edit {
  value: SettingValue;
  began: SettingValue;
}
type Draft = Readonly<Record<string, Edit>>;

/** A field that the user has edited, and that has another value by now than the one from which they began. */
export interface ChangedElsewhere {
  definition: KnownSetting;
  began: SettingValue;
  now: SettingValue;
  own: SettingValue;
}

/** Secret values are not kept in the browser. */
const mayKeep = (draft: Draft): boolean => !Object.keys(draft).some((key) => settingByKey(key)?.secret);

/**
 * Unsaved input. Only changed fields are held, so that a change from elsewhere shows in every other field and never in
 * one that is being edited: `elsewhere` tells of those. `of`: the form and its device. `definitions`: all settings of the
 * device, since those of other tabs decide about some.
 */
export function useSettingsDraft(of: string, definitions: readonly KnownSetting[], starting: SettingValues) {
  const [draft, setDraft] = useDraft<Draft>(of, {}, mayKeep);
  const values = { ...starting, ...valuesOf(draft) };
  const changed = changedValues(definitions, starting, values);
  const drop = (key: string) =>
    setDraft((before) => Object.fromEntries(Object.entries(before).filter(([each]) => each !== key)));
  return {
    values,
    changed,
    /** The changed values, and those that these would change otherwise: the device gets what the form shows. */
    toSave: { ...heldValues(definitions, values, changed), ...changed },
    /** The values from which the changed ones were edited. */
    began: Object.fromEntries(Object.keys(changed).map((key) => [key, draft[key]?.began ?? starting[key] ?? ''])),
    elsewhere: changedElsewhere(definitions, draft, changed, starting),
    dirty: Object.keys(changed).length > 0,
    change: (key: string, value: SettingValue) =>
      setDraft((before) => withEdits(before, changeWithEffects(definitions, key, value), starting)),
    /** Gives up the edit of a field. */
    drop,
    /** The user knows the present value of a field, and stays with the edit. */
    insist: (key: string) =>
      setDraft((before) => {
        const [edit, now] = [before[key], starting[key]];
        return edit === undefined || now === undefined ? before : { ...before, [key]: { ...edit, began: now } };
      }),
    clear: () => setDraft({}),
    /** Error codes of the changed values, by key. */
    faults: () => faultsOf(definitions, changed),
  };
}

const valuesOf = (draft: Draft): SettingValues =>
  Object.fromEntries(Object.entries(draft).map(([key, { value }]) => [key, value]));

/** A field that is edited back to where it began is not edited any more; one that others have set alike begins anew. */
function withEdits(draft: Draft, changes: SettingValues, starting: SettingValues): Draft {
  const edits = Object.entries(changes).map(([key, value]): [string, Edit] => {
    const [edit, now] = [draft[key], starting[key] ?? value];
    return [key, { value, began: edit === undefined || edit.value === now ? now : edit.began }];
  });
  const all = Object.entries({ ...draft, ...Object.fromEntries(edits) });
  return Object.fromEntries(all.filter(([, { value, began }]) => value !== began));
}

function changedElsewhere(
  definitions: readonly KnownSetting[],
  draft: Draft,
  changed: SettingValues,
  starting: SettingValues,
): ChangedElsewhere[] {
  return definitions.flatMap((definition) => {
    const [edit, own, now] = [draft[definition.key], changed[definition.key], starting[definition.key]];
    if (edit === undefined || own === undefined || now === undefined) return [];
    return sameValue(definition, edit.began, now) ? [] : [{ definition, began: edit.began, now, own }];
  });
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

/** The values of settings to which changed ones would give others (`sets`), and that are not changed themselves. */
export function heldValues(
  definitions: readonly KnownSetting[],
  values: SettingValues,
  changed: SettingValues,
): SettingValues {
  const effects = withEffects(definitions, changed);
  const isHeld = ({ key }: KnownSetting) => key in effects && !(key in changed) && effects[key] !== values[key];
  const held = definitions.filter((definition) => isHeld(definition) && isAvailable(definition, values));
  return Object.fromEntries(held.map(({ key, default: initial }) => [key, values[key] ?? initial]));
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
