/**
 * Addresses for plain links. Rows of long lists use them instead of the router's `Link`: the router hears of a changed
 * hash by itself, and a row is drawn in half the time.
 */
export function mapPath(deviId: number): string {
  return `#/mapsingle/${deviId}`;
}

export function settingsPath(deviId: number, dehaId: number): string {
  return `#/settings/${deviId}/${dehaId}`;
}
