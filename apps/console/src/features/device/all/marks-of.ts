import { alarmFlags } from '@varde/catalogue/alarms';
import { isCalm, type StatusKey, statusByKey, statusColour } from '@varde/catalogue/statuses';
import type { MapPosition, MapView } from '@varde/contract/map';
import type { Area, Mark } from '#kit/map/fleet-map.ts';

interface Words {
  device: (position: MapPosition) => string;
  cluster: (count: number, status: StatusKey) => string;
  number: (count: number) => string;
}

const hasAlarm = (position: MapPosition): boolean => alarmFlags.some((flag) => position[flag]);

/** The marks of a view: clusters first and alarms last, in the order in which they cover each other. */
export function marksOf({ positions, clusters }: MapView, ahp: boolean, words: Words): Mark[] {
  const drawn = positions.filter(({ drawMarker }) => drawMarker);
  const devices = drawn.map((position): Mark => {
    const { deviId, status, escalated, posLati: latitude, posLong: longitude } = position;
    const kind = hasAlarm(position) ? 'alarm' : isCalm(status) ? 'device' : 'warning';
    const colour = statusColour(statusByKey(status), { ahp, escalated });
    const text = kind === 'alarm' ? '!' : '';
    return { key: deviceKey(deviId), latitude, longitude, kind, colour, text, name: words.device(position) };
  });
  return [
    ...clusters.map((cluster): Mark => {
      const colour = statusColour(statusByKey(cluster.status), { ahp, escalated: false });
      const [text, name] = [words.number(cluster.count), words.cluster(cluster.count, cluster.status)];
      const { posLati: latitude, posLong: longitude } = cluster;
      return { key: cluster.key, latitude, longitude, kind: 'cluster', colour, text, name };
    }),
    ...devices.filter(({ kind }) => kind !== 'alarm'),
    ...devices.filter(({ kind }) => kind === 'alarm').reverse(),
  ];
}

const prefix = 'device ';
export const deviceKey = (deviId: number) => `${prefix}${deviId}`;
/** The device of a mark; null: it is a cluster. */
export const deviceOf = (key: string): number | null =>
  key.startsWith(prefix) ? Number(key.slice(prefix.length)) : null;

/** What encloses all that is in a view; null: nothing is. */
export function areaOf({ positions, clusters }: MapView): Area | null {
  const places = positions
    .filter(({ drawMarker }) => drawMarker)
    .map(({ posLati, posLong }) => ({ west: posLong, east: posLong, south: posLati, north: posLati }));
  const all = [...clusters, ...places];
  if (all.length === 0) return null;
  return {
    west: Math.min(...all.map(({ west }) => west)),
    south: Math.min(...all.map(({ south }) => south)),
    east: Math.max(...all.map(({ east }) => east)),
    north: Math.max(...all.map(({ north }) => north)),
  };
}
