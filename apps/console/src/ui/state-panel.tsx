import type { ReactNode } from 'react';
import styles from './state-panel.module.css';

interface StatePanelProps {
  icon: ReactNode;
  title: string;
  body?: string | undefined;
  /** The next thing to do. */
  action?: ReactNode;
  role?: 'alert' | 'status';
}

/** What a list or page shows instead of its data: nothing there, an error, no permission. */
export function StatePanel({ icon, title, body, action, role }: StatePanelProps) {
  return (
    <div className={styles.panel} role={role}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <p className={styles.title}>{title}</p>
      {body && <p className={styles.body}>{body}</p>}
      {action}
    </div>
  );
}
