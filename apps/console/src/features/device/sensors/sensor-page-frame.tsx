import { Button, Skeleton } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DeviceDetail } from '@varde/contract/devices';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceQuery } from '#data/live/device-query.ts';
import { useLiveDevice } from '#data/live/live-device.ts';
import { DeviceHeader } from '#domain/device/device-header.tsx';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import styles from './sensors.module.css';

/** A page about the sensors of a device: its header, and the way back to the sensors. */
export function SensorPageFrame({
  deviId,
  children,
}: {
  deviId: number;
  children: (device: DeviceDetail) => ReactNode;
}) {
  const { t } = useTranslation();
  const { data: device, error, refetch } = useQuery(deviceQuery(deviId));
  useLiveDevice(deviId);
  if (error && !device) return <ErrorState page error={error} onRetry={refetch} />;
  return (
    <div className={styles.page}>
      <PageTitle text={t('settingsPage.title', { name: device?.deviceName ?? '' })} />
      {device ? <DeviceHeader device={device} /> : <Skeleton height={112} />}
      {device && (
        <div>
          <Button
            variant="subtle"
            size="compact-md"
            leftSection={<IconChevronLeft size={18} aria-hidden />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/settings/$deviId/$dehaId/{-$tab}/{-$part}/{-$item}"
                params={{
                  deviId: String(deviId),
                  dehaId: String(device.dehaId),
                  tab: 'sensor',
                  part: undefined,
                  item: undefined,
                }}
              />
            )}
          >
            {t('sensors.back')}
          </Button>
        </div>
      )}
      {device ? children(device) : <Skeleton height={280} />}
    </div>
  );
}
