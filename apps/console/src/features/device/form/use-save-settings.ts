import { useQueryClient } from '@tanstack/react-query';
import type { KnownSetting } from '@varde/catalogue/settings/settings-for';
import type { SettingValues } from '@varde/catalogue/settings/types';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorCodeOf } from '#data/api/api-error.ts';
import { call, type Output } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { notifyDone } from '#kit/state/notify.ts';

type Faults = Record<string, string>;

/** Calls that change the settings of a device, with the faults and the failure of the last one. */
export function useSaveSettings(deviId: number, definitions: readonly KnownSetting[]) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [saving, setSaving] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<string | null>(null);
  const { queryKey } = apiQuery('getSettings', { params: { deviId } });

  async function run(change: () => Promise<Output<'saveSettings'>>): Promise<boolean> {
    setSaving(true);
    setFailure(null);
    try {
      const answer = await change();
      const answered = new Map(answer.settings.map((state) => [state.key, state]));
      // The answer contains the editable settings only; read-only ones keep their values.
      cache.setQueryData(queryKey, (before: Output<'getSettings'> | undefined) => ({
        ...answer,
        settings: before?.settings.map((state) => answered.get(state.key) ?? state) ?? answer.settings,
      }));
      return true;
    } catch (error) {
      const refused = error instanceof ApiError && error.code === 'validationFailed' ? faultsFrom(error) : {};
      setFaults(refused);
      if (Object.keys(refused).length === 0) setFailure(t(`errors.${errorCodeOf(error)}`));
      // The form then tells what has changed, field by field.
      if (errorCodeOf(error) === 'settingsChanged') await cache.invalidateQueries({ queryKey });
      return false;
    } finally {
      setSaving(false);
    }
  }

  /** Saves values that began from others, unless they have faults. */
  async function save(values: SettingValues, began: SettingValues, found: Faults = {}): Promise<boolean> {
    setFaults(found);
    if (Object.keys(found).length > 0) return false;
    const saved = await run(() => call('saveSettings', { params: { deviId }, body: { values, began } }));
    const isSent = definitions.some(({ key, keptByServer }) => key in values && !keptByServer);
    if (saved) notifyDone(t(isSent ? 'settingsPage.saved' : 'settingsPage.savedHere'));
    return saved;
  }

  /** Makes reported values the desired ones. */
  async function keep(values: SettingValues): Promise<boolean> {
    const kept = await run(() => call('keepReportedSettings', { params: { deviId }, body: { values } }));
    if (kept) notifyDone(t('settingsPage.savedHere'));
    return kept;
  }

  const clearFaults = () => {
    setFaults({});
    setFailure(null);
  };
  return { save, keep, saving, faults, failure, setFailure, clearFaults };
}

/** The server names fields as in the body: `values.trackingInterval`. */
function faultsFrom({ fields }: ApiError): Faults {
  return Object.fromEntries(fields.map(({ path, message }) => [path.replace(/^values\./, ''), message]));
}
