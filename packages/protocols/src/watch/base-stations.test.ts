import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeptFields } from '../kept-fields.ts';
import { receiveUntouched } from '../testing/receiving.ts';
import { reportFaults } from '../testing/report-faults.ts';
import { type BaseStation, baseStationFields, readBaseStations } from './base-stations.ts';
import { bytesOf, encodeWatchFrame, parseWatchFrame, textContent, textOf } from './frame.ts';
import { decodeCommand, watch } from './index.ts';

const address = { manufacturer: '3G', id: '8800000015', index: null };
const [near, far] = ['02:5e:10:00:00:a1', '02:5e:10:00:00:b0'];

/** What a watch says, on a connection on which it has announced the extension. */
function hear(content: string) {
  const announced = encodeWatchFrame(address, textContent('CONFIG', 'CFG:5'));
  const { state } = receiveUntouched(watch, watch.initialState, announced, 0);
  const [word = '', ...fields] = content.split(',');
  const result = receiveUntouched(watch, state, encodeWatchFrame(address, textContent(word, ...fields)), 0);
  if (result.type !== 'message') throw new Error(result.type);
  return { ...result, replies: result.replies.map(textOf) };
}

const hex = fc.integer({ min: 0, max: 255 }).map((byte) => byte.toString(16).padStart(2, '0'));
const station: fc.Arbitrary<BaseStation> = fc.record({
  mac: fc.array(hex, { minLength: 6, maxLength: 6 }).map((pairs) => pairs.join(':')),
  rssi: fc.integer({ min: -120, max: -1 }),
  state: fc.constantFrom('heard', 'away', 'connected'),
});

describe('the base stations of a watch', () => {
  it('are its sensors, or only heard; the list is acknowledged, and is no message in the log', () => {
    const { report, replies } = hear(`BASES,${near},-48,2,${far},-71,0`);
    expect(report.sensors).toEqual({
      changed: [{ gatewayId: near, typeCode: 'BaseStation', macAddress: near, rssi: -48, connected: true }],
      found: [{ gatewayId: far, typeCode: 'BaseStation', rssi: -71 }],
    });
    expect(report.samples).toEqual([]);
    expect(replies).toEqual(['[3G*8800000015*0005*BASES]']);
    expect(hear(`BASES,${near},-90,1`).report.sensors?.changed).toMatchObject([{ connected: false }]);
    expect(hear('BASES').report).toEqual({ samples: [], confirmations: [] });
  });

  it('decode to what was encoded', () => {
    fc.assert(
      fc.property(fc.array(station, { maxLength: 50 }), (stations) => {
        const kept = new KeptFields();
        expect(readBaseStations(baseStationFields(stations).join(','), kept)).toEqual(stations);
        expect(kept.toRecord()).toBeUndefined();
      }),
    );
  });

  it('never make an impossible report, whatever a watch lists, and what is not understood is kept for the log', () => {
    const field = fc.oneof(
      fc.constantFrom(near, '-48', '2', '3', '-999', ''),
      fc.stringMatching(/^[ -+.-Z^-~]{0,20}$/),
    );
    fc.assert(
      fc.property(fc.array(field, { maxLength: 200 }), (fields) => {
        const { report } = hear(['BASES', ...fields].join(','));
        expect(reportFaults(report)).toEqual([]);
        expect(report.sensors?.changed?.length ?? 0).toBeLessThanOrEqual(50);
      }),
    );
    expect(hear('BASES,not a mac,-48,2').report.samples).toMatchObject([{ unknown: { BASES: 'not a mac,-48,2' } }]);
  });

  it('are taken and left by a command that the watch answers with their state', () => {
    const { state } = hear('BASES');
    const sent = watch.send(state, { kind: 'connectBaseStation', gatewayId: near });
    expect(sent).toMatchObject({ type: 'sent', ref: `BASE,${near}` });
    const frame = sent.type === 'sent' ? textOf(sent.bytes) : '';
    expect(frame).toBe(`[3G*8800000015*0016*BASE,${near}]`);
    const read = parseWatchFrame(bytesOf(frame));
    expect('content' in read && decodeCommand(read.content)).toEqual({ kind: 'connectBaseStation', gatewayId: near });
    expect(hear(`BASE,${near},-48,2`).report).toMatchObject({
      confirmations: [{ ref: `BASE,${near}`, ok: true }],
      sensors: { changed: [{ gatewayId: near, connected: true }] },
    });
    expect(hear(`UNBASE,${near},-48,0`).report).toEqual({
      samples: [],
      confirmations: [{ ref: `UNBASE,${near}`, ok: true }],
    });
    expect(watch.send(state, { kind: 'deleteSensor', gatewayId: near })).toMatchObject({ ref: `UNBASE,${near}` });
  });

  it.each([`BASE,${near}`, `BASE,${near},-48,0`, `UNBASE,${near},-48,2`])('%s is a refusal', (answer) => {
    expect(hear(answer).report).toMatchObject({ confirmations: [{ ok: false }] });
  });

  it('are not spoken of to a watch without the extension', () => {
    const state = { ...watch.initialState, address };
    const command = { kind: 'connectBaseStation', gatewayId: near } as const;
    expect(watch.send(state, command)).toEqual({ type: 'unsupported', reason: 'noExtension' });
  });
});
