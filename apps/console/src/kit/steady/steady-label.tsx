import styles from './steady-label.module.css';

interface SteadyLabelProps {
  label: string;
  /** What stands in its place at other times. */
  others: readonly string[];
}

/** A label as wide as the widest that stands in its place, so that nothing moves when it changes. Only the label is text of the page. */
export function SteadyLabel({ label, others }: SteadyLabelProps) {
  return (
    <span className={styles.labels}>
      <span>{label}</span>
      {others.map((other) => (
        <span key={other} className={styles.other} data-label={other} aria-hidden />
      ))}
    </span>
  );
}
