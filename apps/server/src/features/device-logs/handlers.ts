import type { api } from '@varde/contract/api';
import { recordLook } from '#domain/audit/audit-looks.ts';
import { findDevice } from '#domain/devices/find-device.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { listCalls } from './store.ts';

export function deviceLogHandlers({
  db,
  clock,
}: Pick<FeatureDependencies, 'db' | 'clock'>): Pick<Handlers<(typeof api)['deviceLogs']>, 'listDeviceCalls'> {
  return {
    async listDeviceCalls({ params: { deviId }, query }, caller) {
      const { page, nextCursor } = await listCalls(db, caller, { deviId, ...query });
      const device = await findDevice(db, caller.scopeOf('DEVICE_LOGS'), deviId);
      // A former customer still sees the calls of its own time; for all others the device does not exist.
      if (page.length === 0 && device === undefined) throw new AppError('notFound');
      const at = new Date(clock.now());
      const owners = new Set([...page.map(({ custId }) => custId), ...(device ? [device.custId] : [])]);
      for (const custId of owners) await recordLook(db, { action: 'device.callsRead', at, by: caller, custId, deviId });
      return { calls: page.map(({ call }) => call), nextCursor };
    },
  };
}
