import { IconAdjustmentsOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { settingsOnTab } from '@varde/catalogue/device-tabs';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import type { TabProps } from '../tab/tab-props.ts';
import { HistoryButton } from './setting-history.tsx';
import { SettingsForm, type SettingsFormProps } from './settings-form.tsx';
import { definitionsOf } from './use-settings-draft.ts';

/** The settings of one tab: desired value, reported value and delivery state of each. */
export function SettingsTab({ device: { deviId }, tab, missing = {} }: TabProps & Pick<SettingsFormProps, 'missing'>) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery('getSettings', { params: { deviId } }));
  if (!data) return <LoadState error={error} onRetry={refetch} height={360} />;
  const all = definitionsOf(data);
  const definitions = settingsOnTab(hardwareById(data.dehaId), tab, all);
  if (definitions.length === 0) {
    return (
      <StatePanel
        icon={<IconAdjustmentsOff size={26} />}
        title={t('settingsPage.none')}
        body={t('settingsPage.noneHelp')}
      />
    );
  }
  return (
    <SettingsForm
      {...{ deviId, tab, definitions, missing }}
      settings={data}
      history={<HistoryButton deviId={deviId} definitions={all} />}
    />
  );
}
