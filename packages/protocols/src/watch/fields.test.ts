import type { Sample } from '@varde/catalogue/report';
import { describe, expect, it } from 'vitest';
import { decodeSettings } from '../settings-groups.ts';
import { receiveUntouched } from '../testing/receiving.ts';
import { watchCommand } from './commands.ts';
import { escapeBytes, escapeText, unescapeBytes, unescapeText } from './escape.ts';
import { bytesOf, encodeWatchFrame, parseWatchFrame, textContent, textOf } from './frame.ts';
import { decodeCommand, watch } from './index.ts';
import { decodeWatchMessage, encodeWatchMessage } from './messages/codec.ts';
import type { WatchMessage } from './messages/message.ts';
import { zoneField } from './settings/device.ts';
import { watchSettings } from './settings.ts';

const now = Date.UTC(2026, 0, 15);
const at = Date.UTC(2026, 0, 15, 12);
const contentOf = (text: string) => {
  const [word = '', ...fields] = text.split(',');
  return textContent(word, ...fields);
};
const messageOf = (text: string) => decodeWatchMessage(contentOf(text));
const written = (message: WatchMessage) => {
  const { word, body } = encodeWatchMessage(message);
  return body === null ? word : `${word},${textOf(body)}`;
};

function receive(text: string) {
  const frame = encodeWatchFrame({ manufacturer: '3G', id: '8800000015', index: null }, contentOf(text));
  const received = receiveUntouched(watch, watch.initialState, frame, now);
  if (received.type === 'malformed') throw new Error(received.reason);
  return received;
}
const sampleOf = (text: string): Sample | undefined => receive(text).report.samples[0];

it('watches use the well-known port of the protocol, and may be silent for twenty minutes', () => {
  expect(watch).toMatchObject({ id: 'watch', limits: { idleSeconds: 1200 } });
});

const ordinary = [
  '150126',
  '120000',
  'A',
  '59.911491',
  'N',
  '10.757933',
  'E',
  '3.6',
  '90.0',
  '10.0',
  '9',
  '80',
  '55',
  '1200',
  '0',
  '00000000',
];
/** An ordinary position with some of its fields changed. */
const positionWith = (changes: Record<number, string>, more = '') =>
  `UD,${ordinary.map((field, place) => changes[place] ?? field).join(',')}${more}`;
const read = (changes: Record<number, string>, more = '') => sampleOf(positionWith(changes, more));

