/** The minute of the day as a clock on a wall of this time zone shows it, also when it was set forward or back. */
export function minuteOfDay(at: number, timeZone: string): number {
  const fields = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', fields);
  clocks.set(timeZone, clock);
  const [hour, minute] = clock.format(at).split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
}

/** By time zone: one is slow to make. */
const clocks = new Map<string, Intl.DateTimeFormat>();
