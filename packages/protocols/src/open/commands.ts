import { beginningOf } from '@varde/catalogue/beginning-of';
import type { Confirmation, DeviceCommand } from '@varde/catalogue/report';
import { type SensorCommand, sensorCommandOfKind } from '@varde/catalogue/sensor-commands';
import type { SettingValues } from '@varde/catalogue/settings/types';
import { asText, isObject } from '../json.ts';
import { printableName } from '../printable.ts';
import { booleanValue } from '../text-values.ts';
import { areCarried } from './settings.ts';

/** The commands that the protocol has words for. */
export type OpenCommand = SensorCommand | Extract<DeviceCommand, { kind: (typeof ownKinds)[number] }>;

/** Beside those about sensors. */
const ownKinds = ['writeSettings', 'readSettings', 'reboot', 'factoryReset'] as const;

const isOpenKind = (kind: string): boolean =>
  ownKinds.some((own) => own === kind) || sensorCommandOfKind(kind) !== undefined;

/** Whether the protocol has words for a command: those about the unit itself, its settings and its sensors. */
export const carriesCommand = (command: DeviceCommand): command is OpenCommand => isOpenKind(command.kind);

/**
 * The body of an answer that gives the device a command, which the device confirms with the same `ref`. Null: it writes
 * what is no value of a setting.
 */
export function writeCommand(command: OpenCommand, ref: string): string | null {
  const isWrite = command.kind === 'writeSettings';
  if (isWrite && !areCarried(command.values)) return null;
  const { kind, ...values } = isWrite ? { kind: command.kind, settings: command.values } : command;
  return JSON.stringify({ commands: [{ ref, command: kind, ...values }] });
}

/** The commands in the body of an answer; the reverse of `writeCommand`, for devices. Empty for any other body. */
export function readCommands(body: string): { ref: string; command: OpenCommand }[] {
  const content: unknown = body === '' ? null : JSON.parse(body);
  const commands: unknown = isObject(content) ? content.commands : [];
  if (!Array.isArray(commands)) return [];
  return commands.flatMap((entry: unknown) => {
    if (!isObject(entry)) return [];
    const { ref, command: kind, ...values } = entry;
    if (typeof ref !== 'string' || !isOpenKind(asText(kind))) return [];
    if (kind !== 'writeSettings') return [{ ref, command: { kind, ...values } as OpenCommand }];
    return isObject(values.settings) ? [{ ref, command: { kind, values: values.settings as SettingValues } }] : [];
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
    const words = typeof detail === 'string' ? beginningOf(printableName(detail), longestDetail) : '';
    return [words === '' ? { ref, ok } : { ref, ok, detail: words }];
  });
}