describe('each field of a position', () => {
  it('is read at its place', () => {
    expect(read({})).toEqual({
      metyId: 5,
      events: [],
      at,
      historical: false,
      position: {
        lat: 59.911491,
        lng: 10.757933,
        source: 'gps',
        speed: 3.6,
        course: 90,
        altitude: 10,
        numSatellites: 9,
      },
      battery: { level: 55 },
      gsmStrength: 80,
      steps: 1200,
      states: { lowBattery: false, outsideFence: false, insideFence: false, worn: true },
    });
  });

  it.each([
    [3, 'x', 'implausiblePlace#2', 'x'],
    [5, 'x', 'implausiblePlace#2', 'x'],
    [7, 'x', 'speed', 'x'],
    [8, 'x', 'course', 'x'],
    [9, 'x', 'altitude', 'x'],
    [10, 'x', 'satellites', 'x'],
    [11, 'x', 'gsmStrength', 'x'],
    [12, 'x', 'battery', 'x'],
    [13, 'x', 'steps', 'x'],
    [14, 'x', 'tumbles', 'x'],
    [15, 'x', 'status', 'x'],
  ])('that is unreadable is kept under its name, and affects no other: %d', (place, text, name, kept) => {
    const sample = read({ [place]: text });
    expect(sample).toMatchObject({ at, unknown: { [name]: expect.stringContaining(kept) } });
    expect(sample?.steps).toBe(place === 13 ? undefined : 1200);
    expect(sample?.battery).toEqual(place === 12 ? undefined : { level: 55 });
  });

  it('that is empty or blank has no value, and nothing is kept', () => {
    for (const empty of ['', ' ']) {
      const changes = Object.fromEntries([7, 8, 9, 10, 11, 12, 13, 14, 15].map((place) => [place, empty]));
      expect(read(changes)).toEqual({
        metyId: 5,
        events: [],
        at,
        historical: false,
        position: { lat: 59.911491, lng: 10.757933, source: 'gps' },
      });
    }
  });

  it('may have blanks around it, a sign, and a letter of either case', () => {
    expect(read({ 2: ' a ', 3: ' 59.5 ', 4: ' s ', 5: '+10.5', 6: 'w', 13: ' 7 ' })).toMatchObject({
      position: { lat: -59.5, lng: -10.5 },
      steps: 7,
    });
    expect(read({ 3: '-59.5', 4: 'N', 5: '-10.5', 6: '' })?.position).toMatchObject({
      lat: -59.5,
      lng: -10.5,
    });
    expect(read({ 3: '-59.5', 4: 'S' })?.position).toMatchObject({ lat: -59.5 });
    expect(Object.is(read({ 3: '0', 4: 'S' })?.position?.lat, 0)).toBe(true);
    for (const text of ['1e2', '--1', '1.', '.5', '1,5', '1234567890123456'])
      expect(read({ 9: text.split(',')[0] ?? '' }, '')?.position).toBeDefined();
    expect(read({ 9: '1e2' })?.unknown).toEqual({ altitude: '1e2' });
    expect(read({ 13: '-1' })?.unknown).toEqual({ steps: '-1' });
    expect(read({ 13: '1234567890' })?.unknown).toEqual({ steps: '1234567890' });
    expect(read({ 13: '123456789' })?.steps).toBe(123_456_789);
  });

  it('may be missing from some place on: the earlier fields are read', () => {
    for (let count = 1; count <= ordinary.length; count++) {
      const sample = sampleOf(`UD,${ordinary.slice(0, count).join(',')}`);
      expect(sample?.at).toBe(count >= 2 ? at : null);
      if (count < 4 || count > 5) expect(sample?.unknown).toBeUndefined();
      expect(sample?.steps).toBe(count > 13 ? 1200 : undefined);
      expect(sample?.states === undefined).toBe(count < 16);
    }
    expect(sampleOf('UD')).toEqual({ metyId: 2, events: [], at: null, historical: false });
  });

  it('is no measurement when all have the firmware’s filler values', () => {
    const filler = { 7: '22.0', 8: '0', 9: '-1' };
    expect(read(filler)?.position).toEqual({
      lat: 59.911491,
      lng: 10.757933,
      source: 'gps',
      numSatellites: 9,
    });
    expect(read({ ...filler, 7: '21' })?.position).toMatchObject({ speed: 21, course: 0, altitude: -1 });
    expect(read({ ...filler, 8: '1' })?.position).toMatchObject({ speed: 22, course: 1, altitude: -1 });
    expect(read({ ...filler, 9: '0' })?.position).toMatchObject({ speed: 22, course: 0, altitude: 0 });
  });
});

describe('the time of a position', () => {
  it.each([
    ['290224', '235959', Date.UTC(2024, 1, 29, 23, 59, 59)],
    ['311299', '000000', Date.UTC(2099, 11, 31)],
    [' 150126 ', ' 120000 ', at],
  ])('%s %s is valid', (date, time, expected) => {
    expect(read({ 0: date, 1: time })?.at).toBe(expected);
  });

  it.each([
    ['290225', '120000'],
    ['310426', '120000'],
    ['320126', '120000'],
    ['000126', '120000'],
    ['151326', '120000'],
    ['150026', '120000'],
    ['150126', '240000'],
    ['150126', '126000'],
    ['150126', '120060'],
    ['15012', '120000'],
    ['150126', ''],
    ['', '120000'],
    ['1501260', '120000'],
    ['150126', '1200000'],
    ['x50126', '120000'],
  ])('%s %s is invalid, and is kept', (date, time) => {
    expect(read({ 0: date, 1: time })).toMatchObject({ at: null, unknown: { time: `${date},${time}` } });
  });
});

