import { AsyncLocalStorage } from 'node:async_hooks';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Scope } from '../caller.ts';
import { NoAnswer } from './database-unavailable.ts';
import { enterAsPayer, type PaidWork } from './paid-time.ts';

const reaches = new AsyncLocalStorage<Scope>();

/**
 * Does work on behalf of a caller with these customers: on PostgreSQL its queries see no others. The work must await
 * its queries itself: one that is returned unawaited runs only where it is awaited, outside.
 */
export const withReach = <Result>(reach: Scope, work: () => Result): Result => reaches.run(reach, work);

/** The server's own work reaches everything. */
const currentReach = (): string => {
  const reach = reaches.getStore() ?? 'all';
  return reach === 'all' ? reach : reach.join(',');
};

type OnClient = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void;
type Release = (destroy?: boolean | Error) => void;

/**
 * A pool whose connections declare the reach of the work before it begins. An additional statement only where it
 * differs from the last work on that connection. Who pays for the work pays for the time that it has the connection.
 */
export class ReachPool extends Pool {
  readonly #said = new WeakMap<PoolClient, string>();
  readonly #charges = new WeakMap<PoolClient, () => void>();

  readonly #work: PaidWork;

  constructor(config: PoolConfig, work: PaidWork) {
    super(config);
    this.#work = work;
    this.on('release', (_error, client) => {
      this.#charges.get(client)?.();
      this.#charges.delete(client);
    });
  }

  override connect(): Promise<PoolClient>;
  override connect(onClient: OnClient): void;
  override connect(onClient?: OnClient): Promise<PoolClient> | undefined {
    const connected = this.#connect(currentReach());
    if (onClient === undefined) return connected;
    connected.then(
      (client) => onClient(undefined, client, (destroy) => client.release(destroy)),
      (error: Error) => onClient(error, undefined, () => undefined),
    );
    return undefined;
  }

  async #connect(reach: string): Promise<PoolClient> {
    const leave = await enterAsPayer(this.#work);
    const client = await super.connect().catch((cause: Error) => {
      leave(0);
      throw new NoAnswer(cause.message, { cause });
    });
    const began = performance.now();
    this.#charges.set(client, () => leave(performance.now() - began));
    if (this.#said.get(client) === reach) return client;
    try {
      await client.query("select set_config('varde.reach', $1, false)", [reach]);
    } catch (error) {
      client.release(true); // its reach is unknown
      throw error;
    }
    this.#said.set(client, reach);
    return client;
  }
}
