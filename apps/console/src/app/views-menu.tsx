import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { MenuFailed } from './menu-failed.tsx';
import styles from './shell.module.css';
import { useDisclosure } from './use-disclosure.ts';

const ViewsList = lazyPart(
  async () => (await withAdministrationTexts(() => import('./views-list.tsx'))).ViewsList,
  MenuFailed,
);

/** Beside the link to the device list: its saved views. */
export function ViewsMenu() {
  const { t } = useTranslation();
  const { open, setOpen, box, button } = useDisclosure();
  return (
    <div className={`${styles.menu} ${styles.views}`} ref={box}>
      <button
        type="button"
        ref={button}
        className={styles.navLink}
        aria-label={t('shell.views')}
        title={t('shell.views')}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <IconChevronDown size={14} aria-hidden />
      </button>
      {open && <ViewsList onLeave={() => setOpen(false)} />}
    </div>
  );
}
