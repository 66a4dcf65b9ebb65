import { metyId } from '@varde/catalogue/message-types';
import type { ReportedHealth, Sample } from '@varde/catalogue/report';
import { KeptFields } from '../kept-fields.ts';
import { present } from '../present.ts';
import { completeSample } from '../report-limits.ts';
import type { MessageOf, WatchMessage } from './messages/message.ts';

export type HealthMessage = MessageOf<'bloodPressure' | 'pulse' | 'oxygen' | 'temperature'>;

/** A measurement, stamped with its arrival because it carries no time. Without any reading it is a sign of life. */
export function healthSample(message: HealthMessage): Sample {
  const kept = new KeptFields();
  const health: ReportedHealth = {};
  for (const [key, said] of Object.entries(valuesOf(message)) as [keyof ReportedHealth, number][]) {
    // 0 and 1 are "no reading" and "out of range".
    const value = said === 0 || said === 1 ? undefined : kept.within(key, said);
    if (value !== undefined) health[key] = value;
  }
  if (message.type === 'bloodPressure' && message.unread) kept.keepAs(message.word, message.unread);
  const hasReading = Object.keys(health).length > 0;
  const sample = present({
    metyId: hasReading ? metyId.healthReading : metyId.heartbeat,
    events: [],
    at: null,
    historical: false,
    health: hasReading ? health : undefined,
  });
  return completeSample(sample, kept);
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
