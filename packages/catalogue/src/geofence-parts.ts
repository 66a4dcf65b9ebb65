import { type LatLng, posPathOf } from './geofences.ts';

/** What a user enters of a geofence. */
export interface EnteredFence {
  name: string;
  enabled: boolean;
  enabledTime: boolean;
  enabledTimeFrom: number;
  enabledTimeTo: number;
  circle: boolean;
  polygon: boolean;
  indoor: boolean;
  vertices: readonly LatLng[];
  inloIds: readonly number[];
  radius: number;
  delayMinutes: number;
  alertByCall: boolean;
  sharedCustId: number | null;
}

/** The parts of a geofence that a user knows, each as text that is equal for equal values. */
const partTexts = {
  name: ({ name }) => name,
  enabled: ({ enabled }) => String(enabled),
  // Hours that do not apply make no difference.
  hours: (fence) => (fence.enabledTime ? `${fence.enabledTimeFrom}-${fence.enabledTimeTo}` : ''),
  area: ({ circle, polygon, indoor, vertices, inloIds, radius }) =>
    [circle, polygon, indoor, posPathOf(vertices), inloIds.join(), radius].join(' '),
  delay: ({ delayMinutes }) => String(delayMinutes),
  call: ({ alertByCall }) => String(alertByCall),
  sharing: ({ sharedCustId }) => String(sharedCustId),
} satisfies Record<string, (fence: EnteredFence) => string>;

export type FencePart = keyof typeof partTexts;
export const fenceParts = Object.keys(partTexts) as FencePart[];

/** The parts in which two states of a geofence differ. */
export const changedParts = (before: EnteredFence, after: EnteredFence): FencePart[] =>
  fenceParts.filter((part) => partTexts[part](before) !== partTexts[part](after));
