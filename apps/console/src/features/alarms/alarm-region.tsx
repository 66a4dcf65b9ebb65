import type { Alarm } from '@varde/contract/alarms';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AlarmAnnouncer } from './alarm-announcer.tsx';
import styles from './alarm-region.module.css';
import { AlarmRow } from './alarm-row.tsx';
import { AlarmSummary } from './alarm-summary.tsx';
import { focusAfter, showRow, useAlarmList } from './use-alarm-list.ts';
import { useFreshSignals } from './use-fresh-signals.ts';

/** With more alarms the region can be folded to its summary. */
const manyAlarms = 3;

interface AlarmRegionProps {
  /** Including reset ones. */
  alarms: readonly Alarm[];
  /** They are known: until then the list is empty. */
  loaded: boolean;
  /** Set where the page itself lists the alarms. */
  announceOnly?: boolean;
  /** The device of the open page: its alarms are shown, and those of others fold to one line. */
  ofDevice?: number | null;
}

/** Every open alarm, above each page. */
export function AlarmRegion({ announceOnly = false, ofDevice = null, ...known }: AlarmRegionProps) {
  return (
    <>
      <AlarmAnnouncer alarms={known.alarms} />
      {!announceOnly && <OpenAlarms key={ofDevice} {...known} ofDevice={ofDevice} />}
    </>
  );
}

type Known = Pick<AlarmRegionProps, 'alarms' | 'loaded'>;

function OpenAlarms({ ofDevice, ...known }: Known & { ofDevice: number | null }) {
  const { t } = useTranslation();
  const { list, handlers, rows, freshCount, firstFresh } = useAlarmList(known.alarms);
  const { folded, setFolded } = useFold(known, ofDevice !== null);
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
              onResetting={() => focusAfter(list.current, alarm.alarmId)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Unfolds on a new alarm or a further signal; alarms that are known when the page is opened are not new. */
function useFold({ alarms, loaded }: Known, foldedAtFirst: boolean) {
  const [folded, setFolded] = useState(foldedAtFirst);
  const unfolds = useRef(!foldedAtFirst);
  useFreshSignals(
    alarms,
    useCallback(() => {
      if (unfolds.current) setFolded(false);
    }, []),
  );
  // After the effect above, which has seen the first alarms, also if there were none.
  useEffect(() => {
    if (loaded) unfolds.current = true;
  }, [loaded]);
  return { folded, setFolded };
}
