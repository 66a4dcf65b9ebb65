/** The lowest strength of each number of bars, dBm, from five (specification 2, section 9). */
const lowest = [-50, -60, -67, -70];

/** The most bars of a signal. */
export const macSignalBars = 5;

/** Bars of a WiFi or Bluetooth signal in dBm: 1 to 5. */
export function barsOfMacSignal(rssi: number): number {
  const band = lowest.findIndex((strength) => rssi >= strength);
  return macSignalBars - (band === -1 ? lowest.length : band);
}
