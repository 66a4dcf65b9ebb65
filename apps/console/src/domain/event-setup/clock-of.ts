/** A minute of the day as in a time field: 22:05. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** The minute of the day in a time field; null: the field is empty. */
export function minuteOf(clock: string): number | null {
  const [hour, minute] = clock.split(':').map(Number);
  return hour === undefined || minute === undefined || clock === '' ? null : hour * 60 + minute;
}
