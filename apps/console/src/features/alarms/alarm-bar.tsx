import { Button } from '@mantine/core';
import { IconArrowDown, IconBellRinging, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { Alarm } from '@varde/contract/alarms';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { isTaken } from '#domain/alarms/alarm-groups.ts';
import { openAlarms } from '#domain/alarms/use-alarms.ts';
import { messageTypeKey } from '#domain/status/alarm-kind.ts';
import { useSteady } from '#kit/steady/press.ts';
import styles from './alarm-bar.module.css';
import { DeviceAlarm } from './device-alarm.tsx';
import { useFreshRows } from './fresh-rows.ts';
import type { AlarmPanel } from './use-alarm-panel.ts';
import { useFreshSignals } from './use-fresh-signals.ts';

interface AlarmBarProps {
  /** Including reset ones. */
  alarms: readonly Alarm[];
  /** What the bar opens; null: the page lists the alarms. */
  panel: AlarmPanel | null;
  /** The device of the open page. */
  ofDevice: number | null;
}

/**
 * The open alarms in one line above every page, of the same height with and without alarms: how many there are, which one
 * waits most, and on the page of a device its own alarm. It flashes with each new one, and opens their rows.
 */
export function AlarmBar({ alarms, panel, ofDevice }: AlarmBarProps) {
  const { t } = useTranslation();
  const ahp = useSession().context === 'AHP';
  const open = useSteady(openAlarms(alarms, ahp));
  const own = open.find(({ deviId }) => deviId === ofDevice);
  const untaken = open.filter((alarm) => !isTaken(alarm));
  if (open.length === 0) return <p className={styles.none}>{t('alarms.none')}</p>;
  const counts = (
    <>
      <IconBellRinging size={20} className={styles.icon} aria-hidden />
      <strong data-words>{t('alarms.openCount', { count: open.length })}</strong>
      <strong className={styles.number} aria-hidden>
        {open.length}
      </strong>
      <span data-words>{t('alarms.unclaimedCount', { count: untaken.length })}</span>
      {untaken[0] && !own && <First alarm={untaken[0]} />}
    </>
  );
  return (
    <div className={styles.bar} data-urgent={untaken.length > 0 || undefined}>
      <Flash alarms={alarms} />
      {panel ? <Toggle panel={panel}>{counts}</Toggle> : <span className={styles.toggle}>{counts}</span>}
      <FreshRows />
      {own && <DeviceAlarm alarm={own} />}
    </div>
  );
}

function Toggle({ panel, children }: { panel: AlarmPanel; children: React.ReactNode }) {
  const { t } = useTranslation();
  const Chevron = panel.isOpen ? IconChevronUp : IconChevronDown;
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-expanded={panel.isOpen}
      aria-controls={panel.isOpen ? 'alarm-region' : undefined}
      data-shows-all={!panel.isOpen || undefined}
      onClick={() => {
        if (!(panel.inPage && panel.isOpen && hasScrolledToRows())) panel.toggle();
      }}
    >
      {children}
      <span className={styles.fold}>{t(panel.isOpen ? 'alarms.fold' : 'alarms.unfold')}</span>
      <Chevron size={18} aria-hidden />
    </button>
  );
}

/** Shows the rows where they are scrolled out of sight, rather than folding what is not seen. */
function hasScrolledToRows(): boolean {
  const page = document.getElementById('main');
  if (!page || page.scrollTop === 0) return false;
  page.scrollTop = 0;
  return true;
}

/** The alarm that waits most. */
function First({ alarm: { metyId, deviceName } }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const kind = t(`catalogue.messageTypes.${messageTypeKey(metyId)}`);
  return <span className={styles.first}>{t('alarms.rowLabel', { kind, name: deviceName })}</span>;
}

/** Flashes once for each alarm that is new or signalled again, however many there are. */
function Flash({ alarms }: Pick<AlarmBarProps, 'alarms'>) {
  const [times, setTimes] = useState(0);
  useFreshSignals(
    alarms,
    useCallback(() => setTimes((before) => before + 1), []),
  );
  return <span key={times} className={styles.flash} aria-hidden />;
}

function FreshRows() {
  const { t } = useTranslation();
  const fresh = useFreshRows();
  if (fresh === null) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      className={styles.fresh}
      leftSection={<IconArrowDown size={16} aria-hidden />}
      onClick={fresh.show}
    >
      {t('alarms.freshCount', { count: fresh.count })}
    </Button>
  );
}
