import type { Random } from '../random.ts';
import type { Place } from '../streets/place.ts';

/**
 * Kinds of messages that a device sends unprompted. `sensors`: a home unit reports of its sensors and asks for commands;
 * `door`: somebody went out by the door that a sensor watches. `messageRead`: the wearer of a watch has read what its
 * display shows.
 */
export type SignalKind =
  | 'heartbeat'
  | 'position'
  | 'sos'
  | 'fall'
  | 'lowBattery'
  | 'powerOff'
  | 'health'
  | 'messageRead'
  | 'sensors'
  | 'door';

/** An observation that the device kept instead of sending it. */
export interface KeptMoment {
  /** Unix milliseconds UTC. */
  at: number;
  place: Place;
}

export type Action =
  | { type: 'say'; kind: SignalKind }
  /** The device has moved. It reports this only with its next message. */
  | { type: 'move'; place: Place; speed: number; course: number; steps: number }
  /** Percent 0…100 */
  | { type: 'battery'; level: number; charging: boolean }
  | { type: 'leaveCoverage' }
  | { type: 'enterCoverage' }
  | { type: 'switchOff' }
  | { type: 'switchOn' }
  /** Earlier positions, sent in one go. */
  | { type: 'backlog'; moments: KeptMoment[] }
  /** Bytes that are not a message. */
  | { type: 'garbage'; bytes: Uint8Array };

/** The activity of a device. It knows its own state and the time, and no socket. */
export interface Behaviour {
  /** Milliseconds from switching on to the first step. */
  firstWait: number;
  step(now: number): Step;
}

export interface Step {
  actions: Action[];
  /** Milliseconds until the next step. */
  wait: number;
}

/** The initial state of a behaviour. */
export interface Given {
  random: Random;
  home: Place;
  /** Milliseconds; for behaviours that raise alarms, so that a fleet can take turns. */
  alarms: { first: number; every: number };
}

export type CreateBehaviour = (given: Given) => Behaviour;
