import styles from './meters.module.css';

interface BarsProps {
  bars: number;
  /** Their meaning. */
  text: string;
  /** Higher, and in a colour from red to green by this strength in percent. */
  tallAt?: number | undefined;
}

const places = [1, 2, 3, 4, 5] as const;

/** One to five bars of a signal. */
export function Bars({ bars, text, tallAt: percent }: BarsProps) {
  const tall = percent !== undefined;
  return (
    <svg
      className={styles.bars}
      width="26"
      height={tall ? 30 : 18}
      viewBox="0 0 26 18"
      preserveAspectRatio="none"
      // Specification 1, section 9 "Signal": the hue is 120 × strength / maximum.
      style={tall ? { color: `hsl(${1.2 * percent} 90% var(--varde-signal-lightness))` } : undefined}
      role="img"
      aria-label={text}
    >
      <title>{text}</title>
      {places.map((bar) => (
        <rect
          key={bar}
          x={(bar - 1) * 5 + 1}
          y={16 - bar * 3}
          width="3.4"
          height={bar * 3}
          rx="1"
          data-on={bar <= bars ? '' : undefined}
        />
      ))}
    </svg>
  );
}