describe('the networks that a watch hears', () => {
  const mac = (last: string) => `02:ad:24:49:ea:${last}`;

  it('are cells with a strength with or without its sign, and access points with a name or without', () => {
    const sample = read({}, `,2,1,242,1,74,27781,90,75,1b,-91,2,hjemme,${mac('60')},-60,,${mac('61')},,12.5`);
    expect(sample).toMatchObject({
      cells: [
        { mcc: 242, mnc: 1, lac: 74, cid: 27781, signalStrength: -90 },
        { mcc: 242, mnc: 1, lac: 75, cid: 0x1b, signalStrength: -91 },
      ],
      accessPoints: [
        { type: 'W', macAddress: mac('60'), signalStrength: -60, name: 'hjemme' },
        { type: 'W', macAddress: mac('61') },
      ],
      position: { accuracy: 12.5 },
    });
    expect(sample?.accessPoints?.[1]).toEqual({ type: 'W', macAddress: mac('61') });
    expect(sample?.unknown).toBeUndefined();
  });

  it('locate the watch also without coordinates', () => {
    const nowhere = { 2: 'V', 3: '0', 5: '0' };
    expect(read(nowhere)?.metyId).toBe(2);
    expect(read(nowhere, ',1,1,242,1,74,27781,90')?.metyId).toBe(5);
    expect(read(nowhere, `,0,1,,${mac('60')},-60`)?.metyId).toBe(5);
    expect(read(nowhere, ',1,1,242,1,74,27781,90')).not.toHaveProperty('accessPoints');
    expect(read(nowhere, `,0,1,,${mac('60')},-60`)).not.toHaveProperty('cells');
  });

  it('are followed by an accuracy with decimals at the end; other values there are kept', () => {
    expect(read({}, ',0,0,12.5')).toMatchObject({ position: { accuracy: 12.5 } });
    expect(read({}, ',0,0,0.0')?.position).not.toHaveProperty('accuracy');
    expect(read({}, ',0,0,1.0')?.position?.accuracy).toBe(1);
    expect(read({}, ',0,0,10')?.unknown).toEqual({ rest: '10' });
    expect(read({}, ',0,0,a.b')?.unknown).toEqual({ rest: 'a.b' });
    expect(read({}, ',0,0,x,y,12.5')).toMatchObject({
      position: { accuracy: 12.5 },
      unknown: { rest: 'x,y' },
    });
    expect(read({}, ',12.5')).toMatchObject({ position: { accuracy: 12.5 } });
  });

  it('are read to the end of a list that is shorter than its count', () => {
    const cut = read({}, ',3,1,242,1,74,27781,90,75,1');
    expect(cut?.cells).toHaveLength(1);
    expect(cut?.unknown).toBeUndefined();
    const points = read({}, `,0,3,a,${mac('60')},-60,b,${mac('61')}`);
    expect(points?.accessPoints).toHaveLength(1);
    expect(points?.unknown).toBeUndefined();
  });

  it('are ignored when the count is impossible, and kept', () => {
    const cells = (count: number) => Array.from({ length: count }, () => '74,27781,90').join(',');
    expect(read({}, `,200,1,242,1,${cells(200)}`)?.cells).toHaveLength(200);
    expect(read({}, `,201,1,242,1,${cells(201)}`)).not.toHaveProperty('cells');
    expect(read({}, `,201,1,242,1,${cells(201)}`)?.unknown).toHaveProperty('rest');
    expect(read({}, ',x')?.unknown).toEqual({ rest: 'x' });
    const points = Array.from({ length: 201 }, () => `a,${mac('60')},-60`).join(',');
    expect(read({}, `,0,201,${points}`)?.accessPoints).toHaveLength(200);
  });

  it('may begin one field later after no cells, recognised by their first address', () => {
    expect(read({}, `,0,7,1,a,${mac('60')},-60`)?.accessPoints).toHaveLength(1);
    expect(read({}, `,0,7,7,1,a,${mac('60')},-60`)).not.toHaveProperty('accessPoints');
    const behindCells = `,1,1,242,1,74,27781,90,7,1,a,${mac('60')},-60`;
    expect(read({}, behindCells)).not.toHaveProperty('accessPoints');
    expect(read({}, ',0,0')?.unknown).toBeUndefined();
  });

  it('have addresses; what is none is kept with its name and strength', () => {
    const sample = read({}, `,0,3,a,${mac('60')},-60,b,02ad2449ea61,-61,c,x,`);
    expect(sample?.accessPoints?.map(({ macAddress }) => macAddress)).toEqual([mac('60'), mac('61')]);
    expect(sample?.unknown).toEqual({ accessPoints: 'c x ' });
    expect(read({}, ',0,1,a,02:AD:24:49:EA:60,-60')?.accessPoints?.[0]?.macAddress).toBe(mac('60'));
  });

  it('are complete where the firmware leaves out the leading zeros of addresses', () => {
    const sample = read({}, ',0,2,a,2:ad:24:49:ea:5,-60,,e:5:c8:41:a6:0,-70');
    expect(sample?.accessPoints?.map(({ macAddress }) => macAddress)).toEqual([
      '02:ad:24:49:ea:05',
      '0e:05:c8:41:a6:00',
    ]);
    expect(sample?.unknown).toBeUndefined();
  });

  it.each([
    [-10, -10],
    [120, -120],
    [-9, undefined],
    [-121, undefined],
  ])('include an access point of %d dBm read as %j', (rssi, expected) => {
    const sample = read({}, `,0,1,a,${mac('60')},${rssi}`);
    expect(sample?.accessPoints?.[0]?.signalStrength).toBe(expected);
    expect(sample?.unknown).toEqual(
      expected === undefined ? { accessPointSignals: `${mac('60')}: ${rssi}` } : undefined,
    );
  });

  it.each([
    [-45, -45],
    [150, -150],
    [-44, undefined],
    [-151, undefined],
  ])('include a cell of %d dBm read as %j', (rssi, expected) => {
    const sample = read({}, `,1,1,242,1,74,27781,${rssi}`);
    expect(sample?.cells?.[0]?.signalStrength).toBe(expected);
    expect(sample?.unknown).toEqual(expected === undefined ? { cellSignals: `74/27781: ${rssi}` } : undefined);
  });
});

