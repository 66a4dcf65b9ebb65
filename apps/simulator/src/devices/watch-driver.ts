import { textContent } from '@varde/protocols/watch/frame';
import {
  encodeWatchFrame,
  encodeWatchMessage,
  parseWatchFrame,
  type WatchFix,
  type WatchMessage,
  watch,
} from '@varde/protocols/watch/index';
import type { SignalKind } from '../behaviours/behaviour.ts';
import { scanOf } from '../streets/access-points.ts';
import type { Driver } from './driver.ts';
import { type Observation, type Outgoing, type ReceiveResult, recordOf, wholeSeconds } from './outgoing.ts';
import { createBaseStations } from './watch-base-stations.ts';
import { obey } from './watch-orders.ts';
import { createWatchSettings, firmware } from './watch-settings.ts';

/** Protocol notes 2.3, "Status word": alarms are in the high half, states in the low one. */
const alarmBits: { readonly [K in SignalKind]?: number } = {
  sos: 1 << 16,
  lowBattery: 1 << 17,
  fall: 1 << 21,
};
const lowBatteryState = 1 << 0;
const notMovingState = 1 << 4;
const lowBatteryPercent = 20;
const signalPercent = 80;

export interface WatchOptions {
  /** It announces the extension for settings (docs/protocols/extension.md), and answers it. */
  extension?: boolean;
  /** It hears base stations, and connects with them (docs/protocols/extension.md). */
  baseStations?: boolean;
}

/** Beesure watch: an alarm is repeated until the server repeats its word, and a position is never answered. */
export function createWatchDriver(
  identity: string,
  { extension = true, baseStations = false }: WatchOptions = {},
): Driver {
  const address = { manufacturer: '3G', id: identity, index: null };
  let framer = watch.createFramer();
  const settings = createWatchSettings();
  const stations = baseStations ? createBaseStations() : null;
  const self = { address, settings, extension, baseStations: stations };

  const message = (content: WatchMessage, observation: Observation, isAnswered: boolean): Outgoing => ({
    wire: encodeWatchFrame(address, encodeWatchMessage(content)),
    sequence: null,
    answer: isAnswered ? content.word : null,
    records: [recordOf(observation)],
  });
  const announcement = encodeWatchFrame(
    address,
    encodeWatchMessage({ type: 'config', word: 'CONFIG', entries: [{ key: 'CFG', value: String(firmware) }] }),
  );
  const linkKeep = (now: Observation) =>
    message(
      { type: 'linkKeep', word: 'LK', steps: now.steps, tumbles: 0, battery: Math.round(now.battery) },
      { ...now, kind: 'heartbeat' },
      true,
    );
  const say = (observation: Observation): Outgoing | null => {
    const { kind, historical } = observation;
    // A watch that switches off sends no message: the server only misses its link keeps.
    if (kind === 'powerOff') return null;
    if (kind === 'heartbeat') return linkKeep(observation);
    if (kind === 'messageRead')
      return message({ type: 'information', word: 'MSG', text: 'read' }, { ...observation, kind: 'heartbeat' }, true);
    if (kind === 'health') return message(healthOf(observation), observation, true);
    const fix = fixOf(observation);
    if (alarmBits[kind] !== undefined) return message({ type: 'position', word: 'AL', fix }, observation, true);
    return message({ type: 'position', word: historical ? 'UD2' : 'UD', fix }, observation, false);
  };

  return {
    greet: (now) => {
      const link = linkKeep(now);
      const nearby = stations ? encodeWatchFrame(address, textContent('BASES', ...stations.list())) : [];
      return extension ? { ...link, wire: new Uint8Array([...link.wire, ...announcement, ...nearby]) } : link;
    },
    say,
    sayAll: (observations) => observations.map(say).filter((one) => one !== null),
    reset: () => {
      framer = watch.createFramer();
    },
    hear: (bytes) => {
      const heard: ReceiveResult = { orders: [], replies: [] };
      for (const output of framer.push(bytes)) {
        const frame = output.type === 'frame' ? parseWatchFrame(output.bytes) : null;
        if (frame === null || 'malformed' in frame) {
          heard.orders.push({ type: 'unknown', text: `${output.bytes.length} bytes` });
        } else {
          obey(frame.content, self, heard);
        }
      }
      return heard;
    },
    settings: settings.values,
  };
}

const healthOf = ({ heartRate: pulse, systolic, diastolic }: Observation): WatchMessage => ({
  ...{ type: 'bloodPressure', word: 'bphrt' },
  ...{ systolic, diastolic, pulse, wearer: [] },
});

function fixOf(observation: Observation): WatchFix {
  const { kind, at, place, speed, course, battery, steps } = observation;
  const wifi = scanOf(observation).map((point) => ({ name: '', ...point }));
  const states = (battery <= lowBatteryPercent ? lowBatteryState : 0) | (speed > 1 ? 0 : notMovingState);
  return {
    at: wholeSeconds(at),
    valid: place !== null,
    lat: place?.lat ?? 0,
    lng: place?.lng ?? 0,
    speed,
    course: Math.round(course) % 360,
    altitude: 12,
    satellites: place === null ? 0 : 9,
    gsm: signalPercent,
    battery: Math.round(battery),
    steps,
    tumbles: 0,
    status: (states | (alarmBits[kind] ?? 0)) >>> 0,
    ...(wifi.length > 0 && { cells: { list: [] }, wifi }),
  };
}
