/** Time of `ddmmyy` and `hhmmss` in UTC, as Unix milliseconds; null when they are no valid date and time. */
export function fixTime(date: string | undefined, time: string | undefined): number | null {
  const [day, month, year] = pairs(date);
  const [hour, minute, second] = pairs(time);
  if (day === undefined || month === undefined || year === undefined) return null;
  if (hour === undefined || minute === undefined || second === undefined) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const at = new Date(Date.UTC(2000 + year, month - 1, day, hour, minute, second));
  return at.getUTCDate() === day && at.getUTCMonth() === month - 1 ? at.getTime() : null;
}

/** `ddmmyy` and `hhmmss`; two empty fields for no time. Years 2000 to 2099, whole seconds. */
export function fixTimeFields(at: number | null): [string, string] {
  if (at === null) return ['', ''];
  const date = new Date(at);
  const two = (value: number) => value.toString().padStart(2, '0');
  return [
    two(date.getUTCDate()) + two(date.getUTCMonth() + 1) + two(date.getUTCFullYear() % 100),
    two(date.getUTCHours()) + two(date.getUTCMinutes()) + two(date.getUTCSeconds()),
  ];
}

function pairs(field: string | undefined): number[] {
  const text = field?.trim();
  if (text === undefined || !/^\d{6}$/.test(text)) return [];
  return [0, 2, 4].map((at) => Number(text.slice(at, at + 2)));
}
