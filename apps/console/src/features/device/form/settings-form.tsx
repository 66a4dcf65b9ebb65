import type { DeviceTabKey } from '@varde/catalogue/device-tabs';
import { isAvailable } from '@varde/catalogue/settings/conditions';
import type { KnownSetting } from '@varde/catalogue/settings/settings-for';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '#data/api/call.ts';
import { useSession } from '#data/session.ts';
import { SchemaForm, type SchemaFormProps } from '#domain/settings/schema-form.tsx';
import { settingErrorText, settingLabel } from '#domain/settings/setting-texts.ts';
import { editAsked, savedChanges, useConfirmations } from '#domain/settings/use-confirmations.ts';
import { Failure } from '#kit/form/failure.tsx';
import { FaultSummary } from '#kit/form/fault-summary.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import { KeptByServer } from './delivery-state.tsx';
import { SettingAside } from './setting-aside.tsx';
import styles from './settings-page.module.css';
import { useSaveSettings } from './use-save-settings.ts';
import { heldValues, startingValues, useSettingsDraft } from './use-settings-draft.ts';

export interface SettingsFormProps {
  deviId: number;
  /** The tab it is on, which may have parts with their own addresses. */
  tab: DeviceTabKey;
  settings: Output<'getSettings'>;
  /** All settings of the device, and those of the tab. */
  ofDevice: KnownSetting[];
  definitions: KnownSetting[];
  /** How the page of the tab is laid out, and what it has besides settings. */
  layout?: FormLayout;
  /** The way to the history of the settings. */
  history?: ReactNode;
}

type FormLayout = Pick<SchemaFormProps<KnownSetting>, 'missing' | 'groupNames' | 'columns' | 'also'>;

export function SettingsForm({
  deviId,
  tab,
  settings,
  ofDevice,
  definitions,
  layout = {},
  history,
}: SettingsFormProps) {
  const { t, i18n } = useTranslation();
  const isPrivate = useSession().abilities.includes('private');
  const starting = startingValues(ofDevice, settings);
  const draft = useSettingsDraft(`settings-of-${deviId}-${tab}`, ofDevice, starting);
  const ask = useConfirmations();
  const [timesRestored, setTimesRestored] = useState(0);
  const { save, keep, saving, faults, failure, setFailure, clearFaults } = useSaveSettings(deviId, definitions);
  const states = new Map(settings.settings.map((state) => [state.key, state]));
  const errors = Object.fromEntries(Object.entries(faults).map(([key, code]) => [key, settingErrorText(t, code)]));
  useUnsavedGuard(draft.dirty && !saving, (next) => next.deviId === String(deviId) && next.tab === tab);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (draft.elsewhere.length > 0) {
      const names = draft.elsewhere.map(({ definition }) => settingLabel(t, definition.key));
      return setFailure(
        t('settings.elsewhere.decideFirst', { settings: new Intl.ListFormat(i18n.language).format(names) }),
      );
    }
    const changeable = definitions.filter(({ key }) => states.get(key)?.changeable);
    for (const change of savedChanges(changeable, starting, draft.values)) {
      if (!(await ask(change, 'save'))) return;
    }
    if (await save(draft.toSave, draft.began, draft.faults())) draft.clear();
  }

  const beside = (definition: KnownSetting) => (
    <SettingAside
      {...{ definition, draft, settings }}
      state={states.get(definition.key)}
      busy={saving}
      onSend={async (desired, reported) => {
        const values = { [definition.key]: desired };
        const change = { definition, from: reported, to: desired };
        // As a change and a save, which ask first where those do.
        if ((await ask(change, 'change')) && (await ask(change, 'save')))
          await save({ ...heldValues(ofDevice, starting, values), ...values }, values);
      }}
      onKeep={isAvailable(definition, starting) ? (reported) => void keep({ [definition.key]: reported }) : null}
    />
  );

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <FaultSummary faults={Object.entries(errors).map(([key, text]) => ({ field: settingLabel(t, key), text }))} />
      {history}
      <KeptByServer definitions={definitions} values={draft.values} />
      <SchemaForm
        {...layout}
        isPrivate={isPrivate}
        timesRestored={timesRestored}
        definitions={definitions}
        values={draft.values}
        errors={errors}
        onChange={(definition, to) => {
          const change = { definition, from: draft.values[definition.key] ?? definition.default, to };
          editAsked(ask, change, () => draft.change(definition.key, to));
        }}
        isFixed={({ key }) => !states.get(key)?.changeable}
        beside={beside}
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
