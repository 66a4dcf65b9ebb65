import { Group, Stack, Text } from '@mantine/core';
import { IconHeartbeat } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Reading } from '@varde/contract/measurements';
import { useTranslation } from 'react-i18next';
import { pagesQuery } from '#data/api/pages-query.ts';
import { DeviceActionButtons } from '#domain/device/device-action-buttons.tsx';
import { LoadState } from '#domain/errors/load-state.tsx';
import { MoreButton } from '#kit/form/more-button.tsx';
import { useFormats } from '#kit/use-formats.ts';
import figures from '#ui/figures.module.css';
import { StatePanel } from '#ui/state-panel.tsx';
import { SettingsTab } from '../form/settings-tab.tsx';
import type { TabProps } from '../tab/tab-props.ts';
import styles from './measurements.module.css';

/** Settings of the measuring, measurements on request, and the readings. */
export function HealthTab({ device, tab }: TabProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="lg">
      <SettingsTab device={device} tab={tab} />
      <Stack gap="sm">
        <h2 className={styles.heading}>{t('measurements.readings')}</h2>
        <Text size="sm">{t('measurements.readingsHelp')}</Text>
        <Group gap="xs">
          <DeviceActionButtons device={device} place="health" />
        </Group>
        <Readings deviId={device.deviId} />
      </Stack>
    </Stack>
  );
}

/** Milliseconds between refreshes (specification 2, section 9). */
const refetchInterval = 20_000;
const pageSize = 25;

function Readings({ deviId }: { deviId: number }) {
  const { t } = useTranslation();
  const list = useInfiniteQuery({
    ...pagesQuery('listReadings', { params: { deviId }, query: { limit: pageSize } }),
    refetchInterval,
  });
  if (!list.data) return <LoadState error={list.error} onRetry={list.refetch} height={240} />;
  const readings = list.data.pages.flatMap((page) => page.readings);
  if (readings.length === 0)
    return (
      <StatePanel
        role="status"
        icon={<IconHeartbeat size={26} />}
        title={t('measurements.none')}
        body={t('measurements.noneHelp')}
      />
    );
  return (
    <>
      <ReadingsTable readings={readings} />
      <Group>
        <MoreButton list={list} />
      </Group>
    </>
  );
}

function ReadingsTable({ readings }: { readings: readonly Reading[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const measured = (value: number) => (value < 0 ? t('measurements.notMeasured') : formats.number(value));
  return (
    <div className={`${figures.frame} ${styles.readings}`}>
      <table className={figures.table} aria-label={t('measurements.readings')}>
        <thead>
          <tr>
            {(['time', 'heartRate', 'systolic', 'diastolic'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`measurements.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {readings.map((reading) => (
            <tr key={reading.hrbpId}>
              <td>{formats.exact(reading.logDate)}</td>
              <td>{measured(reading.heartRate)}</td>
              <td>{measured(reading.systolicBloodPressure)}</td>
              <td>{measured(reading.diastolicBloodPressure)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
