import fc from 'fast-check';
import type { ControlItem } from '../eview/messages/control-items.ts';
import type { DataItem } from '../eview/messages/data-items.ts';
import { buildFrame, type EviewMessage } from '../eview/messages/message.ts';
import { toHex } from '../hex.ts';
import { configurationItemArbitraries } from './eview-configuration-items.ts';
import { dataItemArbitraries, identity } from './eview-data-items.ts';
import { item, text, u8, u16, unknownItem } from './eview-values.ts';

const controlByType = {
  factoryReset: item('factoryReset', {}),
  reboot: item('reboot', {}),
  findMe: item('findMe', {}),
  textResult: item('textResult', { kind: u8, text }, false),
  firmwareUpdate: item('firmwareUpdate', { url: text }, false),
  unknown: unknownItem,
} satisfies Record<ControlItem['type'], fc.Arbitrary<unknown>>;

export const controlItemArbitraries = Object.entries(controlByType) as [string, fc.Arbitrary<ControlItem>][];

function items<T>(arbitraries: readonly [string, fc.Arbitrary<T>][]): fc.Arbitrary<T[]> {
  return fc.array(fc.oneof(...arbitraries.map(([, arbitrary]) => arbitrary)), { maxLength: 8 });
}

const deviceId = fc.record({ type: fc.constant('deviceId' as const), id: identity });

/** Messages of every command, as a device or the server may send them. */
export const eviewMessages: fc.Arbitrary<EviewMessage> = fc.oneof(
  fc.record({
    command: fc.constantFrom('data' as const, 'services' as const),
    items: fc.tuple(deviceId, items(dataItemArbitraries)).map(([id, rest]): DataItem[] => [id, ...rest]),
  }),
  fc.record({ command: fc.constant('configuration' as const), items: items(configurationItemArbitraries) }),
  fc.record({ command: fc.constant('systemControl' as const), items: items(controlItemArbitraries) }),
  fc.record({ command: fc.constant('response' as const), code: u8 }),
  fc.record({
    command: fc.constant('other' as const),
    code: fc.integer({ min: 0x05, max: 0x7e }),
    body: fc.uint8Array({ maxLength: 60 }).map((bytes) => toHex(bytes)),
  }),
);

export const eviewFrames: fc.Arbitrary<Uint8Array> = fc
  .tuple(eviewMessages, u16, fc.boolean())
  .map(([message, sequence, wantsAck]) => buildFrame(message, sequence, wantsAck));
