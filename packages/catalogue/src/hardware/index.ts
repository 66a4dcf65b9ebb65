import { analogTurbo } from './analog-turbo.ts';
import { app } from './app.ts';
import type { Capabilities } from './capabilities.ts';
import { eliza } from './eliza.ts';
import { gtxSole } from './gtx-sole.ts';
import { help } from './help.ts';
import { home } from './home.ts';
import { homeDt35 } from './home-dt35.ts';
import { homeMax } from './home-max.ts';
import { homeStcb1 } from './home-stcb1.ts';
import { homeStcb3 } from './home-stcb3.ts';
import { trackFour } from './track-four.ts';
import { trackOne } from './track-one.ts';
import { trackThree } from './track-three.ts';
import { trackTwo } from './track-two.ts';
import { triggerFive } from './trigger-five.ts';
import { triggerFour } from './trigger-four.ts';
import { triggerOne } from './trigger-one.ts';
import { triggerThree } from './trigger-three.ts';
import { triggerThreeE } from './trigger-three-e.ts';
import { triggerTwo } from './trigger-two.ts';
import { triggerTwo4G } from './trigger-two-4g.ts';
import type { DeviceProtocol, Hardware } from './types.ts';
import { watchFive } from './watch-five.ts';
import { watchFour } from './watch-four.ts';
import { watchOne } from './watch-one.ts';
import { watchSeven } from './watch-seven.ts';
import { watchSix } from './watch-six.ts';
import { watchThree } from './watch-three.ts';
import { watchTwo } from './watch-two.ts';
import { watchTwo4G } from './watch-two-4g.ts';

/** Ordered by number. A new kind of hardware is its file and a line here. */
const entries = [
  triggerOne,
  app,
  trackOne,
  triggerTwo,
  triggerThree,
  analogTurbo,
  trackThree,
  watchOne,
  home,
  watchTwo,
  triggerFour,
  triggerFive,
  watchThree,
  help,
  triggerThreeE,
  homeDt35,
  triggerTwo4G,
  watchFour,
  trackTwo,
  homeMax,
  gtxSole,
  watchFive,
  watchSix,
  trackFour,
  homeStcb1,
  homeStcb3,
  watchSeven,
  eliza,
  watchTwo4G,
] as const;

type Entry = (typeof entries)[number];

/** The number of a known kind of hardware. */
export type HardwareId = Entry['dehaId'];

/** The icon keys in use, so that the console's map of drawings is complete. */
export type HardwareIcon = Entry['icon'];

/** The name of a known kind in code. */
export type HardwareKey = Entry['key'];

/** The names of the kinds with this protocol. */
export type HardwareKeyOf<P extends DeviceProtocol> = Extract<Entry, { protocol: P }>['key'];

type Has<C extends keyof Capabilities> = { capabilities: { [K in C]: true | object } };

/** The protocols of the hardware that has this capability. */
export type ProtocolWith<C extends keyof Capabilities> = Extract<Entry, Has<C>>['protocol'];

export type KnownHardware = Hardware & { dehaId: HardwareId; key: HardwareKey; icon: HardwareIcon };

/** Every kind of hardware, ordered by number. */
export const hardwareList: readonly KnownHardware[] = entries;

const byId: ReadonlyMap<number, KnownHardware> = new Map(hardwareList.map((hardware) => [hardware.dehaId, hardware]));

/** The hardware with this number, or undefined for an unknown number (0 and -1 are not hardware). */
export function hardwareById(dehaId: number): KnownHardware | undefined {
  return byId.get(dehaId);
}

/** The hardware that can scan for wifi networks. */
export const wifiHardware: readonly HardwareId[] = hardwareList
  .filter(({ capabilities }) => capabilities.wifiScan !== null)
  .map(({ dehaId }) => dehaId);
