import { IconAdjustments, IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#ui/lazy-part.tsx';
import { MenuFailed } from './menu-failed.tsx';
import type { Area } from './navigation.ts';
import styles from './shell.module.css';
import { useDisclosure } from './use-disclosure.ts';
import { useWaitingRegistrations } from './use-waiting-registrations.ts';
import { WaitingBadge } from './waiting-badge.tsx';

const AdministrationList = lazyPart(
  async () => (await import('./administration-list.tsx')).AdministrationList,
  MenuFailed,
);

/** The areas of administration behind one button: there are many, and few people need them daily. */
export function AdministrationMenu({ areas }: { areas: readonly Area[] }) {
  const { t } = useTranslation();
  const { open, setOpen, path, box, button } = useDisclosure();
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
        <AdministrationList areas={areas} waitingRegistrations={waitingRegistrations} onLeave={() => setOpen(false)} />
      )}
    </div>
  );
}
