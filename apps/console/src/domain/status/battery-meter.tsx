import { IconBattery1, IconBattery2, IconBattery3, IconBattery4, IconBatteryCharging } from '@tabler/icons-react';
import { batteryIconLevel } from '@varde/catalogue/battery';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#kit/use-formats.ts';
import styles from './meters.module.css';

const icons = { 1: IconBattery1, 2: IconBattery2, 3: IconBattery3, 4: IconBattery4 } as const;

/** Battery in four steps with its percentage; another icon while it charges. */
export function BatteryMeter({ battery, charging }: { battery: number | null; charging: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (battery === null) return <span className={styles.none}>{t('common.none')}</span>;
  const Icon = charging ? IconBatteryCharging : icons[batteryIconLevel(battery)];
  return (
    <span className={styles.meter} data-low={!charging && battery <= 25 ? '' : undefined}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <span>{t('common.percent', { value: formats.number(battery) })}</span>
      {charging && <span className={styles.hidden}>{t('common.charging')}</span>}
    </span>
  );
}
