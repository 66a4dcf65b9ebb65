/** The time zone of the computer, IANA. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

let chosen: string | null = null;

/** From now on the console shows the times of this zone: that of the user's customer. */
export function setTimeZone(zone: string): void {
  chosen = zone;
}

/** The time zone of all times that the console shows and asks for, IANA; before a login that of the computer. */
export const timeZone = (): string => chosen ?? browserZone();

const offsets = new Map<string, Intl.DateTimeFormat>();

/** How far the clocks of a zone are ahead of UTC at that time, in milliseconds. */
export function offsetAt(time: number, zone = timeZone()): number {
  let format = offsets.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    offsets.set(zone, format);
  }
  const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
