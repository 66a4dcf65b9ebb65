import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { CustomerImage } from '#domain/customers/customer-image.tsx';
import { AlarmAnnouncer } from '#features/alarms/alarm-announcer.tsx';
import { AlarmBar } from '#features/alarms/alarm-bar.tsx';
import { AlarmRegion } from '#features/alarms/alarm-region.tsx';
import { useAlarmPanel } from '#features/alarms/use-alarm-panel.ts';
import { useAlarmSound } from '#features/alarms/use-alarm-sound.ts';
import { openAlarms, useAlarms } from '#features/alarms/use-alarms.ts';
import { useGuardedPresses } from '#kit/steady/press-guard.ts';
import { useStillPage } from '#kit/steady/use-still-page.ts';
import { BeaconMark } from '#ui/beacon-mark.tsx';
import { CommandPaletteButton } from './command-palette-button.tsx';
import { deviceOfPath } from './device-of-path.ts';
import { GuardedPage } from './guarded-page.tsx';
import { NavigationBar } from './navigation-bar.tsx';
import styles from './shell.module.css';
import { StatusStrip } from './status-strip.tsx';
import { TabTitle } from './tab-title.tsx';
import { useOutdated } from './use-outdated.ts';
import { useShortcuts } from './use-shortcuts.tsx';
import { UserMenu } from './user-menu.tsx';

/** The frame of every page: navigation, connection and sound state, open alarms. */
export function Shell() {
  const { t } = useTranslation();
  const alarms = useAlarms();
  const open = openAlarms(alarms);
  const sound = useAlarmSound(open);
  const outdated = useOutdated();
  const ignoredPress = useGuardedPresses();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const showHelp = useShortcuts();
  const { custId } = useSession();
  const main = useMainFocus(path);
  useStillPage(main);
  const panel = useAlarmPanel(path, alarms);
  const ofDevice = deviceOfPath(path);
  return (
    <div className={styles.shell}>
      <TabTitle alarmCount={open.length} />
      <button type="button" className="varde-skip" onClick={() => main.current?.focus()}>
        {t('shell.skip')}
      </button>
      <header className={styles.header}>
        <span className={styles.brand}>
          <BeaconMark size={28} />
          <span className={styles.product}>Varde</span>
          {custId !== null && <CustomerImage custId={custId} />}
        </span>
        <NavigationBar alarmCount={open.length} />
        <span className={styles.tools}>
          <CommandPaletteButton />
          <UserMenu onHelp={showHelp} />
        </span>
      </header>
      <StatusStrip sound={sound} outdated={outdated} ignoredPress={ignoredPress}>
        <AlarmBar alarms={alarms} panel={panel} ofDevice={ofDevice} />
      </StatusStrip>
      <AlarmAnnouncer alarms={alarms} />
      {panel?.isOpen && !panel.inPage && (
        <AlarmRegion alarms={alarms} ofDevice={ofDevice} onClose={panel.toggle} />
      )}
      <main id="main" className={styles.main} ref={main} tabIndex={-1}>
        <div />
        {panel?.isOpen && panel.inPage && <AlarmRegion alarms={alarms} />}
        <GuardedPage path={path} />
        <div />
      </main>
    </div>
  );
}

/** Moves focus and scroll position to the top of a new page; after the first load the browser decides both. */
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
