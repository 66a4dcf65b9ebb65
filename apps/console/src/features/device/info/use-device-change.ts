import { useQueryClient } from '@tanstack/react-query';
import type { DeviceDetail } from '@varde/contract/devices';
import { deviceQuery } from '#data/live/device-query.ts';
import { useFormSubmit } from '#domain/errors/use-submit.ts';

/** Sends a change of a device and shows the state that the server returns. */
export function useDeviceChange({ deviId }: DeviceDetail) {
  const cache = useQueryClient();
  const { submit, busy, errors, failure } = useFormSubmit();
  async function change(send: () => Promise<Partial<DeviceDetail>>): Promise<void> {
    const saved = await submit(send);
    if (saved === undefined) return;
    cache.setQueryData(deviceQuery(deviId).queryKey, (device) => device && { ...device, ...saved });
  }
  return { change, busy, errors, failure };
}
