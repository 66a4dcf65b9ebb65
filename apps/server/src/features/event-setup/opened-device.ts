import { mayOpenEventSetup } from '@varde/catalogue/device-functions';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';

/** Throws `notFound`, and `notAllowed` for a device that has no list of its own (specification 1, section 6). */
export function openedDevice(caller: Caller, device: DeviceRecord | undefined): DeviceRecord {
  if (device === undefined) throw new AppError('notFound');
  const viewer = { ...caller, may: () => true };
  if (!mayOpenEventSetup(viewer, device)) throw new AppError('notAllowed');
  return device;
}
