import { Checkbox, Group, NativeSelect, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { defaultPolicyOf } from '@varde/catalogue/default-settings';
import { hardwareById, hardwareList } from '@varde/catalogue/hardware/index';
import { byName } from '@varde/catalogue/name-order';
import { enteredSetting } from '@varde/catalogue/settings/entered-setting';
import { type KnownSetting, settingsOfType } from '@varde/catalogue/settings/settings-for';
import type { SettingValue } from '@varde/catalogue/settings/types';
import { validateSetting } from '@varde/catalogue/settings/validate-setting';
import type { DefaultSettings } from '@varde/contract/default-settings';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '#data/api/api-error.ts';
import { call } from '#data/api/call.ts';
import { apiQuery, queryKey } from '#data/api/query-options.ts';
import { useDraft } from '#data/use-draft.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { SchemaForm } from '#domain/settings/schema-form.tsx';
import { settingErrorText, settingLabel, settingValueText } from '#domain/settings/setting-texts.ts';
import { editAsked, useConfirmations } from '#domain/settings/use-confirmations.ts';
import { Failure } from '#kit/form/failure.tsx';
import { SaveButtons } from '#kit/form/save-buttons.tsx';
import { useLeaveQuestion, useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import { notifyDone } from '#kit/state/notify.ts';
import panes from '#ui/panes.module.css';

const settingsOf = (dehaId: number): KnownSetting[] => {
  const hardware = hardwareById(dehaId);
  return hardware === undefined ? [] : settingsOfType(hardware);
};
const types = hardwareList
  .filter(({ dehaId }) => settingsOf(dehaId).some((setting) => defaultPolicyOf(setting) !== null))
  .map(({ dehaId, name }) => ({ value: String(dehaId), label: name }))
  .sort((a, b) => byName(a.label, b.label));

/** What devices of a customer and of those below it have unless somebody chooses otherwise, by type of device. */
export function DefaultSettingsSection({ custId }: { custId: number }) {
  const { t } = useTranslation();
  const [dehaId, setType] = useState(Number(types[0]?.value));
  const [dirty, setDirty] = useState(false);
  const mayLeave = useLeaveQuestion();
  const params = { custId, dehaId };
  const { data, error, refetch } = useQuery(apiQuery('getDefaultSettings', { params }));
  if (error && !data) {
    const hidden = ['notAllowed', 'notFound'].includes(errorCodeOf(error));
    return hidden ? null : <ErrorState error={error} onRetry={refetch} />;
  }
  return (
    <section className={panes.section} style={{ justifyItems: 'stretch' }} aria-labelledby="customer-default-settings">
      <h3 id="customer-default-settings" className={panes.sectionTitle}>
        {t('customers.defaultSettings.title')}
      </h3>
      <p className={panes.facts}>{t('customers.defaultSettings.help')}</p>
      <NativeSelect
        label={t('customers.defaultSettings.type')}
        value={String(dehaId)}
        onChange={async ({ currentTarget }) => {
          const chosen = Number(currentTarget.value);
          if (!dirty || (await mayLeave())) setType(chosen);
        }}
        data={types}
        maw={420}
      />
      {data ? <DefaultSettingsForm key={dehaId} defaults={data} onDirty={setDirty} /> : <Skeleton height={200} />}
    </section>
  );
}

type Draft = Readonly<Record<string, SettingValue | null>>;

/** The input of the form: null removes a default of the customer. */
function useDefaultsDraft({ settings, custId, dehaId }: DefaultSettings) {
  const [draft, setDraft] = useDraft<Draft>(`defaults-${custId}-${dehaId}`, {});
  const stored = new Map(settings.map((setting) => [setting.key, setting]));
  /** The customer's own default; null: it has none. */
  const ownOf = ({ key }: KnownSetting) => {
    const changed = draft[key];
    return changed === undefined ? (stored.get(key)?.value ?? null) : changed;
  };
  return {
    definitions: settingsOf(dehaId).filter(({ key }) => stored.has(key)),
    ownOf,
    inheritedBy: ({ key }: KnownSetting) => stored.get(key)?.inherited ?? null,
    /** What holds until the input is saved. */
    storedIn: ({ key, default: initial }: KnownSetting): SettingValue =>
      stored.get(key)?.value ?? stored.get(key)?.inherited?.value ?? initial,
    inEffect: (definition: KnownSetting) =>
      ownOf(definition) ?? stored.get(definition.key)?.inherited?.value ?? definition.default,
    isFixed: ({ key }: KnownSetting) => stored.get(key)?.changeable !== true,
    change: ({ key }: KnownSetting, value: SettingValue | null) => setDraft((before) => ({ ...before, [key]: value })),
    changed: Object.fromEntries(
      Object.entries(draft).filter(([key, value]) => (stored.get(key)?.value ?? null) !== value),
    ),
    clear: () => setDraft({}),
  };
}

interface FormProps {
  defaults: DefaultSettings;
  onDirty: (dirty: boolean) => void;
}

function DefaultSettingsForm({ defaults, onDirty }: FormProps) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const params = { custId: defaults.custId, dehaId: defaults.dehaId };
  const { definitions, ownOf, inheritedBy, storedIn, inEffect, isFixed, change, changed, clear } =
    useDefaultsDraft(defaults);
  const { submit, busy, errors, setErrors, failure } = useFormSubmit();
  const ask = useConfirmations();
  const dirty = Object.keys(changed).length > 0;
  useUnsavedGuard(dirty && !busy);
  useEffect(() => {
    onDirty(dirty);
    return () => onDirty(false);
  }, [dirty, onDirty]);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const faults = faultsOf(definitions, changed);
    setErrors(Object.fromEntries(faults.map(([key, code]) => [`values.${key}`, settingErrorText(t, code)])));
    if (faults.length > 0) return;
    for (const definition of definitions) {
      const to = changed[definition.key] ?? null;
      if (to !== null && !(await ask({ definition, from: storedIn(definition), to }, 'save'))) return;
    }
    const saved = await submit(() => call('saveDefaultSettings', { params, body: { values: changed } }));
    if (saved === undefined) return;
    // Customers below may inherit it.
    await cache.invalidateQueries({ queryKey: queryKey('getDefaultSettings'), refetchType: 'none' });
    const answered = new Map(saved.settings.map((setting) => [setting.key, setting]));
    // The answer has what the user may change; what they may only see is as it was.
    cache.setQueryData(apiQuery('getDefaultSettings', { params }).queryKey, (before = saved) => ({
      ...saved,
      settings: before.settings.map((setting) => answered.get(setting.key) ?? setting),
    }));
    clear();
    notifyDone(t('customers.defaultSettings.saved'));
  }
  function onCancel() {
    clear();
    setErrors({});
  }

  if (definitions.length === 0) return <p className={panes.facts}>{t('customers.defaultSettings.none')}</p>;
  return (
    <form onSubmit={onSubmit} noValidate>
      <SchemaForm
        definitions={definitions}
        values={Object.fromEntries(definitions.map((definition) => [definition.key, inEffect(definition)]))}
        errors={Object.fromEntries(definitions.map(({ key }) => [key, errors[`values.${key}`] ?? '']))}
        onChange={(definition, to) =>
          editAsked(ask, { definition, from: inEffect(definition), to }, () => change(definition, to))
        }
        isFixed={(definition) => isFixed(definition) || ownOf(definition) === null}
        beside={(definition) => (
          <Source
            definition={definition}
            own={ownOf(definition)}
            inherited={inheritedBy(definition)}
            fixed={isFixed(definition)}
            onSet={(set) => change(definition, set ? inEffect(definition) : null)}
          />
        )}
      />
      {!definitions.every(isFixed) && (
        <Group mt={12} gap={8} justify="flex-end">
          <Failure text={failure} />
          <SaveButtons dirty={dirty} busy={busy} onCancel={onCancel} />
        </Group>
      )}
    </form>
  );
}

