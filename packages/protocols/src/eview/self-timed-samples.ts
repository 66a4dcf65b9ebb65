import { type MessageTypeId, metyId } from '@varde/catalogue/message-types';
import type { Sample } from '@varde/catalogue/report';
import { completeSample } from '../report-limits.ts';
import { deviceTime } from './device-time.ts';
import type { DataItem } from './messages/data-items.ts';
import { openSample, type SampleDraft } from './sample-draft.ts';

type SelfTimed = Extract<DataItem, { type: 'call' | 'steps' | 'activity' | 'bark' | 'heartRate' | 'spo2' }>;

/** The samples of an item with its own time. */
export function selfTimedSamples(item: SelfTimed): Sample[] {
  switch (item.type) {
    case 'steps':
      return [timedSample(metyId.steps, item.time, ({ sample }) => Object.assign(sample, { steps: item.steps }))];
    case 'activity':
      return item.entries.map(({ time, value }) =>
        timedSample(metyId.technical, time, ({ kept }) => kept.keep('activity', value)),
      );
    case 'bark':
      return [
        timedSample(metyId.technical, item.time, ({ sample, kept }) => {
          const code = item.count >= 0x8000_0000 ? 'barkStopped' : 'bark';
          sample.events.push({ metyId: metyId.technical, code, at: deviceTime(item.time) });
          kept.keep('barkCount', item.count % 0x8000_0000);
        }),
      ];
    case 'heartRate':
      return [healthSample(item.time, 'heartRate', item.bpm)];
    case 'spo2':
      return [healthSample(item.time, 'spo2', item.percent)];
    case 'call':
      return [callSample(item)];
  }
}

function timedSample(type: MessageTypeId, seconds: number, fill: (draft: SampleDraft) => void): Sample {
  const draft = openSample(type, seconds);
  fill(draft);
  return completeSample(draft.sample, draft.kept);
}

/** 0 and 1 mean "not measured". */
function healthSample(seconds: number, name: 'heartRate' | 'spo2', said: number): Sample {
  return timedSample(metyId.healthReading, seconds, ({ sample, kept }) => {
    if (said <= 1) kept.keep('reading', 'none');
    const value = said <= 1 ? undefined : kept.within(name, said);
    if (value !== undefined) sample.health = { [name]: value };
  });
}

function callSample(item: Extract<DataItem, { type: 'call' }>): Sample {
  return timedSample(metyId.call, item.time, ({ kept }) => {
    kept.keep('callStatus', item.status);
    kept.keep('callSeconds', item.duration);
    kept.keep('callResult', item.result);
    kept.keep('callNumber', item.number);
  });
}
