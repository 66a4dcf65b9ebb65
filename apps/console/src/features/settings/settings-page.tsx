import { Skeleton } from '@mantine/core';
import { IconAdjustmentsOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { deviceQuery } from '#data/live/device-query.ts';
import { useLiveDevice } from '#data/live/live-context.tsx';
import { DeviceHeader } from '#domain/device/device-header.tsx';
import { DeviceTools } from '#domain/device/device-tools.tsx';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { SettingsForm } from './settings-form.tsx';
import styles from './settings-page.module.css';
import { definitionsOf } from './use-settings-draft.ts';

/** A device's settings: wanted value, reported value and delivery state of each. */
export function SettingsPage({ deviId }: { deviId: number }) {
  const { t } = useTranslation();
  const device = useQuery(deviceQuery(deviId));
  useLiveDevice(deviId, { transactions: false });
  if (device.error && !device.data) return <ErrorState page error={device.error} onRetry={device.refetch} />;
  return (
    <div className={styles.page}>
      <PageTitle text={t('settingsPage.title', { name: device.data?.deviceName ?? '' })} />
      {device.data ? <DeviceHeader device={device.data} /> : <Skeleton height={112} />}
      {device.data && <DeviceTools device={device.data} />}
      <Settings deviId={deviId} />
    </div>
  );
}

function Settings({ deviId }: { deviId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery('getSettings', { params: { deviId } }));
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={360} />;
  const definitions = definitionsOf(data);
  if (definitions.length === 0) {
    return (
      <StatePanel
        icon={<IconAdjustmentsOff size={26} />}
        title={t('settingsPage.none')}
        body={t('settingsPage.noneHelp')}
      />
    );
  }
  return <SettingsForm deviId={deviId} settings={data} definitions={definitions} />;
}
