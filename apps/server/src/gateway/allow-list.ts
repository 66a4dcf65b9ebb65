import type { Log } from '#platform/log/log.ts';
import { Networks } from '#platform/net/networks.ts';
import { MinuteReport } from './minute-report.ts';

/** Networks that may use a device port; empty: all addresses. */
export class AllowList {
  readonly #networks: Networks | null;
  readonly #refused: MinuteReport;

  constructor(networks: readonly string[], protocol: string, log: Log) {
    this.#networks = networks.length === 0 ? null : new Networks(networks);
    this.#refused = new MinuteReport(log, protocol, 'connections from networks that the port is not for were refused');
  }

  admits(address: string): boolean {
    if (this.#networks?.includes(address) ?? true) return true;
    this.#refused.add(address);
    return false;
  }

  /** Logs refusals, at most once a minute. `now` is a reading of the monotonic clock. */
  report(now: number): void {
    this.#refused.write(now);
  }
}
