import type { ReactNode } from 'react';
import styles from './state-panel.module.css';

interface StatePanelProps {
  icon: ReactNode;
  title: string;
  body?: string | undefined;
  /** The next step for the user. */
  action?: ReactNode;
  role?: 'alert' | 'status';
  /** The panel replaces the whole page: its title is the page's heading. */
  page?: boolean;
}

/** Shown by a list or page instead of its data: empty, an error, no permission. */
export function StatePanel({ icon, title, body, action, role, page = false }: StatePanelProps) {
  const Title = page ? 'h1' : 'p';
  return (
    <div className={styles.panel} role={role}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <Title className={styles.title}>{title}</Title>
      {body && <p className={styles.body}>{body}</p>}
      {action}
    </div>
  );
}
