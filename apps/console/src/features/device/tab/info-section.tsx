import type { ReactNode } from 'react';
import styles from './sections.module.css';

interface InfoSectionProps {
  title: string;
  facts: readonly (readonly [string, string | number])[];
  children?: ReactNode;
}

/** Facts about a device under a title. */
export function InfoSection({ title, facts, children }: InfoSectionProps) {
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{title}</h2>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}