describe('the status word', () => {
  it.each([
    [0, { lowBattery: true }],
    [1, { outsideFence: true }],
    [2, { insideFence: true }],
    [3, { worn: false }],
    [5, { bit5: true }],
    [15, { bit15: true }],
  ])('has bit %d for the state %j, and no event', (bit, state) => {
    const sample = read({ 15: (2 ** bit).toString(16).padStart(8, '0') });
    const clear = { lowBattery: false, outsideFence: false, insideFence: false, worn: true };
    expect(sample?.states).toEqual({ ...clear, ...state });
    expect(sample?.events).toEqual([]);
    expect(sample).not.toHaveProperty('moving');
  });

  it('reports by bit 4 that the watch is still, and has no such state without it', () => {
    expect(read({ 15: '00000010' })?.moving).toBe(false);
    expect(read({ 15: '10' })?.moving).toBe(false);
    expect(read({ 15: '123456789' })?.unknown).toEqual({ status: '123456789' });
  });

  it.each([
    [16, 1, 'sos'],
    [17, 6, 'lowBattery'],
    [18, 12, 'geofenceLeft'],
    [19, 12, 'geofenceEntered'],
    [20, 120, 'watchRemoved'],
    [21, 3, 'fall'],
    [22, 9, 'abnormalHeartRate'],
    [23, 120, 'bit23'],
    [31, 120, 'bit31'],
  ])('has bit %d for an alarm of kind %d, %s', (bit, kind, code) => {
    const status = (2 ** bit).toString(16).padStart(8, '0');
    const sample = read({ 15: status });
    expect(sample?.events).toMatchObject([{ code, at }]);
    const [event] = sample?.events ?? [];
    if (code !== 'abnormalHeartRate') expect(event?.metyId).toBe(kind);
    expect(sample?.states).toEqual({
      lowBattery: false,
      outsideFence: false,
      insideFence: false,
      worn: true,
    });
    const alarm = sampleOf(positionWith({ 15: status }).replace('UD', 'AL'));
    expect(alarm?.events.some(({ metyId }) => metyId === 1)).toBe(['sos', 'bit23', 'bit31'].includes(code));
  });
});

