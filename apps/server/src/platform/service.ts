/**
 * Something that runs: a gateway, the processing runner, the job scheduler. app.ts starts services in its order
 * and stops them in the reverse one.
 */
export interface Service {
  name: string;
  /** Resolves when it works; rejects when it cannot (a port in use). */
  start(): Promise<void>;
  /** Takes nothing new, finishes what it has begun, and lets go of everything. */
  stop(): Promise<void>;
  /** Whether it can do its work right now; without: it can whenever it runs. */
  isHealthy?(): boolean;
}
