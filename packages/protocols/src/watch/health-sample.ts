import { metyId } from '@varde/catalogue/message-types';
import type { ReportedHealth, Sample } from '@varde/catalogue/report';
import { present } from '../present.ts';
import type { MessageOf, WatchMessage } from './messages/message.ts';

export type HealthMessage = MessageOf<'bloodPressure' | 'pulse' | 'oxygen' | 'temperature'>;

/** What a living person can show; watches send 0 or 1 for "no reading" and "out of range". */
const limits = {
  heartRate: [20, 300],
  systolic: [30, 300],
  diastolic: [20, 250],
  spo2: [30, 100],
  temperature: [20, 50],
} as const satisfies Record<keyof ReportedHealth, readonly [number, number]>;

/** A measurement, stamped with its arrival because it carries no time. Without any reading it is a sign of life. */
export function healthSample(message: HealthMessage): Sample {
  const measured = Object.entries(valuesOf(message)).filter(([, value]) => value !== undefined);
  const health: ReportedHealth = {};
  const unknown: Record<string, string> = {};
  for (const [key, value] of measured) {
    if (isHealthKey(key) && value >= limits[key][0] && value <= limits[key][1]) health[key] = value;
    else if (value > 1) unknown[key] = String(value);
  }
  const hasReading = Object.keys(health).length > 0;
  return present({
    metyId: hasReading ? metyId.healthReading : metyId.heartbeat,
    events: [],
    at: null,
    historical: false,
    health: hasReading ? health : undefined,
    unknown: Object.keys(unknown).length > 0 ? unknown : undefined,
  });
}

export function isHealthMessage(message: WatchMessage): message is HealthMessage {
  return ['bloodPressure', 'pulse', 'oxygen', 'temperature'].includes(message.type);
}

function valuesOf(message: HealthMessage): ReportedHealth {
  switch (message.type) {
    case 'bloodPressure':
      return present({
        systolic: message.systolic,
        diastolic: message.diastolic,
        heartRate: message.pulse,
      });
    case 'pulse':
      return present({ heartRate: message.bpm });
    case 'oxygen':
      return present({ spo2: message.percent });
    case 'temperature':
      return present({ temperature: message.degrees });
  }
}

function isHealthKey(key: string): key is keyof ReportedHealth {
  return key in limits;
}
