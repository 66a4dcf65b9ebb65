import type { Alarm } from '@varde/contract/alarms';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AlarmAnnouncer } from './alarm-announcer.tsx';
import styles from './alarm-region.module.css';
import { AlarmRow } from './alarm-row.tsx';
import { AlarmSummary } from './alarm-summary.tsx';
import { focusNextRow, showRow, useAlarmList } from './use-alarm-list.ts';
import { useFreshSignals } from './use-fresh-signals.ts';

/** With more than this the region can be folded to its summary. */
const manyAlarms = 3;

interface AlarmRegionProps {
  /** Those that are reset as well. */
  alarms: readonly Alarm[];
  /** Where the page itself lists them. */
  announceOnly?: boolean;
}

/** Every open alarm, above each page. */
export function AlarmRegion({ alarms, announceOnly = false }: AlarmRegionProps) {
  return (
    <>
      <AlarmAnnouncer alarms={alarms} />
      {!announceOnly && <OpenAlarms alarms={alarms} />}
    </>
  );
}

function OpenAlarms({ alarms }: { alarms: readonly Alarm[] }) {
  const { t } = useTranslation();
  const [folded, setFolded] = useState(false);
  const { list, handlers, rows, freshCount, firstFresh } = useAlarmList(alarms);
  useFreshSignals(
    alarms,
    useCallback(() => setFolded(false), []),
  );
  if (rows.length === 0) return null;
  const many = rows.length > manyAlarms;
  return (
    <section className={styles.region} aria-label={t('alarms.regionLabel')} {...handlers}>
      <AlarmSummary
        rows={rows}
        freshCount={freshCount}
        onShowFresh={() => firstFresh && showRow(list.current, firstFresh)}
        fold={many ? { folded, onToggle: () => setFolded(!folded) } : null}
      />
      {!(many && folded) && (
        <ul
          ref={list}
          className={styles.list}
          tabIndex={many ? 0 : undefined}
          aria-label={t('alarms.listLabel')}
        >
          {rows.map((alarm) => (
            <AlarmRow
              key={alarm.alarmId}
              alarm={alarm}
              onReset={() => focusNextRow(list.current, alarm.alarmId)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
