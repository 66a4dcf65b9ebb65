import { type ReactNode, useState } from 'react';
import { useIsPhone } from '#kit/use-is-phone.ts';
import styles from './alarm-context.module.css';

interface FoldProps {
  title: string;
  children: ReactNode;
}

/** A part of an alarm that is not needed first: on a phone a disclosure with its heading, which loads it once it is opened. */
export function Fold({ title, children }: FoldProps) {
  const isPhone = useIsPhone();
  const [open, setOpen] = useState(false);
  if (!isPhone) return children;
  return (
    <details className={styles.fold} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {open && children}
    </details>
  );
}
