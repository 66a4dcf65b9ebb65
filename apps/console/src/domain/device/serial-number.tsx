import styles from './serial-number.module.css';

/** Under 551 px a serial number is split after four characters (specification 1, section 9). */
const splitAfter = 4;

export function SerialNumber({ serial }: { serial: string }) {
  return (
    <span className={styles.serial}>
      <span>{serial.slice(0, splitAfter)}</span>
      <span>{serial.slice(splitAfter)}</span>
    </span>
  );
}
