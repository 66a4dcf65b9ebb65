import { mayOpenEventSetup } from '@varde/catalogue/device-functions';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';

/** Throws `notFound`, and `notAllowed` for a device that has no list of its own (specification 1, section 6). */
export function openedDevice(caller: Caller, device: DeviceRecord | undefined): DeviceRecord {
  if (device === undefined) throw new AppError('notFound');
  if (!hasOwnSetup(caller, device)) throw new AppError('notAllowed');
  return device;
}

/** Whether the device can have a list of its own; who may open it is decided by the scope in which it was found. */
export const hasOwnSetup = (caller: Caller, device: DeviceRecord): boolean =>
  mayOpenEventSetup({ ...caller, may: () => true }, device);