describe('messages other than positions', () => {
  it.each([
    ['LK', { metyId: 2 }],
    ['LK,1,2', { metyId: 2, unknown: { LK: '1,2' } }],
    ['LK,1,0,50', { metyId: 2, steps: 1, battery: { level: 50 } }],
    ['LK,,,50', { metyId: 2, battery: { level: 50 } }],
    ['INIT', { metyId: 2 }],
    ['heart,71', { metyId: 25, health: { heartRate: 71 } }],
    ['PULSE,71', { metyId: 25, health: { heartRate: 71 } }],
    ['bphrt,120,80,71,180,1,40,80', { health: { systolic: 120, diastolic: 80, heartRate: 71 } }],
    ['BLOOD,120,80', { health: { systolic: 120, diastolic: 80 } }],
    ['oxygen,0,97', { health: { spo2: 97 } }],
    ['TEMP,36.6', { health: { temperature: 36.6 } }],
    ['btemp2,1,36.6', { health: { temperature: 36.6 } }],
    ['TK,#!AMR', { metyId: 199, unknown: { TK: '5 bytes' } }],
    ['TK2,ab', { metyId: 199, unknown: { TK2: '2 bytes' } }],
    ['JXTK,0,name,1,2,#!AMR', { metyId: 199, unknown: { JXTK: '5 bytes' } }],
    ['img,5,260115120000,jpeg', { metyId: 199, unknown: { img: '4 bytes' } }],
    ['JXTK,0,name,x,2,#!AMR', { metyId: 199, unknown: { JXTK: '0,name,x,2,#!AMR' } }],
    ['JXTK,0,name,1,x,#!AMR', { metyId: 199, unknown: { JXTK: '0,name,1,x,#!AMR' } }],
    ['JXTK,0,name,1', { metyId: 199, unknown: { JXTK: '0,name,1' } }],
    ['img', { metyId: 199, unknown: { img: '' } }],
    ['img,}x,y,z}', { metyId: 199, unknown: { img: '}x,y,z}' } }],
    ['TK,}x', { metyId: 199, unknown: { TK: '}x' } }],
    ['ICCID,89', { metyId: 18, unknown: { ICCID: '89' } }],
    ['APPANDFNREPORT', { metyId: 18, unknown: { APPANDFNREPORT: '' } }],
    ['CONFIG,TY:g75,UL:300,AA,BB:c:d', { metyId: 18, unknown: { TY: 'g75', AA: '', BB: 'c:d' } }],
    ['NEWS,1,2', { metyId: 199, unknown: { NEWS: '1,2' } }],
    ['NEWS', { metyId: 199, unknown: { NEWS: '' } }],
  ])('%s', (text, expected) => {
    const sample = sampleOf(text);
    expect(sample).toMatchObject({ events: [], at: null, historical: false });
    if (text.startsWith('heart') || text.startsWith('PULSE')) delete (expected as { metyId?: number }).metyId;
    expect(sample).toMatchObject(expected);
    if (!('unknown' in expected)) expect(sample).not.toHaveProperty('unknown');
    if (!('health' in expected)) expect(sample).not.toHaveProperty('health');
  });

  it.each(['TKQ', 'TKQ2'])('%s asks for voice messages, and stores nothing', (text) => {
    expect(receive(text).report).toEqual({ samples: [], confirmations: [] });
  });

  it.each([
    ['JXTK,0,name,1,2,#!AMR', 'JXTKR,1'],
    ['TK2,#!AMR', 'TK,1'],
    ['bphrt,120,80,71', 'bphrt'],
    ['TEMP,36.6', 'TEMP'],
    ['heart,71', 'heart'],
    ['CONFIG,TY:g75', 'CONFIG,1'],
  ])('%s is answered with %s', (text, answer) => {
    expect(receive(text).replies.map((reply) => textOf(reply).split('*').at(-1))).toEqual([`${answer}]`]);
  });

  it('give the reported settings, when they are valid for a watch', () => {
    expect(receive('CONFIG,TY:g75,ul:300').report).toMatchObject({ settings: { trackingInterval: 300 } });
    for (const bad of ['59', '65536', '300.5', 'x', ''])
      expect(receive(`CONFIG,TY:g75,UL:${bad}`).report).not.toHaveProperty('settings');
    for (const good of ['60', '65535'])
      expect(receive(`CONFIG,UL:${good}`).report.settings).toEqual({ trackingInterval: Number(good) });
    expect(receive('CONFIG,TY:g75').report).not.toHaveProperty('settings');
  });

  it('a confirmation of a command includes its detail', () => {
    expect(receive('TK,0').report.confirmations).toEqual([{ ref: 'TK', ok: false, detail: '0' }]);
    expect(receive('tk,1').report.confirmations).toEqual([{ ref: 'TK', ok: true, detail: '1' }]);
    expect(receive('FIND,').report.confirmations).toEqual([{ ref: 'FIND', ok: true }]);
  });
});

