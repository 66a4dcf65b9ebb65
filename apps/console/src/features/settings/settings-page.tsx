import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { deviceQuery } from '#data/live/device-query.ts';
import { useLiveDevice } from '#data/live/live-context.tsx';
import { DeviceHeader } from '#domain/device/device-header.tsx';
import { ErrorState } from '#domain/errors/error-state.tsx';
import type { ActionPath } from '#kit/actions/action.ts';
import { PageTitle } from '#kit/page-title.tsx';
import { TabContainer } from '#kit/tabs/tab-container.tsx';
import styles from './settings-page.module.css';
import { tabContents, tabIcons, tabName } from './tabs.tsx';

interface SettingsPageProps {
  deviId: number;
  /** The tab of the page, and the tab within the tab "general", from the address. */
  tab: string | undefined;
  part: string | undefined;
}

/** A device with its tabs, live. */
export function SettingsPage({ deviId, tab, part }: SettingsPageProps) {
  const { t } = useTranslation();
  const { data: device, error, refetch } = useQuery(deviceQuery(deviId));
  useLiveDevice(deviId, { transactions: false });
  if (error && !device) return <ErrorState page error={error} onRetry={refetch} />;
  return (
    <div className={styles.page}>
      <PageTitle text={t('settingsPage.title', { name: device?.deviceName ?? '' })} />
      {device ? <DeviceHeader device={device} /> : <Skeleton height={112} />}
      {device ? <Tabs device={device} tab={tab} part={part} /> : <Skeleton height={360} />}
    </div>
  );
}

function Tabs({ device, tab, part }: { device: DeviceDetail } & Omit<SettingsPageProps, 'deviId'>) {
  const { t } = useTranslation();
  const base: ActionPath = `/settings/${device.deviId}/${device.dehaId}`;
  const entries = (place: 'main' | 'general') =>
    device.tabs
      .filter((each) => each.place === place)
      .map(({ key }) => {
        const Content = key === 'general' ? GeneralTabs : tabContents[key];
        return {
          key,
          name: tabName(t, key, device),
          icon: tabIcons[key],
          visible: true,
          content: () => <Content device={device} tab={key} />,
        };
      });
  const GeneralTabs = () => (
    <TabContainer
      label={t('deviceTabs.general')}
      base={`${base}/general`}
      open={part}
      entries={entries('general')}
    />
  );
  return <TabContainer label={t('deviceTabs.title')} base={base} open={tab} entries={entries('main')} />;
}
