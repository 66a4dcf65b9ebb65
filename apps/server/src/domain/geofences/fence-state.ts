import { geofenceNight, type LatLng, metresOutside } from '@varde/catalogue/geofences';
import { hasGpsQuality } from '@varde/catalogue/pos-types';
import { minuteOfDay } from '#platform/clock/minute-of-day.ts';
import { type Hours, isWithinHours, latestOpening } from './fence-hours.ts';
import type { DeviceDelays, FenceSettings } from './fence-settings.ts';
import { isStillAt, stillPlace } from './still-place.ts';
import type { GeofenceRecord } from './tables.ts';

/** A position of the wearer. */
export interface Fix {
  lat: number;
  lng: number;
  /** Metres, radius of the error circle; null: the device did not say. */
  accuracy: number | null;
  posType: number;
  /** The indoor location that the access points showed; null: none. */
  inloId: number | null;
  at: Date;
  receivedAt: Date;
  /** Its device kept it while it was out of contact. */
  historical: boolean;
}

type StateKey =
  | 'outside'
  | 'outsideSince'
  | 'outsideHeardAt'
  | 'outsideFixes'
  | 'crossed'
  | 'judgedAt'
  | 'lastKnownOutside'
  | 'notifiedAt'
  | 'still';

/** What Varde knows of a wearer and a fence. */
export type FenceState = Pick<GeofenceRecord, StateKey>;

export const unknownState: FenceState = {
  outside: null,
  outsideSince: null,
  outsideHeardAt: null,
  outsideFixes: 0,
  crossed: false,
  judgedAt: null,
  lastKnownOutside: null,
  notifiedAt: null,
  still: null,
};

/** Metres: of a satellite fix whose device does not say how good it is. */
const usualAccuracy = 30;
/** Two positions prove more than one only if the receiver had time to correct itself between them. */
const betweenFixesMs = 10_000;
/** A single position outside counts after this time, when none contradicts it. */
const confirmedAfterMs = 60_000;
/** A stored time further ahead than this is of a clock that was set back, and keeps nobody from being missed. */
const clockToleranceMs = 5 * 60_000;

/** The area of a fence. */
export type FenceArea = Pick<GeofenceRecord, 'kind' | 'radius' | 'vertices' | 'inloIds'> & {
  /** Where its indoor locations are. */
  places: readonly LatLng[];
};

type Fence = FenceArea & Pick<GeofenceRecord, 'enabled' | 'delayMinutes'> & Pick<FenceSettings, 'delays'> & Hours;

/** Metres around an indoor location within which a satellite fix may still be inside of it. */
const indoorMetres = 50;

/**
 * The state after a position. The wearer is outside when the whole error circle is, and inside when the position is; in
 * between nothing changes, so that drift at the border neither raises nor clears. A position by WiFi or cell proves that
 * somebody is outside only where the device's setting allows it; without, it proves that somebody is inside by its whole
 * error circle, since indoors there may be no other position.
 */
export function afterFix(fence: FenceArea, state: FenceState, fix: Fix, allowsRough: boolean): FenceState {
  const wasSetBack = isAhead(state.judgedAt, fix.receivedAt.getTime());
  if (!wasSetBack && state.judgedAt !== null && !isNewer(fix, state.judgedAt)) return state;
  const outside =
    fence.kind === 'indoor'
      ? isOutOfLocations(fence, fix)
      : isOutside(fence, fix, { allowsRough, known: state.outside !== null });
  if (outside === null) return state.outside === true && isGood(fix, allowsRough) ? afterMove(state, fix) : state;
  const judged = { ...state, outside, judgedAt: fix.at };
  if (!outside) return { ...unknownState, ...pickKnown(judged) };
  const lastKnownOutside = fix.at;
  if (state.outside !== true || state.outsideSince === null) {
    const began = {
      outsideSince: fix.at,
      outsideHeardAt: fix.receivedAt,
      outsideFixes: 1,
      still: stillPlace(fix),
    };
    return { ...judged, ...began, crossed: state.outside === false, lastKnownOutside, notifiedAt: null };
  }
  // The former times lie ahead: the wearer is outside from now on, by the present clock.
  if (wasSetBack)
    return {
      ...{ ...judged, lastKnownOutside, outsideSince: fix.at, outsideHeardAt: fix.receivedAt },
      still: stillPlace(fix),
    };
  const isLater = fix.at.getTime() - state.outsideSince.getTime() >= betweenFixesMs;
  return afterMove({ ...judged, lastKnownOutside, outsideFixes: isLater ? 2 : state.outsideFixes }, fix);
}

/** The state of a wearer outside after a position that says whether they have moved. */
function afterMove(state: FenceState, fix: Fix): FenceState {
  const { still } = state;
  const isKnown = still !== null && !isAhead(new Date(still.at), fix.receivedAt.getTime());
  return isKnown && isStillAt(still, fix) ? state : { ...state, still: stillPlace(fix) };
}

/** Whether a position can say where somebody is. People have placed an indoor location on the map. */
const isGood = ({ posType, inloId, accuracy }: Fix, allowsRough: boolean): boolean =>
  hasGpsQuality(posType) || inloId !== null || (allowsRough && accuracy !== null);

