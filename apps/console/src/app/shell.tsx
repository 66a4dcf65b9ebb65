import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { openAlarms, useAlarms } from '#domain/alarms/use-alarms.ts';
import { CustomerImage } from '#domain/customers/customer-image.tsx';
import { AlarmAnnouncer } from '#features/alarms/alarm-announcer.tsx';
import { AlarmBar } from '#features/alarms/alarm-bar.tsx';
import { AlarmRegion } from '#features/alarms/alarm-region.tsx';
import { BareAlarms } from '#features/alarms/bare-alarms.tsx';
import { useAlarmPanel } from '#features/alarms/use-alarm-panel.ts';
import { useAlarmSound } from '#features/alarms/use-alarm-sound.ts';
import { useGuardedPresses } from '#kit/steady/press-guard.ts';
import { useStillPage } from '#kit/steady/use-still-page.ts';
import { BeaconMark } from '#ui/beacon-mark.tsx';
import { ErrorBoundary } from '#ui/error-boundary.tsx';
import { CommandPaletteButton } from './command-palette-button.tsx';
import { deviceOfPath } from './device-of-path.ts';
import { GuardedPage } from './guarded-page.tsx';
import { HeaderFailed } from './header-failed.tsx';
import { NavigationBar } from './navigation-bar.tsx';
import styles from './shell.module.css';
import { StatusStrip } from './status-strip.tsx';
import { TabTitle } from './tab-title.tsx';
import { useOutdated } from './use-outdated.ts';
import { useShortcuts } from './use-shortcuts.tsx';
import { UserMenu } from './user-menu.tsx';

const nothing = () => null;
const bare = (retry: () => void) => <BareAlarms onRetry={retry} />;
const retryMenu = (retry: () => void) => <HeaderFailed onRetry={retry} />;

/** The frame of every page: navigation, connection and sound state, open alarms. What one part throws costs no other. */
export function Shell() {
  const { t } = useTranslation();
  const alarms = useAlarms();
  const open = openAlarms(alarms);
  const sound = useAlarmSound();
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
      <ErrorBoundary fallback={nothing}>
        <TabTitle alarmCount={open.length} />
      </ErrorBoundary>
      <button type="button" className="varde-skip" onClick={() => main.current?.focus()}>
        {t('shell.skip')}
      </button>
      <header className={styles.header}>
        <span className={styles.brand}>
          <BeaconMark size={28} />
          <span className={styles.product}>Varde</span>
          {custId !== null && (
            <ErrorBoundary fallback={nothing}>
              <CustomerImage custId={custId} />
            </ErrorBoundary>
          )}
        </span>
        <ErrorBoundary fallback={retryMenu}>
          <NavigationBar alarmCount={open.length} />
        </ErrorBoundary>
        <span className={styles.tools}>
          <ErrorBoundary fallback={retryMenu}>
            <CommandPaletteButton />
            <UserMenu onHelp={showHelp} />
          </ErrorBoundary>
        </span>
      </header>
      <ErrorBoundary fallback={bare}>
        <StatusStrip sound={sound} outdated={outdated} ignoredPress={ignoredPress}>
          <ErrorBoundary fallback={bare}>
            <AlarmBar alarms={alarms} panel={panel} ofDevice={ofDevice} />
            <AlarmAnnouncer alarms={alarms} />
          </ErrorBoundary>
        </StatusStrip>
      </ErrorBoundary>
      {panel?.isOpen && !panel.inPage && (
        <ErrorBoundary fallback={(retry) => <div className={styles.over}>{bare(retry)}</div>}>
          <AlarmRegion alarms={alarms} ofDevice={ofDevice} onClose={panel.toggle} />
        </ErrorBoundary>
      )}
      <main id="main" className={styles.main} ref={main} tabIndex={-1}>
        <div />
        {panel?.isOpen && panel.inPage && (
          <ErrorBoundary fallback={bare}>
            <AlarmRegion alarms={alarms} />
          </ErrorBoundary>
        )}
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
