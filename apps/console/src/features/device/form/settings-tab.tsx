import { IconAdjustmentsOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { settingsOnTab } from '@varde/catalogue/device-tabs';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { pageOf } from '@varde/catalogue/settings/pages';
import { lackedSettings } from '@varde/catalogue/settings/settings-for';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import type { TabProps } from '../tab/tab-props.ts';
import { EventSetups } from './event-setups.tsx';
import { HistoryButton } from './setting-history.tsx';
import { SettingsForm, type SettingsFormProps } from './settings-form.tsx';
import styles from './settings-page.module.css';
import { definitionsOf } from './use-settings-draft.ts';

/** The settings of one tab: desired value, reported value and delivery state of each. */
export function SettingsTab({ device: { deviId }, tab, layout = {} }: TabProps & Pick<SettingsFormProps, 'layout'>) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery('getSettings', { params: { deviId } }));
  if (!data) return <LoadState error={error} onRetry={refetch} height={360} />;
  const hardware = hardwareById(data.dehaId);
  const ofDevice = definitionsOf(data);
  const definitions = settingsOnTab(hardware, tab, ofDevice);
  const lacked = hardware && settingsOnTab(hardware, tab, lackedSettings(hardware, data.announced));
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
    <>
      {lacked && lacked.length > 0 && <p className={styles.kept}>{t('settingsPage.newerSoftware')}</p>}
      {definitions.some((definition) => pageOf(definition).key === 'alarm') && <EventSetups settings={data} />}
      <SettingsForm
        {...{ deviId, tab, ofDevice, definitions, layout }}
        settings={data}
        history={<HistoryButton deviId={deviId} definitions={ofDevice} />}
      />
    </>
  );
}