/** Of two of one moment the later message counts, since frames have whole seconds; not one that comes late. */
const isNewer = ({ at, historical }: Fix, judgedAt: Date): boolean => (historical ? at > judgedAt : at >= judgedAt);

/** Whether a stored time lies so far ahead of `now` that the server's clock must have been set back since. */
const isAhead = (stored: Date | null, now: number): boolean =>
  stored !== null && stored.getTime() - now > clockToleranceMs;

const pickKnown = ({ outside, judgedAt, lastKnownOutside }: FenceState) => ({
  outside,
  judgedAt,
  lastKnownOutside,
});

/** Null: this position does not tell. `known`: an earlier one has told. */
function isOutside(
  { kind, radius, vertices }: FenceArea,
  fix: Fix,
  { allowsRough, known }: { allowsRough: boolean; known: boolean },
): boolean | null {
  const { accuracy } = fix;
  const metres = metresOutside({ circle: kind === 'circle', radius, vertices }, fix);
  if (isGood(fix, allowsRough)) return decide(metres, accuracy ?? usualAccuracy);
  const isInside = known ? accuracy !== null && metres <= -accuracy : metres <= 0;
  return isInside ? false : null;
}

/**
 * Outside of indoor locations: at another one, or at a satellite fix that is away from all of them. A fix near them does
 * not tell, and a fence whose locations are all deleted has no outside.
 */
function isOutOfLocations({ inloIds, places }: FenceArea, fix: Fix): boolean | null {
  if (places.length === 0) return null;
  if (fix.inloId !== null) return !inloIds.includes(fix.inloId);
  if (!hasGpsQuality(fix.posType)) return null;
  const metres = places.map((place) => metresOutside({ circle: true, radius: indoorMetres, vertices: [place] }, fix));
  return Math.min(...metres) > (fix.accuracy ?? usualAccuracy) ? true : null;
}

function decide(metres: number, accuracy: number): boolean | null {
  if (metres <= 0) return false;
  return metres > accuracy ? true : null;
}

/** When the alarm of a fence is due. */
export interface AlarmDue {
  /** Unix milliseconds. */
  at: number;
  /** The delay has not passed then, nor by now: it is due because the wearer does not move. */
  isMotionless: boolean;
}

/**
 * When the alarm of a fence is due, and why then; null: not at all, as things are. Outside of the fence's hours
 * nothing is due; when they begin, a wearer who is still outside is missed from then on. One alarm for each time that the
 * wearer leaves, or is outside when the hours begin. `heardAt`: the last message of the device; null while it is offline.
 */
export function alarmDueAt(
  fence: Fence & FenceState,
  { now, timeZone, heardAt }: { now: number; timeZone: string; heardAt: Date | null },
): AlarmDue | null {
  const { outside, outsideSince, outsideHeardAt, outsideFixes, notifiedAt, crossed } = fence;
  if (!fence.enabled || outside !== true || outsideSince === null) return null;
  if (!isWithinHours(fence, now, timeZone)) return null;
  const left = outsideSince.getTime();
  const opening = latestOpening(fence, now, timeZone);
  const isMissedByHours = opening !== null && opening > left;
  const missedFrom = isMissedByHours ? opening : crossed ? left : null;
  if (missedFrom === null) return null;
  const isTold = notifiedAt !== null && notifiedAt.getTime() >= missedFrom && !isAhead(notifiedAt, now);
  if (isTold) return null;
  const ofDevice = isMissedByHours ? 0 : deviceDelay(fence, minuteOfDay(left, timeZone));
  const delayed = missedFrom + (fence.delayMinutes || ofDevice) * 60_000;
  const unmoved = Math.max(missedFrom, unmovedAt(fence, heardAt));
  const confirmed = outsideFixes > 1 ? 0 : (outsideHeardAt ?? outsideSince).getTime() + confirmedAfterMs;
  const at = Math.max(unmoved < delayed ? unmoved : delayed, confirmed);
  return { at, isMotionless: Math.max(at, now) < delayed };
}

/**
 * Minutes, for a wearer who leaves at a minute of the day. Whoever is still outside when hours begin has not left then, and
 * would otherwise not be missed in hours that are shorter than the delay.
 */
const deviceDelay = ({ delays: { day, night } }: Pick<FenceSettings, 'delays'>, minute: number): number =>
  minute >= geofenceNight.from || minute < geofenceNight.to ? night : day;

/**
 * When a wearer outside has not moved for as long as the device's settings say, Unix milliseconds; infinite: that is not
 * asked, or not known. That there is no new position means that the wearer does not move only if the device has spoken since
 * the last one that showed a move, and is not offline: a device that is silent says nothing about its wearer, and then the
 * delay decides.
 */
function unmovedAt(
  { still, delays: { motionless } }: Pick<FenceState, 'still'> & { delays: DeviceDelays },
  heardAt: Date | null,
): number {
  const isKnown = still !== null && heardAt !== null && heardAt.getTime() > still.heardAt;
  return motionless > 0 && isKnown ? still.at + motionless * 60_000 : Number.POSITIVE_INFINITY;
}
