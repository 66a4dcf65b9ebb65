import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { deviceQuery } from '#data/live/device-query.ts';
import { useLiveDevice } from '#data/live/live-device.ts';
import { useTabMemory } from '#data/tab-memory.ts';
import { DeviceHeader } from '#domain/device/device-header.tsx';
import { useDeviceActions } from '#domain/device/use-device-actions.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import type { ActionPath } from '#kit/actions/action.ts';
import { PageTitle } from '#kit/page-title.tsx';
import { TabContainer } from '#kit/tabs/tab-container.tsx';
import styles from './form/settings-page.module.css';
import { type PlaceOnPage, sensorPageAt } from './sensors/sensor-pages.tsx';
import { tabContents, tabIcons, tabName } from './tabs.tsx';

interface SettingsPageProps extends PlaceOnPage {
  deviId: number;
}

/** A device with its tabs, or a page about its sensors, live. */
export function SettingsPage({ deviId, ...place }: SettingsPageProps) {
  const Page = sensorPageAt(place);
  if (Page !== null) return <Page key={place.item} deviId={deviId} sensorId={Number(place.item)} />;
  return <TabsPage deviId={deviId} tab={place.tab} part={place.part} />;
}

interface TabsPageProps {
  deviId: number;
  /** The tab of the page, and the tab within the tab "general", from the address. */
  tab: string | undefined;
  part: string | undefined;
}

function TabsPage({ deviId, tab, part }: TabsPageProps) {
  const { t } = useTranslation();
  const { data: device, error, refetch } = useQuery(deviceQuery(deviId));
  useLiveDevice(deviId);
  if (error && !device) return <ErrorState page error={error} onRetry={refetch} />;
  return (
    <div className={styles.page}>
      <PageTitle text={t('settingsPage.title', { name: device?.deviceName ?? '' })} />
      {device ? <DeviceHeader device={device} /> : <Skeleton height={112} />}
      {device ? <Tabs device={device} place="main" tab={tab} part={part} /> : <Skeleton height={360} />}
    </div>
  );
}

interface TabsProps {
  device: DeviceDetail;
  place: 'main' | 'general';
  tab: string | undefined;
  part: string | undefined;
}

/** The tabs of one level; the tab "general" contains the other level. */
function Tabs({ device, place, tab, part }: TabsProps) {
  const { t } = useTranslation();
  const page: ActionPath = `/settings/${device.deviId}/${device.dehaId}`;
  const base: ActionPath = place === 'main' ? page : `${page}/general`;
  const actions = useDeviceActions(device, 'tabs');
  return (
    <TabContainer
      {...useTabMemory(base)}
      label={t(place === 'main' ? 'deviceTabs.title' : 'deviceTabs.general')}
      base={base}
      open={place === 'main' ? tab : part}
      entries={[
        ...device.tabs
          .filter((each) => each.place === place)
          .map(({ key }) => ({
            key,
            name: tabName(t, key, device),
            icon: tabIcons[key],
            visible: true,
            content: () => {
              if (key === 'general') return <Tabs device={device} place="general" tab={tab} part={part} />;
              const Content = tabContents[key];
              return <Content device={device} tab={key} part={part} />;
            },
          })),
        ...(place === 'general' ? actions : []),
      ]}
    />
  );
}
