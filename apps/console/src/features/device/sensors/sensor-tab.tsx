import { Button, Stack, Text } from '@mantine/core';
import { IconAccessPointOff, IconPlus, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { StatePanel } from '#ui/state-panel.tsx';
import type { TabProps } from '../tab/tab-props.ts';
import { useRefreshSensors, useSensors } from './sensor-queries.ts';
import { SensorTable } from './sensor-table.tsx';
import styles from './sensors.module.css';
import { UnsavedSensors } from './unsaved-sensors.tsx';

/** The sensors of a device, errors first, and the way to more of them. */
export function SensorTab({ device }: TabProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useSensors(device.deviId);
  if (!data) return <LoadState error={error} onRetry={refetch} height={240} />;
  // A unit that learns is given new ones; one that synchronises is asked for those that it has.
  const { sensorEnrolment: enrolment, sensors: kinds = [] } = hardwareById(device.dehaId)?.capabilities ?? {};
  const hearsBaseStations = kinds.includes('baseStation');
  return (
    <Stack className={styles.tab}>
      {enrolment === 'synchronised' && <UpdateButton deviId={device.deviId} isSyncing={data.isSyncing} />}
      {enrolment === 'learned' && <AddLink device={device} />}
      {data.sensors.length === 0 ? (
        <StatePanel icon={<IconAccessPointOff size={32} />} title={t('sensors.none')} />
      ) : (
        <SensorTable device={device} rows={data.sensors} />
      )}
      {(enrolment === 'learned' || hearsBaseStations) && (
        <UnsavedSensors
          deviId={device.deviId}
          refreshSeconds={data.sensorRefresh}
          words={hearsBaseStations ? 'baseStations' : 'learned'}
        />
      )}
    </Stack>
  );
}

function AddLink({ device: { deviId, dehaId } }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  return (
    <div className={styles.bar}>
      <Button
        size="xs"
        leftSection={<IconPlus size={16} aria-hidden />}
        renderRoot={(props) => (
          <Link
            {...props}
            to="/settings/$deviId/$dehaId/{-$tab}/{-$part}/{-$item}"
            params={{
              deviId: String(deviId),
              dehaId: String(dehaId),
              tab: 'sensor',
              part: 'add',
              item: undefined,
            }}
          />
        )}
      >
        {t('sensors.add')}
      </Button>
    </div>
  );
}

function UpdateButton({ deviId, isSyncing }: { deviId: number; isSyncing: boolean }) {
  const { t } = useTranslation();
  const refresh = useRefreshSensors(deviId);
  const { submit, busy, failure } = useSubmit();
  async function ask() {
    const asked = await submit(() => call('syncSensors', { params: { deviId } }));
    if (!asked) return;
    notifyDone(t('sensors.updateAsked'));
    await refresh();
  }
  return (
    <div className={styles.bar}>
      <SteadyButton
        size="xs"
        loading={busy || isSyncing}
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => void ask()}
      >
        {t('sensors.update')}
      </SteadyButton>
      <Text size="sm" className={styles.dim} role="status">
        {isSyncing ? t('sensors.updating') : ''}
      </Text>
      <Failure text={failure} />
    </div>
  );
}
