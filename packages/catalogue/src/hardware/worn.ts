import { type HardwareIcon, hardwareById } from './index.ts';

const worn: readonly HardwareIcon[] = ['circle-dot', 'device-watch', 'device-mobile'];

/** Whether a person wears or carries it, rather than that it is in a house or a boat. */
export const isWorn = ({ dehaId }: { dehaId: number }): boolean =>
  worn.some((icon) => icon === hardwareById(dehaId)?.icon);
