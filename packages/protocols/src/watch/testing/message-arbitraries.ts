import fc from 'fast-check';
import { present } from '../../present.ts';
import type { WatchAddress } from '../frame.ts';
import { encodeWatchFrame } from '../frame.ts';
import { encodeWatchMessage } from '../messages/codec.ts';
import type { WatchFix } from '../messages/fix.ts';
import type { MessageOf, WatchMessage } from '../messages/message.ts';
import type { CellScan, WifiNetwork } from '../messages/network-scan.ts';

/** Every kind of message that a watch can send, for the property tests. */
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const count = (max: number) => maybe(fc.integer({ min: 0, max }));
const scaled = (min: number, max: number, per: number) =>
  maybe(fc.integer({ min: min * per, max: max * per }).map((whole) => whole / per + 0));
const word = (...words: string[]) => fc.constantFrom(...words);
const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const name = fc.oneof(text, word('[LG_Wall-Mount A/C]e725', 'a}b', 'x]y', '[', 'a,b', ''));
const hexPair = fc.integer({ min: 0, max: 255 }).map((byte) => byte.toString(16).padStart(2, '0'));
const mac = fc.array(hexPair, { minLength: 6, maxLength: 6 }).map((pairs) => pairs.join(':'));
const bytes = fc.uint8Array({ minLength: 2, maxLength: 300 });
const token = fc.stringMatching(/^[A-Za-z0-9_.]{0,12}$/);
const plain = fc.stringMatching(/^[ -+.-~]{1,20}$/);

const wifi: fc.Arbitrary<WifiNetwork> = fc
  .record({ name, mac, rssi: count(120).map((rssi) => (rssi === undefined ? rssi : 0 - rssi)) })
  .map(present);

const cells: fc.Arbitrary<CellScan> = fc.oneof(
  fc.constant<CellScan>({ list: [] }),
  fc
    .record({
      timingAdvance: count(255),
      mcc: count(999),
      mnc: count(999),
      list: fc.array(fc.record({ lac: count(65_535), cid: count(268_435_455), rssi: count(200) }).map(present), {
        minLength: 1,
        maxLength: 7,
      }),
    })
    .map(present),
);

/** A frame may end after the status, the cells or the WiFi part; later parts need the earlier ones. */
const scans = fc
  .tuple(cells, fc.array(wifi, { maxLength: 6 }), scaled(0, 500, 10), fc.integer({ min: 0, max: 3 }))
  .map(([cellScan, list, accuracy, parts]) => ({
    ...(parts > 0 ? { cells: cellScan } : {}),
    ...(parts > 1 ? { wifi: list } : {}),
    ...(parts > 2 && accuracy !== undefined ? { accuracy } : {}),
  }));

const seconds = { min: Date.UTC(2000, 0, 1) / 1000, max: Date.UTC(2099, 11, 31) / 1000 };
export const fixArbitrary: fc.Arbitrary<WatchFix> = fc
  .tuple(
    fc.record({
      at: fc.integer(seconds).map((at) => at * 1000),
      valid: fc.boolean(),
      lat: scaled(-90, 90, 1e7),
      lng: scaled(-180, 180, 1e7),
      speed: scaled(0, 300, 100),
      course: scaled(0, 359, 10),
      altitude: scaled(-100, 9000, 10),
      satellites: count(40),
      gsm: count(100),
      battery: count(100),
      steps: count(100_000),
      tumbles: count(10_000),
      status: fc.nat(0xffffffff),
    }),
    scans,
  )
  .map(([fix, scan]) => ({ ...present(fix), ...scan }));

const bloodPressure = fc
  .record({ systolic: count(250), diastolic: count(200), pulse: count(250), wearer: fc.array(token) })
  .map((values) => present({ type: 'bloodPressure' as const, word: 'bphrt', ...values }));
