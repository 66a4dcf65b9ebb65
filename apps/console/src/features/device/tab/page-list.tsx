import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TabEntry } from '#kit/tabs/tab-container.tsx';
import styles from './page-list.module.css';

interface PageGroup {
  /** Null: the first level. */
  name: string | null;
  base: string;
  entries: readonly TabEntry[];
}

interface PageListProps {
  label: string;
  /** The name of the open page. */
  current: string;
  groups: readonly PageGroup[];
}

/** All pages of a device in one list, which opens below the name of the open one: for screens that are too narrow for tabs. */
export function PageList({ label, current, groups }: PageListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (list.current === null) return;
    list.current.open = false;
    list.current.querySelector('summary')?.focus();
  };
  return (
    <details ref={list} className={styles.pages}>
      <summary>{t('deviceTabs.page', { name: current })}</summary>
      <nav aria-label={label}>
        {groups.map(({ name, base, entries }) => (
          <ul key={base} aria-label={name ?? undefined}>
            {name !== null && <li className={styles.group}>{name}</li>}
            {entries
              .filter(({ visible }) => visible)
              .map((entry) => (
                <li key={entry.key}>
                  <Entry entry={entry} base={base} onChosen={close} />
                </li>
              ))}
          </ul>
        ))}
      </nav>
    </details>
  );
}

function Entry({ entry, base, onChosen }: { entry: TabEntry; base: string; onChosen: () => void }) {
  const Icon = entry.icon;
  const look = (
    <>
      <Icon size={18} aria-hidden />
      <span>{entry.name}</span>
    </>
  );
  const perform = 'content' in entry ? `${base}/${entry.key}` : entry.perform;
  if (typeof perform === 'string')
    return (
      <Link to={perform} className={styles.page} onClick={onChosen}>
        {look}
      </Link>
    );
  return (
    <button type="button" className={styles.page} onClick={() => void perform()}>
      {look}
    </button>
  );
}
