import type { UplinkOrigin } from '@varde/contract/events';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { metrics } from '#platform/log/metrics.ts';
import type { AddressGuard } from './address-guard.ts';
import { MinuteReport } from './minute-report.ts';
import type { UplinkPublisher } from './uplink-publisher.ts';

interface Refused {
  /** Why it could not be read: short, stable, without device data. */
  reason: string;
  /** The device that it names, or that used the connection before; null: unknown. */
  identity: string | null;
  /** Its bytes, without secrets. Asked only for a message that is recorded. */
  raw: () => Uint8Array;
}

/**
 * What a port could not read. All of it is counted and logged; a limited number for each address is recorded, for the
 * administrator.
 */
export class MalformedMessages {
  readonly #guard: AddressGuard;
  readonly #publisher: UplinkPublisher;
  readonly #clock: Clock;
  readonly #report: MinuteReport;

  constructor(
    { guard, publisher, clock, log }: { guard: AddressGuard; publisher: UplinkPublisher; clock: Clock; log: Log },
    protocol: string,
  ) {
    this.#guard = guard;
    this.#publisher = publisher;
    this.#clock = clock;
    this.#report = new MinuteReport(log, protocol, 'messages could not be read');
  }

  count({ protocol, remoteAddress }: UplinkOrigin, reason: string): void {
    metrics.malformed.inc({ protocol, reason });
    this.#report.add(remoteAddress);
  }

  /** Counts it too. Resolves with whether that is all that was to be done: recorded, or beyond what is recorded of its address. */
  async record(origin: UplinkOrigin, { reason, identity, raw }: Refused): Promise<boolean> {
    this.count(origin, reason);
    if (!this.#guard.takeMalformed(origin.remoteAddress, this.#clock.monotonic())) return true;
    const outcome = await this.#publisher.publish({ ...origin, kind: 'malformed', reason, identity, raw: raw() });
    return outcome !== null;
  }

  /** Logs, at most once a minute. */
  report(): void {
    this.#report.write(this.#clock.monotonic());
  }
}
