/** The time zone of the computer, IANA. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

let chosen: string | null = null;

/** From now on the console shows the times of this zone: that of the user's customer. */
export function setTimeZone(zone: string): void {
  chosen = zone;
}

/** The time zone of all times that the console shows and asks for, IANA; before a login that of the computer. */
export const timeZone = (): string => chosen ?? browserZone();

const clocks = new Map<string, Intl.DateTimeFormat>();

/** How far the clocks of a zone are ahead of UTC at that time, in milliseconds. */
export function offsetAt(time: number, zone = timeZone()): number {
  let clock = clocks.get(zone);
  if (!clock) {
    // Swedish writes a date as ISO 8601 does.
    clock = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    clocks.set(zone, clock);
  }
  const second = Math.floor(time / 1000) * 1000;
  const local = clock.format(second).replace(' ', 'T').padStart(19, '0'); // years of fewer digits have no zeros
  return Date.parse(`${local}Z`) - second;
}

/** Date and clock of a time in the zone of the console: `2026-03-01T18:49:26.000`. */
export const localTime = (time: number): string => new Date(time + offsetAt(time)).toISOString().slice(0, -1);
