import { deviceActionOfKind, deviceActions } from './device-actions.ts';
import type { DeviceCommand } from './report.ts';
import { sensorCommandOfKind, sensorCommands } from './sensor-commands.ts';

/** A command without an answer after this time is sent again. */
export const answerMs = 30_000;

/** Decisions, "Settings reach the device": three tries or 24 hours. */
const settingsLife = { expirySeconds: 86_400, maxTries: 3 };

export const commandKinds: readonly DeviceCommand['kind'][] = [
  'writeSettings',
  ...deviceActions.map(({ kind }) => kind),
  ...sensorCommands.map(({ kind }) => kind),
];

/** Lifetime of a command, and its number of sends without an answer. */
export function commandLife(kind: DeviceCommand['kind']): { expirySeconds: number; maxTries: number } {
  return deviceActionOfKind(kind) ?? sensorCommandOfKind(kind) ?? settingsLife;
}
