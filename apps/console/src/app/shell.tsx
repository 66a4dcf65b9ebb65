import { Outlet, useRouterState } from '@tanstack/react-router';
import type { Alarm } from '@varde/contract/alarms';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AlarmRegion } from '#features/alarms/alarm-region.tsx';
import { MuteToggle, SoundBlockedBar } from '#features/alarms/sound-controls.tsx';
import { useAlarmSound } from '#features/alarms/use-alarm-sound.ts';
import { useOpenAlarms } from '#features/alarms/use-open-alarms.ts';
import { BeaconMark } from '#ui/beacon-mark.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { NavigationBar } from './navigation-bar.tsx';
import styles from './shell.module.css';
import { useShortcuts } from './use-shortcuts.tsx';
import { UserMenu } from './user-menu.tsx';

const none: Alarm[] = [];

/** What stands around every page: navigation, connection, open alarms. */
export function Shell() {
  const { t } = useTranslation();
  const { data: alarms = none } = useOpenAlarms();
  const sound = useAlarmSound(alarms);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const showHelp = useShortcuts();
  const main = useMainFocus(path);
  return (
    <div className={styles.shell}>
      <button type="button" className="varde-skip" onClick={() => main.current?.focus()}>
        {t('shell.skip')}
      </button>
      <header className={styles.header}>
        <span className={styles.brand}>
          <BeaconMark size={28} />
          <span className={styles.product}>Varde</span>
        </span>
        <NavigationBar alarmCount={alarms.length} />
        <span className={styles.tools}>
          <MuteToggle sound={sound} />
          <UserMenu onHelp={showHelp} />
        </span>
      </header>
      <div>
        <ConnectionBar />
        <SoundBlockedBar sound={sound} />
      </div>
      {/* The page with all alarms does not need them twice. */}
      <AlarmRegion alarms={alarms} announceOnly={path === '/alarms'} />
      <main id="main" className={styles.main} ref={main} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}

/** A new page starts at its top, and the keyboard with it; the first page leaves the focus where the browser put it. */
function useMainFocus(path: string) {
  const main = useRef<HTMLElement>(null);
  const area = path.split('/')[1];
  const before = useRef(area);
  useEffect(() => {
    if (before.current === area) return;
    before.current = area;
    main.current?.focus();
    main.current?.scrollTo(0, 0);
  }, [area]);
  return main;
}
