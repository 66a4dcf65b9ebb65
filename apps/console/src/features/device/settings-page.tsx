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
import { TabContainer, type TabEntry } from '#kit/tabs/tab-container.tsx';
import { useIsPhone } from '#kit/use-is-phone.ts';
import styles from './form/settings-page.module.css';
import { type PlaceOnPage, sensorPageAt } from './sensors/sensor-pages.tsx';
import { PageList } from './tab/page-list.tsx';
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
      {device ? <DeviceTabs device={device} tab={tab} part={part} /> : <Skeleton height={360} />}
    </div>
  );
}

type Place = DeviceDetail['tabs'][number]['place'];

interface DeviceTabsProps extends Pick<TabsPageProps, 'tab' | 'part'> {
  device: DeviceDetail;
}

/** The tabs in rows, one for each level; on a phone all of them in one list. */
function DeviceTabs({ device, tab, part }: DeviceTabsProps) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const actions = useDeviceActions(device, 'tabs');
  const page: ActionPath = `/settings/${device.deviId}/${device.dehaId}`;
  const bases = { main: page, general: `${page}/general` } as const;
  const entriesOf = (place: Place): TabEntry[] => [
    ...device.tabs
      .filter((each) => each.place === place)
      .map(({ key }) => ({
        key,
        name: tabName(t, key, device),
        icon: tabIcons[key],
        visible: true,
        content: () => {
          if (key === 'general') return level('general');
          const Content = tabContents[key];
          return <Content device={device} tab={key} part={part} />;
        },
      })),
    ...(place === 'general' ? actions : []),
  ];
  const level = (place: Place) => (
    <Level
      label={t(place === 'main' ? 'deviceTabs.title' : 'deviceTabs.general')}
      base={bases[place]}
      open={place === 'main' ? tab : part}
      entries={entriesOf(place)}
      bare={isPhone ?? false}
    />
  );
  if (!isPhone) return level('main');
  const [main, general] = [entriesOf('main'), entriesOf('general')];
  const open = general.find(({ key }) => tab === 'general' && key === part) ?? main.find(({ key }) => key === tab);
  return (
    <>
      <PageList
        label={t('deviceTabs.title')}
        current={open?.name ?? ''}
        groups={[
          { name: null, base: bases.main, entries: main.filter(({ key }) => key !== 'general') },
          { name: t('deviceTabs.general'), base: bases.general, entries: general },
        ].filter(({ entries }) => entries.length > 0)}
      />
      {level('main')}
    </>
  );
}

/** The tabs of one level; the tab "general" contains the other level. */
function Level(props: Omit<Parameters<typeof TabContainer>[0], 'recall' | 'onOpen'>) {
  return <TabContainer {...useTabMemory(props.base)} {...props} />;
}