const linkKeep = fc
  .record({ steps: count(90_000), tumbles: count(5000), battery: count(100) })
  .map((values) => present({ type: 'linkKeep' as const, word: 'LK', ...values }));
const shortLinkKeep = fc
  .tuple(fc.nat(90_000), fc.nat(100))
  .map((pair) => ({ type: 'linkKeep' as const, word: 'LK', pair }));
const positionWords = word('UD', 'UD_LTE', 'UD_WCDMA', 'UD3', 'UD2', 'UD2_LTE', 'WT');
const alarmWords = word('AL', 'AL_LTE', 'AL_WCDMA', 'ALCUSTOMER1');
const audio = fc.record({ kind: token, name: token, part: fc.nat(99), total: fc.nat(99), audio: bytes });

/** One arbitrary for each kind; a kind without one does not compile. */
export const messageArbitraries: { [Type in WatchMessage['type']]: fc.Arbitrary<MessageOf<Type>> } = {
  init: fc.constant({ type: 'init', word: 'INIT' }),
  linkKeep: fc.oneof(linkKeep, shortLinkKeep),
  position: fc.record({
    type: fc.constant('position'),
    word: fc.oneof(positionWords, alarmWords),
    fix: fixArbitrary,
  }),
  voiceQuery: fc.record({ type: fc.constant('voiceQuery'), word: word('TKQ', 'TKQ2') }),
  voice: fc.record({ type: fc.constant('voice'), word: word('TK', 'TK2'), audio: bytes }),
  voicePiece: audio.map((piece) => ({ type: 'voicePiece', word: 'JXTK', ...piece })),
  photo: fc.record({
    type: fc.constant('photo'),
    word: fc.constant('img'),
    kind: token,
    takenAt: token,
    jpeg: bytes,
  }),
  bloodPressure,
  pulse: fc
    .record({ type: fc.constant('pulse' as const), word: word('PULSE', 'heart', 'HEART'), bpm: count(250) })
    .map(present),
  oxygen: fc
    .record({
      type: fc.constant('oxygen' as const),
      word: word('oxygen'),
      mode: word('0', '1'),
      percent: count(100),
    })
    .map(present),
  temperature: fc.oneof(
    scaled(0, 45, 10).map((degrees) => present({ type: 'temperature' as const, word: 'TEMP', degrees })),
    fc
      .record({ mode: word('0', '1'), degrees: scaled(0, 45, 100) })
      .map((values) => present({ type: 'temperature' as const, word: 'btemp2', ...values })),
  ),
  config: fc.record({
    type: fc.constant('config'),
    word: fc.constant('CONFIG'),
    entries: fc.array(fc.record({ key: fc.stringMatching(/^[A-Z]{2}$/), value: token }), { minLength: 1 }),
  }),
  information: fc.record({
    type: fc.constant('information'),
    word: word('ICCID', 'RYIMEI', 'APPANDFNREPORT'),
    text: fc.option(text),
  }),
  confirmation: fc.record({
    type: fc.constant('confirmation'),
    word: word('FIND', 'UPLOAD', 'VERNO', 'TS', 'WHITELIST1'),
    text: fc.option(plain),
  }),
  unknown: fc.record({ type: fc.constant('unknown'), word: word('XYZ', 'NEWS2'), text: fc.option(text) }),
};

export const addressArbitrary: fc.Arbitrary<WatchAddress> = fc.record({
  manufacturer: word('3G', 'SG', 'CS', 'ZJ'),
  id: fc.stringMatching(/^[0-9]{10}([0-9]{5})?$/),
  index: fc.option(fc.stringMatching(/^[0-9a-f]{4}$/)),
});

/** Whole frames of every kind. */
export const frameArbitrary: fc.Arbitrary<Uint8Array> = fc
  .tuple(addressArbitrary, fc.oneof(...Object.values(messageArbitraries)))
  .map(([address, message]) => encodeWatchFrame(address, encodeWatchMessage(message)));
