import type { Behaviour, CreateBehaviour, Given } from './behaviour.ts';
import { falls } from './falls.ts';
import { losesSignal } from './loses-signal.ts';
import { measures } from './measures.ts';
import { pressesSos } from './presses-sos.ts';
import { runsOutOfBattery } from './runs-out-of-battery.ts';
import { sendsBacklog } from './sends-backlog.ts';
import { sendsGarbage } from './sends-garbage.ts';
import { stays } from './stays.ts';
import { talksOnly } from './talks-only.ts';
import { walks } from './walks.ts';
import { wandersOff } from './wanders-off.ts';
import { watchesHome } from './watches-home.ts';

/** The behaviours of each name in a fleet file. A device that presses a button also does its ordinary reporting. */
const lives = {
  walks: [talksOnly, walks],
  stays: [talksOnly, stays],
  walksMeasured: [talksOnly, walks, measures],
  staysMeasured: [talksOnly, stays, measures],
  pressesSos: [talksOnly, stays, pressesSos],
  falls: [talksOnly, walks, falls],
  runsOutOfBattery: [talksOnly, stays, runsOutOfBattery],
  losesSignal: [talksOnly, walks, losesSignal],
  sendsBacklog: [talksOnly, stays, sendsBacklog],
  sendsGarbage: [talksOnly, stays, sendsGarbage],
  wandersOff: [talksOnly, wandersOff],
  talksOnly: [talksOnly],
  watchesHome: [talksOnly, watchesHome],
} as const satisfies { [name: string]: readonly CreateBehaviour[] };

export type BehaviourName = keyof typeof lives;

export const behaviourNames = Object.keys(lives) as readonly BehaviourName[];

/** All behaviours of a device with this name in its fleet file. */
export function createBehaviours(name: BehaviourName, given: Given): Behaviour[] {
  return lives[name].map((create) => create(given));
}

export function isBehaviourName(name: unknown): name is BehaviourName {
  return typeof name === 'string' && Object.hasOwn(lives, name);
}
