import { hardwareById } from '@varde/catalogue/hardware/index';
import { enteredSetting } from '@varde/catalogue/settings/entered-setting';
import { type KnownSetting, settingsOfType } from '@varde/catalogue/settings/settings-for';
import type { SettingValue } from '@varde/catalogue/settings/types';
import { validateSetting } from '@varde/catalogue/settings/validate-setting';
import type { DefaultSettings } from '@varde/contract/default-settings';
import { useDraft } from '#data/use-draft.ts';

/** The settings of a type of device, with any firmware. */
export const defaultableSettings = (dehaId: number): KnownSetting[] => {
  const hardware = hardwareById(dehaId);
  return hardware === undefined ? [] : settingsOfType(hardware);
};

/** An edited default, and the one from which it was edited; null: the customer has none of its own. */
interface Edit {
  value: SettingValue | null;
  began: SettingValue | null;
}
type Draft = Readonly<Record<string, Edit>>;
export type Values = Readonly<Record<string, SettingValue | null>>;

const valuesOf = (edits: readonly (readonly [string, Edit])[], part: keyof Edit): Values =>
  Object.fromEntries(edits.map(([key, edit]) => [key, edit[part]]));

/** The input of the form: null removes a default of the customer. `elsewhere`: edited ones that somebody else has changed. */
export function useDefaultsDraft({ settings, custId, dehaId }: DefaultSettings) {
  const [draft, setDraft] = useDraft<Draft>(`defaults-of-${custId}-${dehaId}`, {});
  const stored = new Map(settings.map((setting) => [setting.key, setting]));
  const storedOwn = (key: string) => stored.get(key)?.value ?? null;
  const edits = Object.entries(draft).filter(([key, { value }]) => storedOwn(key) !== value);
  /** The customer's own default; null: it has none. */
  const ownOf = ({ key }: KnownSetting) => {
    const edit = draft[key];
    return edit === undefined ? storedOwn(key) : edit.value;
  };
  const definitions = defaultableSettings(dehaId).filter(({ key }) => stored.has(key));
  return {
    definitions,
    ownOf,
    inheritedBy: ({ key }: KnownSetting) => stored.get(key)?.inherited ?? null,
    /** What holds until the input is saved. */
    storedIn: ({ key, default: initial }: KnownSetting): SettingValue =>
      stored.get(key)?.value ?? stored.get(key)?.inherited?.value ?? initial,
    inEffect: (definition: KnownSetting) =>
      ownOf(definition) ?? stored.get(definition.key)?.inherited?.value ?? definition.default,
    isFixed: ({ key }: KnownSetting) => stored.get(key)?.changeable !== true,
    change: ({ key }: KnownSetting, value: SettingValue | null) =>
      setDraft((before) => {
        const [edit, now] = [before[key], storedOwn(key)];
        return { ...before, [key]: { value, began: edit === undefined || edit.value === now ? now : edit.began } };
      }),
    changed: valuesOf(edits, 'value'),
    began: valuesOf(edits, 'began'),
    elsewhere: new Map(
      edits.flatMap(([key, { began }]) => (began === storedOwn(key) ? [] : [[key, { began, now: storedOwn(key) }]])),
    ),
    /** Gives up the edit of a setting. */
    drop: ({ key }: KnownSetting) =>
      setDraft((before) => Object.fromEntries(Object.entries(before).filter(([each]) => each !== key))),
    /** The user knows what somebody else has chosen, and stays with the edit. */
    insist: ({ key }: KnownSetting, value: SettingValue | null) =>
      setDraft((before) => ({ ...before, [key]: { value, began: storedOwn(key) } })),
    clear: () => setDraft({}),
    /** Error codes of the changed values, by key. */
    faults: () => faultsOf(definitions, valuesOf(edits, 'value')),
  };
}

const faultsOf = (definitions: readonly KnownSetting[], changed: Values): [key: string, code: string][] =>
  definitions.flatMap((definition): [string, string][] => {
    const value = changed[definition.key] ?? null;
    const code = value === null ? null : validateSetting(definition, enteredSetting(definition, value));
    return code === null ? [] : [[definition.key, code]];
  });
