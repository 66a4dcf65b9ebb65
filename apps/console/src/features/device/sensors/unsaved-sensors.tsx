import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { FoundSensors } from './found-sensors.tsx';
import { useRefreshSensors } from './sensor-queries.ts';
import styles from './sensors.module.css';

/** The sensors that a unit heard in its latest learning and does not have. Those about to be added are in its list. */
export function UnsavedSensors({ deviId }: { deviId: number }) {
  const { t } = useTranslation();
  const refresh = useRefreshSensors(deviId);
  const { data } = useQuery({
    ...apiQuery('fetchUnsavedSensors', { params: { deviId } }),
    // A learning that has just ended may have heard others.
    staleTime: 0,
  });
  const sensors = (data?.sensors ?? []).filter(({ pending }) => !pending);
  if (sensors.length === 0) return null;
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{t('sensors.unsaved')}</h2>
      <Text size="sm">{t('sensors.unsavedHelp')}</Text>
      <FoundSensors
        label={t('sensors.unsaved')}
        deviId={deviId}
        sensors={sensors}
        onAdded={() => void refresh()}
      />
    </section>
  );
}
