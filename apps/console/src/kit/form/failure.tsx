import styles from './failure.module.css';

/** The error of an action, beside the pressed button: a notice in a corner of the page would be missed. */
export function Failure({ text }: { text: string | null }) {
  return (
    text !== null && (
      <p role="alert" className={styles.failure}>
        {text}
      </p>
    )
  );
}
