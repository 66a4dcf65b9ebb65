import { UnstyledButton } from '@mantine/core';
import { IconCircle, IconCircleOff, IconHome, IconHomeOff, IconPolygon, IconPolygonOff } from '@tabler/icons-react';
import { endEntry, hourText } from '@varde/catalogue/geofences';
import type { GlobalGeofence } from '@varde/contract/geofences';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ListedGeofence } from './geofence-control.ts';
import styles from './geofence-tab.module.css';

interface GeofenceListProps {
  fences: readonly ListedGeofence[];
  onChoose: (id: number) => void;
}

/** The fences of the device; pressing one opens it. */
export function GeofenceList({ fences, onChoose }: GeofenceListProps) {
  const { t } = useTranslation();
  if (fences.length === 0) return <p className={styles.dim}>{t('geofence.none')}</p>;
  return (
    <ul className={styles.list}>
      {fences.map((fence) => (
        <li key={fence.id}>
          <UnstyledButton
            className={styles.fence}
            aria-current={fence.inEdit ? 'true' : undefined}
            onClick={() => onChoose(fence.id)}
          >
            <FenceIcon {...fence} />
            <span>{fence.name}</span>
            <span className={styles.dim}>{stateText(t, fence)}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

/** Green while the fence is on, grey while it is off. */
export function FenceIcon({ circle, indoor, enabled }: Pick<GlobalGeofence, 'circle' | 'indoor' | 'enabled'>) {
  const outdoor = circle ? ([IconCircle, IconCircleOff] as const) : ([IconPolygon, IconPolygonOff] as const);
  const [On, Off] = indoor ? [IconHome, IconHomeOff] : outdoor;
  const Icon = enabled ? On : Off;
  return <Icon size={18} aria-hidden className={enabled ? styles.on : styles.off} />;
}

/** Whether the fence is on, when, where the wearer is, and whether it is saved as it is shown. */
export function stateText(t: TFunction, fence: ListedGeofence): string {
  const { enabled, enabledTime, enabledTimeFrom, enabledTimeTo, status, share } = fence;
  const { verticesChanged, timeToggled } = fence;
  const hours = `${hourText(enabledTimeFrom)}–${hourText(endEntry(enabledTimeTo))}`;
  const parts = [
    t(enabled ? 'geofence.on' : 'geofence.off'),
    ...(enabled && enabledTime ? [hours] : []),
    ...(enabled && status ? [t(`geofence.status.${status}`)] : []),
    ...(share ? [t('geofence.isShared')] : []),
    ...(verticesChanged || timeToggled ? [t('geofence.isChanged')] : []),
  ];
  return parts.join(' · ');
}
