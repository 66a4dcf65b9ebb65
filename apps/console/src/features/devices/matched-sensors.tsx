import { Anchor, Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { shownSerial } from '@varde/catalogue/sensor-types';
import type { ListedDevice } from '@varde/contract/devices';
import type { UserSensor } from '@varde/contract/sensors';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery, queryKey } from '#data/api/query-options.ts';
import { onQueryAnswer } from '#data/live/answers.ts';
import styles from './device-list.module.css';

interface MatchedSensorsProps {
  device: ListedDevice;
  /** The words of the filter that found the device. */
  words: string;
}

/** The sensors by which the filter found a device, or either unit of a pair. */
export function MatchedSensors({ device, words }: MatchedSensorsProps) {
  const { t } = useTranslation();
  const deviIds = [device.deviId, ...(device.twinDevice ? [device.twinDevice.deviId] : [])].join();
  const { data, error, isPending, refetch } = useQuery({
    ...apiQuery('sensorsForUser', { query: { search: words, deviIds } }),
    staleTime: 0,
  });
  useEveryAnswer('listDevices', () => void refetch());
  return (
    <div>
      <dt>{t('deviceFilters.sensorsFound')}</dt>
      {isPending && <dd>{t('common.loading')}</dd>}
      {data?.sensors.map((sensor) => (
        <dd key={sensor.deseId}>
          <SensorLink device={device} sensor={sensor} />
          {sensor.name !== '' && <span className={styles.dim}> {shownSerial(sensor.gatewayId)}</span>}
        </dd>
      ))}
      {data?.sensors.length === 0 && <dd>{t('deviceFilters.noSensorFound')}</dd>}
      {data && data.nextCursor !== null && <dd className={styles.dim}>{t('deviceFilters.moreSensors')}</dd>}
      {error && !data && (
        <dd role="alert">
          {t('common.didNotWork')}.{' '}
          <Button variant="default" size="compact-xs" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </dd>
      )}
    </div>
  );
}

/** With a filter by sensors the list is fetched again whenever sensors were added, renamed or removed. */
function useEveryAnswer(name: 'listDevices', onAnswer: () => void): void {
  const cache = useQueryClient();
  const take = useEffectEvent(onAnswer);
  useEffect(() => {
    const [key] = queryKey(name);
    return onQueryAnswer(cache, (answer) => {
      if (!answer.isPatch && answer.key[0] === key) take();
    });
  }, [cache, name]);
}

function SensorLink({ device, sensor }: { device: ListedDevice; sensor: UserSensor }) {
  const unit = device.twinDevice?.deviId === sensor.deviId ? device.twinDevice : device;
  const name = sensor.name || shownSerial(sensor.gatewayId);
  if (!device.abilities.includes('settings')) return <span>{name}</span>;
  return (
    <Anchor size="sm" href={`#/settings/${unit.deviId}/${unit.dehaId}/info/sensor/${sensor.deseId}`}>
      {name}
    </Anchor>
  );
}
