import { type BaseStation, baseStationFields } from '@varde/protocols/watch/base-stations';

/** The base stations around a virtual watch: it has none of them, until it is told to take one. */
export interface WatchBaseStations {
  /** The fields of `BASES`. */
  list(): string[];
  /** Takes one or leaves it. The fields of the answer. */
  obey(word: 'BASE' | 'UNBASE', mac: string): string[];
}

const nearby: readonly BaseStation[] = [
  { mac: '02:5e:10:00:00:a1', rssi: -48, state: 'heard' },
  { mac: '02:5e:10:00:00:b2', rssi: -66, state: 'heard' },
];

export function createBaseStations(): WatchBaseStations {
  const stations = new Map(nearby.map((station) => [station.mac, station]));
  return {
    list: () => baseStationFields([...stations.values()]),
    obey(word, mac) {
      const known = stations.get(mac);
      if (known === undefined) return [mac];
      const station: BaseStation = { ...known, state: word === 'BASE' ? 'connected' : 'heard' };
      stations.set(mac, station);
      return baseStationFields([station]);
    },
  };
}
