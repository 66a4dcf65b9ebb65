import { queryOptions } from '@tanstack/react-query';
import { deviceDetailsOf } from '@varde/catalogue/device-details';
import type { DeviceDetail } from '@varde/contract/devices';
import { call } from '../api/call.ts';
import { queryKey } from '../api/query-options.ts';
import { withRecentFields } from './recent-changes.ts';

/** One device with the caller's abilities; the live channel patches the answer. */
export function deviceQuery(deviId: number) {
  const input = { params: { deviId } };
  return queryOptions({
    queryKey: queryKey('getDevice', input),
    queryFn: async ({ client, signal }) => withRecentFields(client, await call('getDevice', input, { signal })),
    select: withDetails,
  });
}

/** What follows from the row is derived again, since changes of the row come alone. */
const withDetails = (device: DeviceDetail): DeviceDetail => ({ ...device, ...deviceDetailsOf(device) });
