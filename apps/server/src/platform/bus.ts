import type { Downlink, LiveEvent, Uplink, UplinkVerdict } from '@varde/contract/events';
import { withReach } from './reach.ts';

/**
 * Where gateway, processing, features and live meet. Each side knows this interface only, so that they can run
 * in one process or in many.
 */
export interface Bus {
  /**
   * Resolves when the uplink is durable, with what became of it; rejects when it is not durable: with an
   * `UnprocessableUplink` when another try would fail as well.
   */
  publishUplink(uplink: Uplink): Promise<UplinkVerdict>;
  /** Processing takes uplinks here. One consumer. */
  onUplink(consume: (uplink: Uplink) => Promise<UplinkVerdict>): void;

  /** Fire and forget: the command stays pending in the database until the device has confirmed it. */
  publishDownlink(downlink: Downlink): void;
  onDownlink(listener: (downlink: Downlink) => void): void;

  /** Somebody wrote a command for this device: processing hands it over if the device is connected. */
  publishCommandsChanged(deviId: number): void;
  onCommandsChanged(listener: (deviId: number) => void): void;

  /** After the commit, never before. */
  publishEvents(events: readonly LiveEvent[]): void;
  onEvents(listener: (events: readonly LiveEvent[]) => void): void;
}

/** The uplink itself makes processing fail. It was put aside to be looked at. */
export class UnprocessableUplink extends Error {}

/**
 * The bus within one process. Listeners run at once and must not throw. They do the server's own work, however far that
 * of the one who publishes reaches.
 */
export function createInProcessBus(): Bus {
  let consumeUplink: ((uplink: Uplink) => Promise<UplinkVerdict>) | null = null;
  const downlinkListeners: ((downlink: Downlink) => void)[] = [];
  const commandListeners: ((deviId: number) => void)[] = [];
  const eventListeners: ((events: readonly LiveEvent[]) => void)[] = [];
  return {
    publishUplink: (uplink) =>
      withReach('all', () => consumeUplink?.(uplink)) ??
      Promise.reject(new Error('nobody processes uplinks yet')),
    onUplink: (consume) => {
      consumeUplink = consume;
    },
    publishDownlink: (downlink) => {
      withReach('all', () => {
        for (const listener of downlinkListeners) listener(downlink);
      });
    },
    onDownlink: (listener) => {
      downlinkListeners.push(listener);
    },
    publishCommandsChanged: (deviId) => {
      withReach('all', () => {
        for (const listener of commandListeners) listener(deviId);
      });
    },
    onCommandsChanged: (listener) => {
      commandListeners.push(listener);
    },
    publishEvents: (events) => {
      if (events.length === 0) return;
      withReach('all', () => {
        for (const listener of eventListeners) listener(events);
      });
    },
    onEvents: (listener) => {
      eventListeners.push(listener);
    },
  };
}
