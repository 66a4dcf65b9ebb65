import { IconAdjustments, IconChevronDown } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#ui/lazy-part.tsx';
import { MenuFailed } from './menu-failed.tsx';
import type { Area } from './navigation.ts';
import styles from './shell.module.css';
import { useWaitingRegistrations } from './use-waiting-registrations.ts';
import { WaitingBadge } from './waiting-badge.tsx';

const AdministrationList = lazyPart(
  async () => (await import('./administration-list.tsx')).AdministrationList,
  MenuFailed,
);

/** The areas of administration behind one button: there are many, and few people need them daily. */
export function AdministrationMenu({ areas }: { areas: readonly Area[] }) {
  const { t } = useTranslation();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const { open, setOpen, box, button } = useDisclosure(path);
  const waitingRegistrations = useWaitingRegistrations();
  if (areas.length === 0) return null;
  return (
    <div className={styles.menu} ref={box}>
      <button
        type="button"
        ref={button}
        className={styles.navLink}
        title={t('shell.administration')}
        aria-expanded={open}
        data-status={areas.some((area) => path.startsWith(area.path)) ? 'active' : undefined}
        onClick={() => setOpen(!open)}
      >
        <IconAdjustments size={18} aria-hidden />
        <span className={styles.navText}>{t('shell.administration')}</span>
        <WaitingBadge count={waitingRegistrations} />
        <IconChevronDown size={14} className={styles.navChevron} aria-hidden />
      </button>
      {open && (
        <AdministrationList
          areas={areas}
          waitingRegistrations={waitingRegistrations}
          onLeave={() => setOpen(false)}
        />
      )}
    </div>
  );
}

/** Closes on Escape, on a click elsewhere, when the keyboard leaves, and when the page changes. */
function useDisclosure(path: string) {
  const [openOn, setOpenOn] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = openOn === path;
  useEffect(() => {
    if (!open) return;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpenOn(null);
    };
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpenOn(null);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [open]);
  return { open, setOpen: (wanted: boolean) => setOpenOn(wanted ? path : null), box, button };
}
