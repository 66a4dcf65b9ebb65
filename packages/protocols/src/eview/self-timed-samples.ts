import { metyId } from '@varde/catalogue/message-types';
import type { Sample } from '@varde/catalogue/report';
import { deviceTime } from './device-time.ts';
import type { DataItem } from './messages/data-items.ts';
import { timedSample } from './sample-draft.ts';

type SelfTimed = Extract<DataItem, { type: 'call' | 'steps' | 'activity' | 'bark' | 'heartRate' | 'spo2' }>;

/** The samples of an item that brings its own time. */
export function selfTimedSamples(item: SelfTimed): Sample[] {
  switch (item.type) {
    case 'steps':
      return [timedSample(metyId.steps, item.time, { steps: item.steps })];
    case 'activity':
      return item.entries.map(({ time, value }) =>
        timedSample(metyId.technical, time, { unknown: { activity: String(value) } }),
      );
    case 'bark': {
      const code = item.count >= 0x8000_0000 ? 'barkStopped' : 'bark';
      const events = [{ metyId: metyId.technical, code, at: deviceTime(item.time) }];
      const unknown = { barkCount: String(item.count % 0x8000_0000) };
      return [timedSample(metyId.technical, item.time, { events, unknown })];
    }
    case 'heartRate':
      return [healthSample(item.time, item.bpm > 1 ? { heartRate: item.bpm } : undefined)];
    case 'spo2': {
      const plausible = item.percent > 1 && item.percent <= 100;
      return [healthSample(item.time, plausible ? { spo2: item.percent } : undefined)];
    }
    case 'call':
      return [callSample(item)];
  }
}

function healthSample(seconds: number, health: Sample['health']): Sample {
  return timedSample(metyId.healthReading, seconds, health ? { health } : { unknown: { reading: 'none' } });
}

function callSample(item: Extract<DataItem, { type: 'call' }>): Sample {
  const unknown = {
    callStatus: String(item.status),
    callSeconds: String(item.duration),
    callResult: String(item.result),
    callNumber: item.number,
  };
  return timedSample(metyId.call, item.time, { unknown });
}
