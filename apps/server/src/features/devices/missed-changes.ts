import type { Bus } from '#platform/bus/bus.ts';

/**
 * Changes of other processes that subscribers may not have been told of. Revisions do not show them: a subscriber may
 * have been told of a later one.
 */
export class MissedChanges {
  #times = 0;
  #seen = 0;
  #upTo = -1;

  constructor(bus: Pick<Bus, 'onMissed'>) {
    bus.onMissed(() => {
      this.#times += 1;
    });
  }

  /**
   * Whether a subscriber that was told of changes up to `since` may lack earlier ones. `latest` asks for the present
   * revision: all subscribers were disconnected when changes were missed, so that none of them has a later one.
   */
  async mayPrecede(since: number, latest: () => Promise<number>): Promise<boolean> {
    const times = this.#times;
    if (this.#seen < times) {
      this.#upTo = Math.max(this.#upTo, await latest());
      this.#seen = times;
    }
    return since <= this.#upTo;
  }
}