it.each([
  'INIT',
  'LK',
  'LK,1,2,90',
  'LK,,,90',
  'TKQ',
  'heart,71',
  'BLOOD,120,80',
  'bphrt,120,80,71,180,1,40,80',
  'oxygen,0,97',
  'TEMP,36.6',
  'btemp2,1,36.6',
  'TK,#!AMR',
  'JXTK,0,name,1,2,#!AMR',
  'img,5,260115120000,jpeg',
  'CONFIG,TY:g75,UL:300',
  'ICCID,89',
  'RYIMEI',
  'FIND',
  'VERNO,G29',
  'NEWS,1,2',
  'UD,,,V,,,,,,,,,,,,,',
  'UD2,150126,120000,A,59.5,N,10.5,W,3.6,90.0,-10.0,9,80,55,1200,3,0001abcd',
  'AL,150126,120000,V,59.5,S,0.0000001,E,3.6,90.0,10.0,9,80,55,1200,3,00010000,0',
  'AL,150126,120000,A,59.5,N,10.5,E,,,,,,,,,,1,255,242,1,74,27781,90,1,,02:ad:24:49:ea:60,-60,12.5',
  'UD,010203,040506,A,,,,,,,,,,,,,00000000,0,0',
])('the simulator encodes a message like a watch: %s', (text) => {
  expect(written(messageOf(text))).toBe(text);
});

describe('escapes', () => {
  it('make the five special bytes safe in a recording, and no other', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const escaped = escapeBytes(all);
    expect(escaped).toHaveLength(261);
    expect([...escapeBytes(bytesOf('}[],*'))]).toEqual([0x7d, 1, 0x7d, 2, 0x7d, 3, 0x7d, 4, 0x7d, 5]);
    expect(unescapeBytes(escaped)).toEqual(all);
    for (const broken of ['}', '}\x06', '}\x00', 'a}b']) expect(unescapeBytes(bytesOf(broken))).toBeNull();
  });

  it('leave the brackets of a text unchanged when each is closed, so that the frame’s own still balance', () => {
    expect(escapeText('[a]b')).toBe('[a]b');
    expect(escapeText('[[a][b]]')).toBe('[[a][b]]');
    expect(escapeText('[a')).toBe('}\x02a');
    expect(escapeText('a]')).toBe('a}\x03');
    expect(escapeText(']a[')).toBe('}\x03a}\x02');
    expect(escapeText('a,b}c*')).toBe('a}\x04b}\x01c*');
    for (const text of ['[a]b', '[a', 'a]', ']a[', 'a,b}c*', '']) expect(unescapeText(escapeText(text))).toBe(text);
    expect(unescapeText('a}b}\x06}')).toBe('a}b}\x06}');
  });
});

