import { type ReactNode, useEffect, useRef } from 'react';
import styles from '../public.module.css';

/** An error or a confirmation; takes the focus, so that it is read out and scrolled into view. */
export function PublicAlert({ kind, children }: { kind: 'error' | 'done'; children: ReactNode }) {
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <p
      className={kind === 'error' ? styles.error : styles.done}
      role={kind === 'error' ? 'alert' : 'status'}
      tabIndex={-1}
      ref={element}
    >
      {children}
    </p>
  );
}
