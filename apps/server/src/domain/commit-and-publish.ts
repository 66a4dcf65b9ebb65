import type { IdentityName, LiveEvent } from '@varde/contract/events';
import type { Bus } from '#platform/bus.ts';
import type { Database } from '#platform/database.ts';

/** What a transaction has changed, as those who watch hear of it. */
export interface Changes {
  publish(...events: readonly LiveEvent[]): void;
  /** A command was written for this device: processing hands it over if the device is connected. */
  commandsOf(deviId: number): void;
  /** The identity was given to a device, taken from it, or has another secret: who speaks under it begins anew. */
  identity(name: IdentityName): void;
}

/**
 * The one way in which a change becomes visible: the work is done in a transaction of its own, and its events are
 * published after the commit, or never. Rows are locked before their `rev` is taken, and travel whole, so that of two
 * states of one row the higher `rev` is the later one, in whatever order two publishers come.
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
