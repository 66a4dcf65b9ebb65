import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { useKeptFocus } from '#kit/steady/use-kept-focus.ts';
import { FoundSensors } from './found-sensors.tsx';
import { useRefreshSensors } from './sensor-queries.ts';
import styles from './sensors.module.css';

interface UnsavedSensorsProps {
  deviId: number;
  /** How often they are fetched again. */
  refreshSeconds: number;
  /** What they are: what a unit heard while it learned, or base stations near a watch. */
  words: 'learned' | 'baseStations';
}

/** The sensors that a unit heard in its latest learning and does not have. Those about to be added are in its list. */
export function UnsavedSensors({ deviId, refreshSeconds, words }: UnsavedSensorsProps) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const refresh = useRefreshSensors(deviId);
  const query = apiQuery('fetchUnsavedSensors', { params: { deviId } });
  const { data } = useQuery({
    ...query,
    refetchInterval: refreshSeconds * 1000,
    // A learning that has just ended may have heard others.
    staleTime: 0,
  });
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(place); // the button that adds a sensor goes with it
  const title = t(words === 'learned' ? 'sensors.unsaved' : 'sensors.baseStations');
  const sensors = (data?.sensors ?? []).filter(({ pending }) => !pending);
  const onAdded = (learning: Output<'getLearning'>) => {
    // At once: until it is fetched, the same one could be added again.
    cache.setQueryData(query.queryKey, { sensors: learning.sensors.filter(({ added }) => !added) });
    void refresh();
  };
  return (
    <div ref={place} tabIndex={-1}>
      {sensors.length > 0 && (
        <section className={styles.part}>
          <h2 className={styles.title}>{title}</h2>
          <Text size="sm">{t(words === 'learned' ? 'sensors.unsavedHelp' : 'sensors.baseStationsHelp')}</Text>
          <FoundSensors label={title} deviId={deviId} sensors={sensors} onAdded={onAdded} />
        </section>
      )}
    </div>
  );
}
