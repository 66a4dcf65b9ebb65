import { Loader, Tooltip } from '@mantine/core';
import { type SensorStatus, sensorStatusOf } from '@varde/catalogue/sensor-statuses';
import { useTranslation } from 'react-i18next';
import { statusIcons } from './sensor-icons.ts';
import styles from './sensors.module.css';

/** The status of a sensor: icon and word, with an explanation; a loader while a change is on its way. */
export function SensorStatusMark({ status, updating }: { status: SensorStatus; updating: boolean }) {
  const { t } = useTranslation();
  const Icon = statusIcons[status];
  return (
    <Tooltip label={t(`sensors.tooltips.${status}`)} events={{ hover: true, focus: true, touch: true }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the explanation is for the keyboard too */}
      <span className={styles.status} data-colour={sensorStatusOf(status).colour} tabIndex={0}>
        <Icon size={18} aria-hidden />
        {t(`sensors.statuses.${status}`)}
        {updating && <Loader size={14} aria-hidden />}
      </span>
    </Tooltip>
  );
}
