import type { SensorEventConfig } from './sensor-event-config.ts';

/**
 * Commands to a unit about its sensors. A sensor is named by its gateway id. The unit itself ends local learning and a
 * walk test after `seconds`.
 */
export type SensorCommand =
  | { kind: 'syncSensors' }
  | { kind: 'startLearning'; seconds: number }
  | { kind: 'stopLearning' }
  | { kind: 'startWalkTest'; seconds: number }
  | { kind: 'stopWalkTest' }
  | { kind: 'addSensor'; gatewayId: string; name: string }
  | { kind: 'editSensor'; gatewayId: string; changes: SensorChanges }
  | { kind: 'deleteSensor'; gatewayId: string }
  /** To a watch: take a base station that it hears. */
  | { kind: 'connectBaseStation'; gatewayId: string }
  /** A picture, now. It comes in a message of its own, after the confirmation or with it. */
  | { kind: 'captureImage'; gatewayId: string };

export interface SensorChanges {
  name?: string;
  typeCode?: string;
  functionCode?: string;
  functionType?: string | null;
  eventConfig?: SensorEventConfig;
}

interface SensorCommandLife {
  kind: SensorCommand['kind'];
  /** Seconds after which it is no longer sent. */
  expirySeconds: number;
  maxTries: number;
}

const day = 86_400;

/**
 * Somebody waits beside the sensors while they learn or are tested, and in front of a picture: what comes late is of no
 * use.
 */
export const sensorCommands = [
  { kind: 'syncSensors', expirySeconds: day, maxTries: 3 },
  { kind: 'startLearning', expirySeconds: 120, maxTries: 3 },
  { kind: 'stopLearning', expirySeconds: 600, maxTries: 3 },
  { kind: 'startWalkTest', expirySeconds: 120, maxTries: 3 },
  { kind: 'stopWalkTest', expirySeconds: 600, maxTries: 3 },
  { kind: 'addSensor', expirySeconds: day, maxTries: 3 },
  { kind: 'editSensor', expirySeconds: day, maxTries: 3 },
  { kind: 'deleteSensor', expirySeconds: day, maxTries: 3 },
  { kind: 'connectBaseStation', expirySeconds: day, maxTries: 3 },
  { kind: 'captureImage', expirySeconds: 120, maxTries: 3 },
] as const satisfies readonly SensorCommandLife[];

export const sensorCommandOfKind = (kind: string): SensorCommandLife | undefined =>
  sensorCommands.find((command) => command.kind === kind);

/** How long a unit learns new sensors, and how long it tests their signals, in seconds. */
export const learningSeconds = 180;
export const walkTestSeconds = 1800;
