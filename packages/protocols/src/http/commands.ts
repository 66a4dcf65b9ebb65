import type { Confirmation, DeviceCommand } from '@varde/catalogue/report';
import { type SensorCommand, sensorCommandOfKind } from '@varde/catalogue/sensor-commands';
import { asText, isObject } from '../json.ts';
import { printableName } from '../printable.ts';
import { booleanValue } from '../text-values.ts';

/** Whether the protocol has words for a command: those about sensors. */
export const carriesCommand = (command: DeviceCommand): command is SensorCommand =>
  sensorCommandOfKind(command.kind) !== undefined;

/** The body of an answer that gives the device a command. The device confirms it with the same `ref`. */
export function writeCommand({ kind, ...values }: SensorCommand, ref: string): string {
  return JSON.stringify({ commands: [{ ref, command: kind, ...values }] });
}

/** The commands in the body of an answer; the reverse of `writeCommand`, for devices. Empty for any other body. */
export function readCommands(body: string): { ref: string; command: SensorCommand }[] {
  const content: unknown = body === '' ? null : JSON.parse(body);
  const commands: unknown = isObject(content) ? content.commands : [];
  if (!Array.isArray(commands)) return [];
  return commands.flatMap((entry: unknown) => {
    if (!isObject(entry)) return [];
    const { ref, command: kind, ...values } = entry;
    if (typeof ref !== 'string' || sensorCommandOfKind(asText(kind)) === undefined) return [];
    return [{ ref, command: { kind, ...values } as SensorCommand }];
  });
}

const maxConfirmations = 50;
const longestDetail = 100;

/** The answers of a device to commands. One without a usable `ref`, or without an outcome, is none. */
export function readConfirmations(given: unknown): Confirmation[] {
  if (!Array.isArray(given)) return [];
  return given.slice(0, maxConfirmations).flatMap((entry: unknown): Confirmation[] => {
    if (!isObject(entry)) return [];
    const { detail } = entry;
    const [ref, ok] = [asText(entry.ref ?? ''), booleanValue(entry.ok)];
    if (ref === '' || ref.length > 40 || ok === undefined) return [];
    const words = typeof detail === 'string' ? printableName(detail).slice(0, longestDetail) : '';
    return [words === '' ? { ref, ok } : { ref, ok, detail: words }];
  });
}
