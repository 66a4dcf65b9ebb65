import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Bus, createInProcessBus } from '../bus/bus.ts';
import { arrayText } from '../database/column-arrays.ts';
import type { Log } from '../log/log.ts';
import { partsOf } from './relay-parts.ts';

/** Notifications of PostgreSQL to the process that has gateway, processing and console. */
export const relayChannel = 'varde_relay';

/** Instead of messages that are too large: it reads what has changed. */
export const tooLarge = 'too large';

/**
 * The bus of a process with jobs alone: what its transactions publish goes to the process that has gateway, processing
 * and console, with the commit (decision 0010). Without such a process PostgreSQL forgets it.
 */
export function createRelayBus(log: Pick<Log, 'error'>): Bus {
  const sender = randomBytes(8).toString('hex');
  let number = 0;
  return {
    ...createInProcessBus(log),
    sendWith: async (tx, messages) => {
      number += 1;
      const parts = partsOf(sender, number, messages) ?? [tooLarge];
      await tx.execute(sql`select pg_notify(${relayChannel}, part) from unnest(${arrayText(parts)}::text[]) as part`);
    },
  };
}
