import { isAlarm } from '@varde/catalogue/alarms';
import { protocols } from '@varde/catalogue/protocols';
import type { DeviceReport } from '@varde/catalogue/report';
import { describe, expect, it } from 'vitest';
import { eview } from './eview/index.ts';
import { protocolModules } from './index.ts';
import type { BrokerProtocol, StreamProtocol } from './protocol.ts';
import { receiveUntouched } from './testing/receiving.ts';
import { reportFaults } from './testing/report-faults.ts';
import { worstIdentity } from './testing/worst-frame.ts';
import { worstFrames } from './testing/worst-frames.ts';

/** For eview, a frame that repeats the identity is as full as one of a connection with a known one. */
const statesBefore = {
  eview: { ...eview.initialState, identity: worstIdentity },
  watch: protocolModules.watch.initialState,
  mqtt: protocolModules.mqtt.initialState,
};

/**
 * The most expensive frames. A decoder whose work grows with the square of a frame takes minutes for some of them and
 * exceeds the time limit of the test; `npm run bench` measures their cost.
 */
describe.each(protocols)('a frame of $key as full as possible', (protocol) => {
  const frames =
    protocol.transport !== 'http'
      ? worstFrames[protocol.key].map(({ holds, frame }) => ({
          holds,
          report: () => hear(protocolModules[protocol.key], statesBefore[protocol.key], frame),
        }))
      : worstFrames[protocol.key].map(({ holds, frame }) => ({
          holds,
          report: () => reportOf(protocolModules[protocol.key].read(frame)),
        }));

  it.each(frames)('of $holds is read, and its report is within the limits', ({ report }) => {
    expect(reportFaults(report())).toEqual([]);
  });

  it.each(frames.filter(({ holds }) => /alarm|SOS/.test(holds)))('of $holds raises an alarm', ({ report }) => {
    const types = report().samples.flatMap(({ metyId, events }) => [metyId, ...events.map((e) => e.metyId)]);
    expect(types.some(isAlarm)).toBe(true);
  });
});

function hear<State>(
  protocol: StreamProtocol<State> | BrokerProtocol<State>,
  state: State,
  frame: Uint8Array,
): DeviceReport {
  if (protocol.transport === 'stream')
    expect(
      protocol
        .createFramer()
        .push(frame)
        .map(({ type }) => type),
    ).toEqual(['frame']);
  return reportOf(receiveUntouched(protocol, state, frame, Date.UTC(2026, 0, 15, 12)));
}

function reportOf(received: { report?: DeviceReport; reason?: string }): DeviceReport {
  if (!received.report) throw new Error(received.reason);
  return received.report;
}