describe('a frame', () => {
  const malformed = (text: string) => {
    const frame = parseWatchFrame(bytesOf(text));
    return 'malformed' in frame ? frame.malformed : null;
  };

  it('is malformed without its brackets, its header or a word', () => {
    expect(malformed('[3G*1*0002*LK]')).toBeNull();
    for (const text of ['', '[', ']', '3G*1*0002*LK]', '[3G*1*0002*LK']) expect(malformed(text)).toBe('notAFrame');
    for (const text of ['[]', '[3G*1*LK]', '[3*1*0002*LK]', '[3G**0002*LK]', '[3G*1*0002LK]'])
      expect(malformed(text)).toBe('badHeader');
    expect(malformed(`[3G*${'1'.repeat(20)}*0002*LK]`)).toBeNull();
    expect(malformed(`[3G*${'1'.repeat(21)}*0002*LK]`)).toBe('badHeader');
    for (const word of ['', '1LK', 'L K', `L${'K'.repeat(32)}`, 'LÅ']) {
      expect(malformed(`[3G*1*0002*${word}]`)).toBe('badWord');
    }
    expect(malformed(`[3G*1*0002*L${'K'.repeat(31)}]`)).toBeNull();
  });

  it('is not taken as a message when it is malformed, and leaves the known watch unchanged', () => {
    const { state } = receive('LK');
    const bad = bytesOf('[3G*1*0002*1]');
    expect(watch.receive(state, bad)).toEqual({
      type: 'malformed',
      state,
      identity: '8800000015',
      reason: 'badWord',
    });
    expect(watch.receive(watch.initialState, bad)).toMatchObject({ type: 'malformed', identity: null });
  });

  it('is not built around more than its length can express', () => {
    const address = { manufacturer: '3G', id: '1', index: null };
    const content = (length: number) => ({ word: 'TK', body: new Uint8Array(length - 3).fill(0x61) });
    expect(textOf(encodeWatchFrame(address, content(0xffff))).slice(0, 14)).toBe('[3G*1*ffff*TK,');
    expect(() => encodeWatchFrame(address, content(0x10000))).toThrow(RangeError);
  });

  it('keeps the letters of every language, and a mark at their beginning', () => {
    const mark = '\ufeffBjørg';
    expect(textOf(bytesOf(mark))).toBe(mark);
  });
});

