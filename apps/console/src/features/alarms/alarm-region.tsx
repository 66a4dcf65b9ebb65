import type { Alarm } from '@varde/contract/alarms';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AlarmAnnouncer } from './alarm-announcer.tsx';
import styles from './alarm-region.module.css';
import { AlarmRow } from './alarm-row.tsx';
import { AlarmSummary } from './alarm-summary.tsx';
import { focusNextRow, showRow, useAlarmList } from './use-alarm-list.ts';
import { useFreshSignals } from './use-fresh-signals.ts';

/** With more alarms the region can be folded to its summary. */
const manyAlarms = 3;

interface AlarmRegionProps {
  /** Including reset ones. */
  alarms: readonly Alarm[];
  /** Set where the page itself lists the alarms. */
  announceOnly?: boolean;
  /** The device of the open page: its alarms are shown, and those of others fold to one line. */
  ofDevice?: number | null;
}

/** Every open alarm, above each page. */
export function AlarmRegion({ alarms, announceOnly = false, ofDevice = null }: AlarmRegionProps) {
  return (
    <>
      <AlarmAnnouncer alarms={alarms} />
      {!announceOnly && <OpenAlarms key={ofDevice} alarms={alarms} ofDevice={ofDevice} />}
    </>
  );
}

function OpenAlarms({ alarms, ofDevice }: { alarms: readonly Alarm[]; ofDevice: number | null }) {
  const { t } = useTranslation();
  const { list, handlers, rows, freshCount, firstFresh } = useAlarmList(alarms);
  const { folded, setFolded } = useFold(alarms, ofDevice !== null);
  if (rows.length === 0) return null;
  const others = rows.filter(({ deviId }) => deviId !== ofDevice);
  const many = ofDevice === null ? rows.length > manyAlarms : others.length > 0;
  const shown = !(many && folded) ? rows : rows.filter(({ deviId }) => deviId === ofDevice);
  return (
    <section className={styles.region} aria-label={t('alarms.regionLabel')} {...handlers}>
      <AlarmSummary
        rows={rows}
        freshCount={freshCount}
        onShowFresh={() => firstFresh && showRow(list.current, firstFresh)}
        fold={many ? { folded, onToggle: () => setFolded(!folded) } : null}
      />
      {shown.length > 0 && (
        <ul
          ref={list}
          className={styles.list}
          tabIndex={many ? 0 : undefined}
          aria-label={t('alarms.listLabel')}
        >
          {shown.map((alarm) => (
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

/** Unfolds on a new alarm or a further signal; alarms that exist when the page is opened are not new. */
function useFold(alarms: readonly Alarm[], foldedAtFirst: boolean) {
  const [folded, setFolded] = useState(foldedAtFirst);
  const isFirst = useRef(foldedAtFirst);
  useFreshSignals(
    alarms,
    useCallback(() => {
      if (!isFirst.current) setFolded(false);
      isFirst.current = false;
    }, []),
  );
  return { folded, setFolded };
}
