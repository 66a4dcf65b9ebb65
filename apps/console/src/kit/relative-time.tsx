import { useNow } from '#ui/clock.ts';
import { useFormats } from './use-formats.ts';

/** How often a relative time is looked at again. */
const stepMs = 10_000;

/** A time as people say it, with the exact one on hover. */
export function RelativeTime({ time }: { time: number }) {
  const formats = useFormats();
  const now = useNow(stepMs);
  return (
    <time dateTime={new Date(time).toISOString()} title={formats.exact(time)}>
      {formats.relative(time, now)}
    </time>
  );
}
