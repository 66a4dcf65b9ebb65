import { Link, Navigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { Action, ActionPath } from '../actions/action.ts';
import { useOneAtATime } from '../steady/use-one-at-a-time.ts';
import styles from './tab-container.module.css';

/** A tab with its content, or an action among the tabs. */
export type TabEntry = TabContent | Pick<Action, 'key' | 'name' | 'icon' | 'visible' | 'perform'>;

interface TabContent {
  /** The last segment of its address. */
  key: string;
  name: string;
  icon: Action['icon'];
  visible: boolean;
  /** In the accent colour. */
  accent?: boolean;
  content: () => ReactNode;
}

interface TabContainerProps {
  /** Subject of the tabs, for screen readers. */
  label: string;
  /** The address to which a tab adds its key. */
  base: ActionPath;
  /** The tab in the address. */
  open: string | undefined;
  entries: readonly TabEntry[];
  /** The tab that was last open at this address. */
  recall: () => string | undefined;
  onOpen: (key: string) => void;
  /** The tabs are below each other, beside their content where there is room. */
  vertical?: boolean;
  /** The tabs are chosen elsewhere. */
  bare?: boolean;
}

const isTab = (entry: TabEntry): entry is TabContent => 'content' in entry;

/**
 * Tabs with their own addresses. An address without a tab, or with one that is not visible, redirects to the tab that
 * was last open there, else to the first visible one. Renders nothing without a visible tab.
 */
export function TabContainer({ label, base, open, entries, recall, onOpen, ...look }: TabContainerProps) {
  const visible = entries.filter((entry) => entry.visible);
  const tabs = visible.filter(isTab);
  const current = tabs.find(({ key }) => key === open);
  useOpened(current?.key, base, onOpen);
  const row = useOpenTabInView(current?.key);
  const [first] = tabs;
  if (first === undefined) return null;
  if (current === undefined) {
    const last = recall();
    const { key } = tabs.find((tab) => tab.key === last) ?? first;
    const to: string = `${base}/${key}`;
    return <Navigate to={to} replace />;
  }
  return (
    <div className={styles.container} data-vertical={look.vertical || undefined}>
      {!look.bare && (
        <nav className={styles.tabs} aria-label={label} ref={row}>
          {visible.map((entry) => (
            <Entry key={entry.key} entry={entry} base={base} />
          ))}
        </nav>
      )}
      <div key={current.key}>{current.content()}</div>
    </div>
  );
}

function useOpened(key: string | undefined, base: ActionPath, onOpen: TabContainerProps['onOpen']): void {
  const tell = useEffectEvent(onOpen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same tab at another address is another one
  useEffect(() => {
    if (key !== undefined) tell(key);
  }, [key, base]);
}

/** Room beside the open tab, so that its neighbour is seen too. */
const neighbour = 40;

/** On a phone the tabs are one row, which is scrolled to the open one; a tab that is seen as a whole stays under its press. */
function useOpenTabInView(key: string | undefined) {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const reveal = () => {
      const box = row.current;
      const tab = key === undefined ? null : box?.querySelector<HTMLElement>('[aria-current]');
      if (!box || !tab) return;
      const left = tab.offsetLeft - box.offsetLeft;
      const right = left + tab.offsetWidth - box.clientWidth;
      if (left < box.scrollLeft) box.scrollLeft = left - neighbour;
      else if (right > box.scrollLeft) box.scrollLeft = right + neighbour;
    };
    reveal();
    window.addEventListener('resize', reveal);
    return () => window.removeEventListener('resize', reveal);
  }, [key]);
  return row;
}

function Entry({ entry, base }: { entry: TabEntry; base: ActionPath }) {
  const oneAtATime = useOneAtATime();
  const Icon = entry.icon;
  const look = (
    <>
      <Icon size={16} aria-hidden />
      <span>{entry.name}</span>
    </>
  );
  const perform = isTab(entry) ? `${base}/${entry.key}` : entry.perform;
  if (typeof perform === 'string')
    return (
      <Link to={perform} className={styles.tab} data-accent={(isTab(entry) && entry.accent) || undefined}>
        {look}
      </Link>
    );
  return (
    <button type="button" className={styles.action} onClick={() => void oneAtATime(perform)}>
      {look}
    </button>
  );
}
