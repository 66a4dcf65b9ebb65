/**
 * A part that is started and stopped: a gateway, the processing runner, the job scheduler. app.ts defines the
 * order of starting and stopping.
 */
export interface Service {
  name: string;
  /** Resolves when it works; rejects when it cannot (a port in use). */
  start(): Promise<void>;
  /** Accepts nothing new, finishes its work, and releases everything. May be called without a start. */
  stop(): Promise<void>;
  /** Whether it can do its work right now; without: it can whenever it runs. */
  isHealthy?(): boolean;
}
