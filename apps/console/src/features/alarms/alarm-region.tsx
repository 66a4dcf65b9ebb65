import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { Alarm } from '@varde/contract/alarms';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AlarmAnnouncer } from './alarm-announcer.tsx';
import styles from './alarm-region.module.css';
import { AlarmRow } from './alarm-row.tsx';

/** With more than this the region has a summary line, and can be folded to it. */
const manyAlarms = 3;

interface AlarmRegionProps {
  alarms: Alarm[];
  /** Where the page itself lists them. */
  announceOnly?: boolean;
}

/** Every open alarm, above whatever page is shown. */
export function AlarmRegion({ alarms, announceOnly = false }: AlarmRegionProps) {
  const { t } = useTranslation();
  const [folded, setFolded] = useState(false);
  const many = alarms.length > manyAlarms;
  const unclaimed = alarms.filter((alarm) => alarm.state === 'open').length;
  if (announceOnly) return <AlarmAnnouncer alarms={alarms} />;
  return (
    <section className={styles.region} aria-label={t('alarms.regionLabel')}>
      <AlarmAnnouncer alarms={alarms} />
      {many && (
        <div className={styles.summary}>
          <strong>{t('alarms.openCount', { count: alarms.length })}</strong>
          <span>{t('alarms.unclaimedCount', { count: unclaimed })}</span>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-expanded={!folded}
            rightSection={
              folded ? <IconChevronDown size={16} aria-hidden /> : <IconChevronUp size={16} aria-hidden />
            }
            onClick={() => setFolded(!folded)}
          >
            {folded ? t('alarms.unfold') : t('alarms.fold')}
          </Button>
        </div>
      )}
      {alarms.length > 0 && !(many && folded) && (
        <ul className={styles.list} tabIndex={many ? 0 : undefined} aria-label={t('alarms.listLabel')}>
          {alarms.map((alarm) => (
            <AlarmRow key={alarm.alarmId} alarm={alarm} />
          ))}
        </ul>
      )}
    </section>
  );
}
