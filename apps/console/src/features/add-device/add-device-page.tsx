import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { deviceQuery } from '#data/live/device-query.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import { AddDeviceForm } from './add-device-form.tsx';
import styles from './add-device-page.module.css';

/** Registers a device; with `twinOf` as the twin of that one. */
export function AddDevicePage({ twinOf }: { twinOf: number | null }) {
  const { t } = useTranslation();
  const title = t(twinOf === null ? 'addDevice.title' : 'addDevice.twinTitle');
  return (
    <div className={styles.page}>
      <PageTitle text={title} />
      <h1 className={styles.title}>{title}</h1>
      {twinOf === null ? (
        <>
          <AddDeviceForm master={null} />
          <Anchor component={Link} to="/add_varde/import" size="sm">
            {t('importDevices.open')}
          </Anchor>
        </>
      ) : (
        <AddTwin deviId={twinOf} />
      )}
    </div>
  );
}

function AddTwin({ deviId }: { deviId: number }) {
  const { t } = useTranslation();
  const { data: master, error, refetch } = useQuery(deviceQuery(deviId));
  if (!master) return <LoadState error={error} onRetry={refetch} height={240} />;
  return (
    <>
      <Text size="sm">{t('addDevice.twinHelp', { name: master.deviceName, serial: master.deviceSNNum })}</Text>
      <AddDeviceForm master={master} />
    </>
  );
}