const faultsOf = (definitions: readonly KnownSetting[], changed: Draft): [key: string, code: string][] =>
  definitions.flatMap((definition): [string, string][] => {
    const value = changed[definition.key] ?? null;
    const code = value === null ? null : validateSetting(definition, enteredSetting(definition, value));
    return code === null ? [] : [[definition.key, code]];
  });

interface SourceProps {
  definition: KnownSetting;
  own: SettingValue | null;
  inherited: DefaultSettings['settings'][number]['inherited'];
  fixed: boolean;
  onSet: (set: boolean) => void;
}

/** Whether the customer has a default of its own, and what holds without one. */
function Source({ definition, own, inherited, fixed, onSet }: SourceProps) {
  const { t } = useTranslation();
  const above =
    inherited &&
    t('customers.defaultSettings.inherited', {
      customer: inherited.customerName,
      value: settingValueText(t, definition, inherited.value),
    });
  return (
    <>
      <Checkbox
        label={t('customers.defaultSettings.own')}
        aria-label={t('customers.defaultSettings.ownOf', { setting: settingLabel(t, definition.key) })}
        checked={own !== null}
        disabled={fixed}
        onChange={({ currentTarget }) => onSet(currentTarget.checked)}
      />
      <Text size="sm" c="var(--varde-text-dim)" mt={4}>
        {above ??
          (own === null &&
            t('customers.defaultSettings.noDefault', { value: settingValueText(t, definition, definition.default) }))}
      </Text>
    </>
  );
}
