import { useNow } from '#ui/clock.ts';
import { useFormats } from './use-formats.ts';

/** Update interval of a relative time. */
const stepMs = 10_000;

/** A relative time, with the exact one on hover. */
export function RelativeTime({ time }: { time: number }) {
  const formats = useFormats();
  const now = useNow(stepMs);
  return (
    <time dateTime={new Date(time).toISOString()} title={formats.exact(time)}>
      {formats.relative(time, now)}
    </time>
  );
}
