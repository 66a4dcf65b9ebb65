import type { IdentityName, LiveEvent } from '@varde/contract/events';
import type { Bus } from '#platform/bus.ts';
import type { Database } from '#platform/database.ts';

/** Changes of a transaction, collected for publishing after its commit. */
export interface Changes {
  publish(...events: readonly LiveEvent[]): void;
  /** A command was queued for this device: processing sends it if the device is connected. */
  commandsOf(deviId: number): void;
  /** The identity was added to a device, removed from it, or has a new secret: its connections must identify again. */
  identity(name: IdentityName): void;
}

/**
 * The only way to publish a change: runs the work in a transaction of its own; its events are published after the
 * commit, or never. Rows are locked before their `rev` is assigned, and published whole, so that of two states of one
 * row the higher `rev` is the later one, in any order of publication.
 */
export async function commitAndPublish<Result>(
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
  const result = await db.transaction((tx) => work(tx, changes));
  if (events.length > 0) bus.publishEvents(events);
  for (const name of renamed) bus.publishIdentityChanged(name);
  for (const deviId of commanded) bus.publishCommandsChanged(deviId);
  return result;
}
