import type { Alarm } from '@varde/contract/alarms';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './alarm-region.module.css';
import { AlarmRow } from './alarm-row.tsx';
import { focusAfter, useAlarmList } from './use-alarm-list.ts';

/** More may be higher than the region, which then scrolls with the keyboard too. */
const manyAlarms = 3;

interface AlarmRegionProps {
  /** Including reset ones. */
  alarms: readonly Alarm[];
  /** The device of the open page: its alarms come first. */
  ofDevice?: number | null;
  /** It lies over the page, until the user closes it or no alarm is left. Absent: it is part of the page. */
  onClose?: () => void;
}

/** Every open alarm, above the device list or over another page. */
export function AlarmRegion({ alarms, ofDevice = null, onClose }: AlarmRegionProps) {
  const { t } = useTranslation();
  const { list, handlers, rows } = useAlarmList(alarms);
  useEscape(onClose);
  useEffect(() => {
    if (rows.length === 0) onClose?.();
  });
  if (rows.length === 0) return null;
  const isOther = ({ deviId }: Alarm) => Number(deviId !== ofDevice);
  return (
    <div className={styles.frame} data-over={onClose ? '' : undefined}>
      <section id="alarm-region" className={styles.region} aria-label={t('alarms.regionLabel')} {...handlers}>
        <ul
          ref={list}
          className={styles.list}
          tabIndex={rows.length > manyAlarms ? 0 : undefined}
          aria-label={t('alarms.listLabel')}
          data-guarded
        >
          {rows
            .toSorted((a, b) => isOther(a) - isOther(b))
            .map((alarm) => (
              <AlarmRow key={alarm.alarmId} alarm={alarm} onResetting={() => focusAfter(list.current, alarm.alarmId)} />
            ))}
        </ul>
      </section>
      {onClose && (
        <button type="button" className={styles.scrim} tabIndex={-1} aria-label={t('alarms.fold')} onClick={onClose} />
      )}
    </div>
  );
}

/** Escape closes it, unless it closes a dialog over it. */
function useEscape(onClose: (() => void) | undefined): void {
  useEffect(() => {
    if (!onClose) return;
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape' && target instanceof Element && !target.closest('[role="dialog"]')) onClose();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [onClose]);
}
