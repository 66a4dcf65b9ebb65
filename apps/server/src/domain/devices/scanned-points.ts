import type { AccessPoint } from '@varde/catalogue/report';
import { unknownStrength } from '@varde/contract/indoor-location-form';
import type { ScannedPoint } from '@varde/contract/indoor-locations';

/** A message that lists what the device heard, and when it was received, Unix milliseconds. */
interface Heard {
  accessPoints: readonly AccessPoint[];
  receivedAt: number;
}

/** Each access point and beacon of these messages once, as it was heard last; the strongest first. */
export function scannedPoints(messages: readonly Heard[]): ScannedPoint[] {
  const found = new Map<string, ScannedPoint>();
  for (const { accessPoints, receivedAt: date } of messages)
    for (const { type, macAddress, name = '', signalStrength = unknownStrength } of accessPoints) {
      const before = found.get(macAddress);
      if (before !== undefined && before.date > date) continue;
      found.set(macAddress, { type, macAddress, name: name || (before?.name ?? ''), date, signalStrength });
    }
  return [...found.values()].sort((a, b) => b.signalStrength - a.signalStrength);
}
