import { hardwareList } from '@varde/catalogue/hardware/index';
import { settingsFor } from '@varde/catalogue/settings/settings-for';
import type { SettingValues } from '@varde/catalogue/settings/types';
import { describe, expect, it } from 'vitest';
import { decodeFrame } from './frame.ts';
import { buildFrame, decodeMessage, type EviewMessage } from './messages/message.ts';
import { type EviewState, initialState, receive, send } from './session.ts';
import { eviewWireGroups } from './settings.ts';

const identity = '867730053403279';

/** Writes settings to a device that then reports exactly what it was sent. */
function writeAndReport(state: EviewState, values: SettingValues) {
  const sent = send(state, { kind: 'writeSettings', values });
  if (sent.type !== 'sent') throw new Error(sent.reason);
  const frame = decodeFrame(sent.bytes);
  if (!frame) throw new Error('no frame');
  const written = decodeMessage(frame.body);
  return { sent, written, reported: report(sent.state, written) };
}

function report(state: EviewState, message: EviewMessage) {
  const result = receive({ ...state, identity: state.identity ?? identity }, buildFrame(message, 1), 0);
  if (result.type !== 'message') throw new Error(result.reason);
  return result;
}

const legal = hardwareList
  .filter((hardware) => hardware.protocol === 'eview')
  .flatMap((hardware) =>
    settingsFor(hardware, null).flatMap((setting) => {
      if (setting.kind !== 'choice') throw new Error(`no values listed for ${setting.kind} ${setting.key}`);
      return setting.options.map(({ value }) => [hardware.key, setting.key, value] as const);
    }),
  );

describe('settings on the wire', () => {
  it.each(legal)('%s reports %s %s as it was written', (_hardware, key, value) => {
    const { reported } = writeAndReport(initialState, { [key]: value });
    expect(reported.report.settings?.[key]).toBe(value);
  });

  it('are sent with what the device reported last, so that writing one leaves the others alone', () => {
    const intervals = { type: 'intervals' as const, heartbeat: 0x8000_010e, upload: 5, lazyUpload: 1800 };
    const { state } = report(initialState, { command: 'configuration', items: [intervals] });
    expect(writeAndReport(state, { trackingInterval: 60 }).written).toEqual({
      command: 'configuration',
      items: [{ ...intervals, upload: 60 }],
    });
  });

  it('are sent with what was written last on the connection', () => {
    const { sent } = writeAndReport(initialState, { heartbeatInterval: 30 });
    expect(writeAndReport(sent.state, { trackingInterval: 60 }).reported.report.settings).toEqual({
      heartbeatInterval: 30,
      trackingInterval: 60,
    });
  });

  it('are sent with the documented defaults when nothing is known of the device', () => {
    expect(writeAndReport(initialState, { heartbeatInterval: 10 }).written).toMatchObject({
      items: [{ type: 'intervals', heartbeat: 0x8000_0000 + 600, upload: 300, lazyUpload: 3600 }],
    });
  });

  it('of one device are not sent to the next that speaks on the same connection', () => {
    const { sent } = writeAndReport({ ...initialState, identity }, { trackingInterval: 60 });
    const next: EviewMessage = { command: 'data', items: [{ type: 'deviceId', id: '862311065495895' }] };
    expect(report(sent.state, next).state.intervals).toBeNull();
  });

  it('turn signs of life off without forgetting how often they were', () => {
    const { sent, reported } = writeAndReport(initialState, { heartbeatInterval: 0 });
    expect(reported.report.settings).toMatchObject({ heartbeatInterval: 0 });
    expect(sent.state.intervals?.heartbeat).toBe(300);
  });

  it.each([-1, 0.5, 40_321, '60', true])(
    'are not sent with the value %j, which the wire cannot hold',
    (value) => {
      const sent = send(initialState, { kind: 'writeSettings', values: { trackingInterval: value } });
      expect(sent).toMatchObject({
        type: 'unsupported',
        reason: expect.stringContaining('trackingInterval'),
      });
    },
  );

  it.each([0, 40_320])('are sent with the value %j', (value) => {
    expect(send(initialState, { kind: 'writeSettings', values: { trackingInterval: value } }).type).toBe(
      'sent',
    );
  });

  it('that the protocol does not know are refused, also under names that every object has', () => {
    for (const key of ['volume', 'toString'])
      expect(send(initialState, { kind: 'writeSettings', values: { [key]: 1 } }).type).toBe('unsupported');
  });

  it('say which of them travel together', () => {
    expect(eviewWireGroups).toEqual({ heartbeatInterval: 'intervals', trackingInterval: 'intervals' });
  });

  it('are not reported by a report that does not hold them', () => {
    const { report: said } = report(initialState, {
      command: 'configuration',
      items: [
        { type: 'battery', level: 255, millivolts: 3746 },
        { type: 'unknown', key: 0x99, value: 'aa' },
      ],
      tail: '0901',
    });
    expect(said.settings).toBeUndefined();
    expect(said.samples).toMatchObject([
      { metyId: 18, battery: { millivolts: 3746 }, unknown: { item99: 'aa', tail: '0901' } },
    ]);
  });
});
