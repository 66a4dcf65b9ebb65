/** How many minutes the clocks on the walls of a time zone are ahead of UTC: another number in its summer time. */
export function utcOffset(at: number, timeZone: string): number {
  const formatter = formatters.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formatters.set(timeZone, formatter);
  const name = formatter.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  // `GMT+01:00`, and `GMT` alone where they agree.
  const [, sign = '+', hours = '0', minutes = '0'] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** By time zone: one is slow to make. */
const formatters = new Map<string, Intl.DateTimeFormat>();