describe('a command', () => {
  it('has the zone in hours with its sign', () => {
    expect([60, 0, -60, -690, 345].map(zoneField)).toEqual(['+1', '+0', '-1', '-11.5', '+5.75']);
  });

  it('is written in the maker’s format', () => {
    const text = ({ word, body }: { word: string; body: Uint8Array | null }) =>
      body === null ? word : `${word},${textOf(body)}`;
    expect(text(watchCommand.reset())).toBe('RESET');
    expect(text(watchCommand.sosNumber(2, '112'))).toBe('SOS2,112');
    expect(text(watchCommand.sosNumbers(['1', '2', '3']))).toBe('SOS,1,2,3');
    expect(text(watchCommand.message('Hå👵'))).toBe('MESSAGE,004800e5d83ddc75');
    expect(text(watchCommand.voice(bytesOf('a,b')))).toBe('TK,a}\x04b');
    expect(text(watchCommand.languageAndZone(9, 60))).toBe('LZ,9,+1');
    expect(text(watchCommand.languageAndZone(null, -60))).toBe('LZ,,-1');
    expect(text(watchCommand.custom('WORK,6-9,11-13'))).toBe('WORK,6-9,11-13');
    expect(text(watchCommand.custom('FIND'))).toBe('FIND');
  });

  it.each([
    ['FIND', { kind: 'findMe' }],
    ['cr', { kind: 'locate' }],
    ['RESET', { kind: 'reboot' }],
    ['FACTORY', { kind: 'factoryReset' }],
    ['upload,60', { kind: 'writeSettings', values: { trackingInterval: 60 } }],
    ['UPLOAD,65535', { kind: 'writeSettings', values: { trackingInterval: 65_535 } }],
    ['UPLOAD,59', null],
    ['UPLOAD,65536', null],
    ['UPLOAD', null],
    ['FALLDOWN,1,0', { kind: 'writeSettings', values: { fallDownAlert: true, fallDownSensitivity: 0 } }],
    ['FALLDOWN,0,0', { kind: 'writeSettings', values: { fallDownAlert: false, fallDownSensitivity: 0 } }],
    ['LSSET,2+6', null],
    ['FALLDOWN,2,0', null],
    ['REMOVE,1', { kind: 'writeSettings', values: { watchRemoval: true } }],
    ['REMOVE,0', { kind: 'writeSettings', values: { watchRemoval: false } }],
    ['REMOVE,2', null],
    ['hrtstart,1', { kind: 'requestBloodPressure' }],
    ['HRTSTART,60', null],
    ['hrtstart,65535', null],
    ['hrtstart,', null],
    ['HEALTHAUTOSET,2,1,300', null],
    ['HEALTHAUTOSET,1,2,300', null],
    ['HEALTHAUTOSET,1,1,60', null],
    ['HEALTHAUTOSET', null],
    ['PEDO,1', { kind: 'writeSettings', values: { devicePedometer: true } }],
    ['PEDO,2', null],
    [
      'WHITELIST1,112',
      {
        kind: 'writeSettings',
        values: { phoneNoWhiteList1: '112', phoneNoWhiteList2: '', phoneNoWhiteList3: '' },
      },
    ],
    ['WHITELIST1,x,112,112', null],
    ['WHITELIST1,112,112,x', null],
    ['MESSAGE,004800e5d83dDC75', { kind: 'message', text: 'Hå👵' }],
    ['MESSAGE,004', null],
    ['MESSAGE,', null],
    ['POWEROFF', null],
    ['TOSTRING', null],
  ])('%s is understood by a watch as %j', (text, expected) => {
    expect(decodeCommand(contentOf(text))).toEqual(expected);
  });

  it.each([
    ['1+6', 2],
    ['3+6', 2],
    ['4+6', 1],
    ['6+6', 1],
    ['4+8', 2],
    ['5+8', 1],
    ['0+6', null],
    ['7+6', null],
    ['2+7', null],
    ['2', null],
    ['', null],
  ])('reads the sensitivity %s of the fall alarm as %j: the first half of the levels is high', (field, level) => {
    const lines = [
      { word: 'LSSET', fields: [field] },
      { word: 'FALLDOWN', fields: ['1', '0'] },
    ];
    expect(decodeSettings(watchSettings, lines)).toEqual(
      level === null ? {} : { fallDownAlert: true, fallDownSensitivity: level },
    );
  });

  it('writes legal values, and no others', () => {
    const { state } = receive('LK');
    const send = (values: Record<string, string | number | boolean>) => {
      const sent = watch.send(state, { kind: 'writeSettings', values });
      return sent.type === 'sent' ? textOf(sent.bytes).slice('[3G*8800000015*0000*'.length) : sent.reason;
    };
    const numbers = (second: string | number) => ({
      answerIncoming: 0,
      phoneNoWhiteList1: '112',
      phoneNoWhiteList2: second,
      phoneNoWhiteList3: '',
    });
    const status = '[3G*8800000015*0002*TS]';
    const fall = (fallDownAlert: boolean | string, fallDownSensitivity: number | string) =>
      send({ fallDownAlert, fallDownSensitivity });
    expect(fall(false, 0)).toBe('FALLDOWN,0,0]');
    expect(fall(true, 0)).toBe('FALLDOWN,1,0]');
    expect(fall(true, 1)).toBe('LSSET,5+6][3G*8800000015*000c*FALLDOWN,1,0]');
    expect(fall(true, 2)).toBe('LSSET,2+6][3G*8800000015*000c*FALLDOWN,1,0]');
    for (const bad of [3, -1, '2', 1.5]) expect(fall(true, bad)).toBe('illegalValue');
    expect(fall('false', 0)).toBe('illegalValue');
    expect(send({ trackingInterval: 60 })).toBe(`UPLOAD,60]${status}`);
    expect(send({ trackingInterval: 65_535 })).toBe(`UPLOAD,65535]${status}`);
    for (const seconds of [59, 65_536, 60.5, '60']) expect(send({ trackingInterval: seconds })).toBe('illegalValue');
    expect(send(numbers('+*#0'.padEnd(21, '1')))).toBe(
      `WHITELIST1,112,${'+*#0'.padEnd(21, '1')},][3G*8800000015*0007*ACALL,0]`,
    );
    for (const bad of ['+'.padEnd(22, '1'), '1+', '1 2', '1,2', '1]', 112])
      expect(send(numbers(bad))).toBe('illegalValue');
  });
});
