import { isAlarm } from '@varde/catalogue/alarms';
import type { DeviceReport } from '@varde/catalogue/report';
import { describe, expect, it } from 'vitest';
import { eview } from './eview/index.ts';
import { osmand, parseOsmand } from './osmand/index.ts';
import type { ProtocolId, StreamProtocol } from './protocol.ts';
import { receiveUntouched } from './testing/receiving.ts';
import { reportFaults } from './testing/report-faults.ts';
import {
  eviewWorstFrames,
  osmandWorstFrames,
  watchWorstFrames,
  worstIdentity,
} from './testing/worst-frames.ts';
import { watch } from './watch/index.ts';

const speaking = { ...eview.initialState, identity: worstIdentity };
const worst: Record<ProtocolId, { holds: string; report: () => DeviceReport }[]> = {
  eview: eviewWorstFrames.map(({ holds, frame }) => ({ holds, report: () => hear(eview, speaking, frame) })),
  watch: watchWorstFrames.map(({ holds, frame }) => ({
    holds,
    report: () => hear(watch, watch.initialState, frame),
  })),
  osmand: osmandWorstFrames.map(({ holds, frame }) => ({
    holds,
    report: () => reportOf(parseOsmand(frame)),
  })),
};

/**
 * The frames that cost the most. A decoder whose work grows with the square of a frame takes minutes for some of them
 * and runs into the time limit of the test; `npm run bench` measures what they cost.
 */
describe.each([eview.id, watch.id, osmand.id])('a frame of %s as full as it can be', (id) => {
  const frames = worst[id];

  it.each(frames)('of $holds is read, and its report is within the limits', ({ report }) => {
    expect(reportFaults(report())).toEqual([]);
  });

  it.each(frames.filter(({ holds }) => /alarm|SOS/.test(holds)))(
    'of $holds raises an alarm',
    ({ report }) => {
      const types = report().samples.flatMap(({ metyId, events }) => [
        metyId,
        ...events.map((e) => e.metyId),
      ]);
      expect(types.some(isAlarm)).toBe(true);
    },
  );
});

function hear<State>(protocol: StreamProtocol<State>, state: State, frame: Uint8Array): DeviceReport {
  const outputs = protocol.createFramer().push(frame);
  expect(outputs.map(({ type }) => type)).toEqual(['frame']);
  return reportOf(receiveUntouched(protocol, state, frame, Date.UTC(2026, 0, 15, 12)));
}

function reportOf(received: { report?: DeviceReport; reason?: string }): DeviceReport {
  if (!received.report) throw new Error(received.reason);
  return received.report;
}
