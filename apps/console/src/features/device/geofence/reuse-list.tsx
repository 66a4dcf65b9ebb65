import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GlobalGeofence } from '@varde/contract/geofences';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { FenceIcon } from './geofence-list.tsx';
import styles from './geofence-tab.module.css';

/** Fences that are shared with the customer of a device: one is chosen, and copied to the device. */
export function ReuseList({ deviId, onChoose }: { deviId: number; onChoose: (fence: GlobalGeofence) => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery('listGlobalGeofences', { params: { deviId } }));
  if (!data) return <LoadState error={error} onRetry={refetch} height={120} />;
  if (data.geofences.length === 0) return <p className={styles.dim}>{t('geofence.noneShared')}</p>;
  return (
    <>
      <p className={styles.dim}>{t('geofence.reuseHelp')}</p>
      <ul className={styles.list}>
        {data.geofences.map((fence) => (
          <li key={fence.id}>
            <UnstyledButton className={styles.fence} onClick={() => onChoose(fence)}>
              <FenceIcon {...fence} enabled />
              <span>{fence.name}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  );
}
