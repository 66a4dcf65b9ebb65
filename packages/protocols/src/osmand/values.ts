import type { AccessPoint, Cell } from '@varde/catalogue/report';
import { macAddressFrom } from '../mac-address.ts';
import { present } from '../present.ts';
import { numberFrom } from '../text-values.ts';

const kmhPerKnot = 1.852;
const kmhPerMetreASecond = 3.6;

/** km/h to three decimals, so that 40 knots are 74.08 and not 74.08000000000001. */
export function knotsToKmh(knots: number | undefined): number | undefined {
  return knots === undefined ? undefined : round(knots * kmhPerKnot);
}

export function kmhToKnots(kmh: number): number {
  return kmh / kmhPerKnot;
}

export function metresASecondToKmh(speed: number | undefined): number | undefined {
  return speed === undefined ? undefined : round(speed * kmhPerMetreASecond);
}

export function kmhToMetresASecond(kmh: number): number {
  return kmh / kmhPerMetreASecond;
}

/** `mcc,mnc,lac,cid[,rssi]` */
export function cellFrom(text: string): Cell | undefined {
  const [mcc, mnc, lac, cid, rssi] = text.split(',').map(numberFrom);
  if (mcc === undefined || mnc === undefined || lac === undefined || cid === undefined) return undefined;
  return present({ mcc, mnc, lac, cid, signalStrength: rssi });
}

/** `mac[,rssi]`; the address with colons, dashes or nothing between its bytes. */
export function accessPointFrom(type: AccessPoint['type'], text: string): AccessPoint | undefined {
  const [address = '', rssi = ''] = text.split(',');
  const macAddress = macAddressFrom(address);
  if (macAddress === undefined) return undefined;
  return present({ type, macAddress, signalStrength: numberFrom(rssi) });
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
