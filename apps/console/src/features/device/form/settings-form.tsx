import { useQueryClient } from '@tanstack/react-query';
import type { DeviceTabKey } from '@varde/catalogue/device-tabs';
import type { KnownSetting } from '@varde/catalogue/settings/settings-for';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorCodeOf } from '#data/api/api-error.ts';
import { call, type Output } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { SchemaForm } from '#domain/settings/schema-form.tsx';
import { settingErrorText, settingLabel } from '#domain/settings/setting-texts.ts';
import { Failure } from '#kit/form/failure.tsx';
import { FaultSummary } from '#kit/form/fault-summary.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import { notifyDone } from '#kit/state/notify.ts';
import { DeliveryState, KeptByServer } from './delivery-state.tsx';
import styles from './settings-page.module.css';
import { changesOf, questionsFor, useConfirmations } from './use-confirmations.ts';
import { startingValues, useSettingsDraft } from './use-settings-draft.ts';

export interface SettingsFormProps {
  deviId: number;
  /** The tab it is on, which may have parts with their own addresses. */
  tab: DeviceTabKey;
  settings: Output<'getSettings'>;
  definitions: KnownSetting[];
  /** What a toggle needs that is not there, by key. */
  missing?: Readonly<Record<string, string>>;
}

export function SettingsForm({ deviId, tab, settings, definitions, missing = {} }: SettingsFormProps) {
  const { t } = useTranslation();
  const starting = startingValues(definitions, settings);
  const draft = useSettingsDraft(`settings-${deviId}-${tab}`, definitions, starting);
  const ask = useConfirmations();
  const [timesRestored, setTimesRestored] = useState(0);
  const { save, saving, faults, failure, clearFaults } = useSave(deviId, definitions);
  const states = new Map(settings.settings.map((state) => [state.key, state]));
  const errors = Object.fromEntries(Object.entries(faults).map(([key, code]) => [key, settingErrorText(t, code)]));
  useUnsavedGuard(draft.dirty && !saving, (next) => next.deviId === String(deviId) && next.tab === tab);

  async function submit(event: FormEvent) {
    event.preventDefault();
    for (const change of changesOf(definitions, starting, draft.changed)) {
      if (!(await ask(change, 'save'))) return;
    }
    if (await save(draft.changed, draft.faults())) draft.clear();
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <FaultSummary faults={Object.entries(errors).map(([key, text]) => ({ field: settingLabel(t, key), text }))} />
      <KeptByServer definitions={definitions} values={draft.values} />
      <SchemaForm
        timesRestored={timesRestored}
        definitions={definitions}
        values={draft.values}
        errors={errors}
        onChange={(definition, to) => {
          const change = { definition, from: draft.values[definition.key] ?? definition.default, to };
          const keep = () => draft.change(definition.key, to);
          // Synchronously where no confirmation is needed: a field updated later moves its caret to the end.
          if (questionsFor(change, 'change').length === 0) keep();
          else void ask(change, 'change').then((agreed) => agreed && keep());
        }}
        missing={missing}
        isFixed={({ key }) => !states.get(key)?.changeable}
        beside={(definition) => <DeliveryState definition={definition} state={states.get(definition.key)} />}
      />
      {settings.settings.some(({ changeable }) => changeable) && (
        <footer className={styles.footer}>
          <Failure text={failure} />
          <SteadyButton
            variant="default"
            disabled={!draft.dirty}
            onClick={() => {
              draft.clear();
              clearFaults();
              setTimesRestored(timesRestored + 1);
            }}
          >
            {t('common.cancel')}
          </SteadyButton>
          <SteadyButton type="submit" disabled={!draft.dirty} loading={saving}>
            {t('common.save')}
          </SteadyButton>
        </footer>
      )}
    </form>
  );
}

type Faults = Record<string, string>;

function useSave(deviId: number, definitions: readonly KnownSetting[]) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [saving, setSaving] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<string | null>(null);

  async function save(values: Record<string, boolean | number | string>, found: Faults): Promise<boolean> {
    setFaults(found);
    if (Object.keys(found).length > 0) return false;
    setSaving(true);
    setFailure(null);
    try {
      const answer = await call('saveSettings', { params: { deviId }, body: { values } });
      const answered = new Map(answer.settings.map((state) => [state.key, state]));
      // The answer contains the editable settings only; read-only ones keep their values.
      cache.setQueryData(apiQuery('getSettings', { params: { deviId } }).queryKey, (before) => ({
        ...answer,
        settings: before?.settings.map((state) => answered.get(state.key) ?? state) ?? answer.settings,
      }));
      const isSent = definitions.some(({ key, keptByServer }) => key in values && !keptByServer);
      notifyDone(t(isSent ? 'settingsPage.saved' : 'settingsPage.savedHere'));
      return true;
    } catch (error) {
      const refused = error instanceof ApiError ? faultsFrom(error) : {};
      setFaults(refused);
      if (Object.keys(refused).length === 0) setFailure(t(`errors.${errorCodeOf(error)}`));
      return false;
    } finally {
      setSaving(false);
    }
  }
  const clearFaults = () => {
    setFaults({});
    setFailure(null);
  };
  return { save, saving, faults, failure, clearFaults };
}

/** The server names fields as in the body: `values.trackingInterval`. */
function faultsFrom({ fields }: ApiError): Faults {
  return Object.fromEntries(fields.map(({ path, message }) => [path.replace(/^values\./, ''), message]));
}
