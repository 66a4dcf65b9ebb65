import { Checkbox, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { KnownSetting } from '@varde/catalogue/settings/settings-for';
import type { SettingValue } from '@varde/catalogue/settings/types';
import type { DefaultSettings } from '@varde/contract/default-settings';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { apiQuery, queryKey } from '#data/api/query-options.ts';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { ChangedField } from '#domain/settings/changed-field.tsx';
import { SchemaForm } from '#domain/settings/schema-form.tsx';
import { settingErrorText, settingLabel, settingValueText } from '#domain/settings/setting-texts.ts';
import { editAsked, useConfirmations } from '#domain/settings/use-confirmations.ts';
import { Failure } from '#kit/form/failure.tsx';
import { SaveButtons } from '#kit/form/save-buttons.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import panes from '#ui/panes.module.css';
import { useTypeGuard } from './per-type-section.tsx';
import { useDefaultsDraft, type Values } from './use-defaults-draft.ts';

interface FormProps {
  defaults: DefaultSettings;
  onDirty: (dirty: boolean) => void;
}

/** The default settings of one type, of a customer. */
export function DefaultSettingsForm({ defaults, onDirty }: FormProps) {
  const { t, i18n } = useTranslation();
  const draft = useDefaultsDraft(defaults);
  const { definitions, ownOf, inheritedBy, storedIn, inEffect, isFixed, change, changed, clear } = draft;
  const { save, refetch } = useSaveDefaults(defaults);
  const { submit, busy, errors, setErrors, failure } = useFormSubmit();
  const ask = useConfirmations();
  const dirty = Object.keys(changed).length > 0;
  useTypeGuard(dirty, { busy, onDirty });

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (draft.elsewhere.size > 0) return;
    const faults = draft.faults();
    setErrors(Object.fromEntries(faults.map(([key, code]) => [`values.${key}`, settingErrorText(t, code)])));
    if (faults.length > 0) return;
    for (const definition of definitions) {
      const to = changed[definition.key] ?? null;
      if (to !== null && !(await ask({ definition, from: storedIn(definition), to }, 'save'))) return;
    }
    const saved = await submit(() => save(changed, draft.began));
    if (saved === undefined) return refetch();
    clear();
    notifyDone(t('customers.defaultSettings.saved'));
  }
  function onCancel() {
    clear();
    setErrors({});
  }

  const names = definitions.filter(({ key }) => draft.elsewhere.has(key)).map(({ key }) => settingLabel(t, key));
  const undecided =
    names.length === 0
      ? null
      : t('settings.elsewhere.decideFirst', { settings: new Intl.ListFormat(i18n.language).format(names) });
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
          <>
            <ChangedDefault {...{ definition, draft }} />
            <Source
              definition={definition}
              own={ownOf(definition)}
              inherited={inheritedBy(definition)}
              fixed={isFixed(definition)}
              onSet={(set) => change(definition, set ? inEffect(definition) : null)}
            />
          </>
        )}
      />
      {!definitions.every(isFixed) && (
        <Group mt={12} gap={8} justify="flex-end">
          <Failure text={undecided ?? failure} />
          <SaveButtons dirty={dirty} busy={busy} onCancel={onCancel} />
        </Group>
      )}
    </form>
  );
}

/** Saves defaults that began from others. `refetch`: somebody else may have changed one of them, which the form then tells. */
function useSaveDefaults({ custId, dehaId }: DefaultSettings) {
  const cache = useQueryClient();
  const params = { custId, dehaId };
  const own = apiQuery('getDefaultSettings', { params }).queryKey;
  return {
    async save(values: Values, began: Values) {
      const saved = await call('saveDefaultSettings', { params, body: { values, began } });
      // Customers below may inherit it.
      await cache.invalidateQueries({ queryKey: queryKey('getDefaultSettings'), refetchType: 'none' });
      const answered = new Map(saved.settings.map((setting) => [setting.key, setting]));
      // The answer has what the user may change; what they may only see is as it was.
      cache.setQueryData(own, (before = saved) => ({
        ...saved,
        settings: before.settings.map((setting) => answered.get(setting.key) ?? setting),
      }));
      return saved;
    },
    refetch: () => cache.invalidateQueries({ queryKey: own }),
  };
}

interface ChangedDefaultProps {
  definition: KnownSetting;
  draft: ReturnType<typeof useDefaultsDraft>;
}

/** A default that somebody else has changed while the user edited it. */
function ChangedDefault({ definition, draft }: ChangedDefaultProps) {
  const { t } = useTranslation();
  const changed = draft.elsewhere.get(definition.key);
  if (changed === undefined) return null;
  const words = (value: SettingValue | null) =>
    value === null ? t('customers.defaultSettings.noOwn') : settingValueText(t, definition, value);
  return (
    <ChangedField
      setting={settingLabel(t, definition.key)}
      by={t('settings.elsewhere.somebody')}
      began={words(changed.began)}
      now={words(changed.now)}
      own={words(draft.ownOf(definition))}
      onTake={() => draft.drop(definition)}
      onInsist={() => draft.insist(definition, draft.ownOf(definition))}
    />
  );
}

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
