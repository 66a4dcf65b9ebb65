/** The minute of the day as a clock on a wall of this time zone shows it, also when it was set forward or back. */
export function minuteOfDay(at: number, timeZone: string): number {
  const fields = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', fields);
  clocks.set(timeZone, clock);
  const [hour, minute] = clock.format(at).split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
}

/**
 * The minute of the day by which hours are judged: what a clock on a wall shows. Hours that clocks leave out as a whole
 * when they are set forward apply from then on, for as long as they last. Minutes of the day, the last one excluded.
 */
export function minuteForHours({ from, to }: { from: number; to: number }, at: number, timeZone: string): number {
  const minute = minuteOfDay(at, timeZone);
  const length = to - from;
  const ago = (minutes: number) => minuteOfDay(at - minutes * minuteMs, timeZone);
  const leftOut = (minute - ago(Math.max(length, 0)) - length + 2 * dayMinutes) % dayMinutes;
  if (length <= 0 || length > leftOut || leftOut > dayMinutes / 2) return minute;
  let end = minute;
  for (let passed = 1; ago(passed) === (end - 1 + dayMinutes) % dayMinutes; passed++) end -= 1;
  return from >= end - leftOut && to <= end ? from : minute;
}

const dayMinutes = 1440;
const minuteMs = 60_000;

/** By time zone: one is slow to make. */
const clocks = new Map<string, Intl.DateTimeFormat>();
