import { buildFrame, type DataItem, type EviewMessage, eview } from '@varde/protocols/eview/index';
import type { Driver } from './driver.ts';
import { obey } from './eview-orders.ts';
import { recordItems } from './eview-record.ts';
import { createEviewSettings } from './eview-settings.ts';
import { type Observation, type Outgoing, recordOf, type SentRecord } from './outgoing.ts';

/** Records in one message, as in the captured backlog. */
const recordsInFrame = 50;

export interface EviewOptions {
  refusesSettings?: boolean;
  firstSequence?: number;
}

/** EV-07B: every message has a number, and is repeated under it until it is acknowledged. */
export function createEviewDriver(
  identity: string,
  { refusesSettings = false, firstSequence = 1 }: EviewOptions = {},
): Driver {
  const settings = createEviewSettings(identity);
  let framer = eview.createFramer();
  let sequence = firstSequence - 1;

  const outgoing = (message: EviewMessage, records: readonly SentRecord[]): Outgoing => {
    sequence = sequence === 0xffff ? 1 : sequence + 1;
    return { wire: buildFrame(message, sequence, true), sequence, answer: String(sequence), records };
  };
  const identified = (items: DataItem[]): DataItem[] => [{ type: 'deviceId', id: identity }, ...items];
  const heartbeat = ({ battery }: Observation): DataItem => ({
    type: 'heartbeat',
    level: Math.round(battery),
  });
  const services = (items: DataItem[], now: Observation) =>
    outgoing({ command: 'services', items: identified(items) }, [recordOf({ ...now, kind: 'heartbeat' })]);
  const data = (observations: readonly Observation[]) =>
    outgoing({ command: 'data', items: identified(observations.flatMap(recordItems)) }, observations.map(recordOf));

  return {
    greet: (now) => services([heartbeat(now), { type: 'clock' }], now),
    say: (observation) => {
      if (observation.kind === 'health') return null;
      return observation.kind === 'heartbeat' ? services([heartbeat(observation)], observation) : data([observation]);
    },
    sayAll: (observations) => chunksOf(observations, recordsInFrame).map(data),
    reset: () => {
      framer = eview.createFramer();
    },
    hear: (bytes) => {
      const heard = framer.push(bytes).map((output) => obey(output, settings, refusesSettings));
      return {
        orders: heard.flatMap(({ orders }) => orders),
        replies: heard.flatMap(({ replies }) => replies),
      };
    },
    settings: () => settings.values(),
    change: (values) => {
      settings.change(values);
      return [outgoing({ command: 'configuration', items: settings.items(Uint8Array.of()) }, []).wire];
    },
  };
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}
