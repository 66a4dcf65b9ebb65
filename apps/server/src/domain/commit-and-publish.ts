import { setTimeout } from 'node:timers/promises';
import type { BusMessage, IdentityName, LiveEvent } from '@varde/contract/events';
import type { Bus } from '#platform/bus/bus.ts';
import { messageOf } from '#platform/bus/bus-messages.ts';
import type { Database } from '#platform/database/database.ts';
import { isConflict } from '#platform/database/sql-state.ts';

/** Changes of a transaction, collected for publishing after its commit. */
export interface Changes {
  publish(...events: readonly LiveEvent[]): void;
  /** A command was queued for this device: processing sends it if the device is connected. */
  commandsOf(deviId: number): void;
  /** The identity was added to a device, removed from it, or has a new secret: its connections must identify again. */
  identity(name: IdentityName): void;
}

/** How often work that conflicts with another transaction is begun, and for how long it is begun anew. */
const conflicts = { attempts: 5, withinMs: 5000 };

/**
 * The only way to publish a change: runs the work in a transaction of its own; its events are published after the
 * commit, or never; a bus that leads to another process sends them with it. Rows are locked before their `rev` is assigned, and published whole, so that of two states of one
 * row the higher `rev` is the later one, in any order of publication. Work that conflicts with another transaction is
 * done anew, so it changes nothing but the transaction; `attempts` says how often.
 */
export async function commitAndPublish<Result>(
  to: { db: Database; bus: Bus },
  work: (tx: Database, changes: Changes) => Promise<Result>,
  { attempts = conflicts.attempts }: { attempts?: number } = {},
): Promise<Result> {
  const began = performance.now();
  for (let left = attempts - 1; ; left -= 1)
    try {
      return await commitOnce(to, work);
    } catch (error) {
      if (!isConflict(error) || left === 0 || performance.now() - began > conflicts.withinMs) throw error;
      await setTimeout(Math.random() * 50); // both sides of a deadlock begin anew
    }
}

async function commitOnce<Result>(
  { db, bus }: { db: Database; bus: Bus },
  work: (tx: Database, changes: Changes) => Promise<Result>,
): Promise<Result> {
  const events: LiveEvent[] = [];
  const commanded = new Set<number>();
  const renamed: IdentityName[] = [];
  const changes: Changes = {
    publish: (...more) => void events.push(...more),
    commandsOf: (deviId) => void commanded.add(deviId),
    identity: (name) => void renamed.push(name),
  };
  const { sendWith } = bus;
  if (sendWith !== undefined)
    return db.transaction(async (tx) => {
      const result = await work(tx, changes);
      const messages = messagesOf({ events, commanded, renamed });
      if (messages.length > 0) await sendWith(tx, messages);
      return result;
    });
  const result = await db.transaction((tx) => work(tx, changes));
  if (events.length > 0) bus.publishEvents(events);
  for (const name of renamed) bus.publishIdentityChanged(name);
  for (const deviId of commanded) bus.publishCommandsChanged(deviId);
  return result;
}

interface Collected {
  events: readonly LiveEvent[];
  renamed: readonly IdentityName[];
  commanded: ReadonlySet<number>;
}

const messagesOf = ({ events, renamed, commanded }: Collected): BusMessage[] =>
  [
    messageOf('events', events),
    messageOf('identityChanged', renamed),
    messageOf(
      'commandsChanged',
      [...commanded].map((deviId) => ({ deviId })),
    ),
  ].filter(({ bodies }) => bodies.length > 0);
