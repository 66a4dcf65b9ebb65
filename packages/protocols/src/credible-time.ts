const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(2100, 0, 1);

/** The time (Unix milliseconds), or null for that of a clock which is in another century. */
export function credibleTime(at: number): number | null {
  return at >= earliest && at < latest ? at : null;
}
