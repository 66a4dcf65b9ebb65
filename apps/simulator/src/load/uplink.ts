import { buildFrame } from '@varde/protocols/eview/index';
import type { SignalKind } from '../behaviours/behaviour.ts';
import { recordItems } from '../devices/eview-record.ts';
import { wholeSeconds } from '../devices/outgoing.ts';
import { type Place, shifted } from '../streets/place.ts';

/** Identifies one message of one device, to find it in the database. */
export interface Uplink {
  identity: string;
  /** 1…65535, then 1 again. */
  sequence: number;
  /** Unix milliseconds UTC, whole seconds. Unique among the messages of a device. */
  at: number;
  kind: SignalKind;
}

export interface EncodedUplink extends Uplink {
  bytes: Uint8Array;
}

export interface UplinkPlan {
  identity: string;
  /** The centre of its circle. Default: one in Bodø. */
  home?: Place;
  count: number;
  /** Unix milliseconds of the first message; each later one is a second younger. */
  firstAt: number;
  /** One in this many messages is an SOS; 0 for none. */
  sosEvery: number;
}

const bodo: Place = { lat: 67.2835, lng: 14.38 };
const turn = 200;

/** The messages of one EV-07B, encoded before the clock runs: a device that moves in a circle. */
export function encodeUplinks({ identity, home = bodo, count, firstAt, sosEvery }: UplinkPlan): EncodedUplink[] {
  return Array.from({ length: count }, (_, i) => {
    const kind = sosEvery > 0 && (i + 1) % sosEvery === 0 ? 'sos' : 'position';
    const sequence = (i % 0xffff) + 1;
    const at = wholeSeconds(firstAt) + i * 1000;
    const angle = (2 * Math.PI * (i % turn)) / turn;
    const record = recordItems({
      kind,
      at,
      place: shifted(home, 50 * Math.sin(angle), 50 * Math.cos(angle)),
      speed: 4,
      course: (360 * (i % turn)) / turn,
      battery: 80,
      charging: false,
      steps: i,
      heartRate: 72,
      systolic: 128,
      diastolic: 79,
      historical: false,
    });
    const items = [{ type: 'deviceId' as const, id: identity }, ...record];
    return { identity, sequence, at, kind, bytes: buildFrame({ command: 'data', items }, sequence, true) };
  });
}
