import styles from './failure.module.css';

/** Why an action failed, beside the button that was pressed: nobody looks for it in a corner of the page. */
export function Failure({ text }: { text: string | null }) {
  return (
    text !== null && (
      <p role="alert" className={styles.failure}>
        {text}
      </p>
    )
  );
}
