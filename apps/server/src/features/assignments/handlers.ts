import type { api } from '@varde/contract/api';
import { recordAudit } from '#domain/audit/audit.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { lockDevice } from '#domain/devices/find-device.ts';
import { beginAssignment, findCustomer, hasOpenAlarm } from '#domain/devices/hand-over.ts';
import { deviceEvent } from '#domain/events.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Handlers } from '#platform/http/handlers.ts';

export function assignmentHandlers({
  db,
  bus,
  clock,
}: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>): Handlers<(typeof api)['assignments']> {
  return {
    async assignDevice({ params: { deviId }, body: { custId } }, caller) {
      const scope = caller.scopeOf('DEVICE_ORGANIZATION');
      const at = new Date(clock.now());
      const customer = await commitAndPublish({ db, bus }, async (tx, changes) => {
        const before = await lockDevice(tx, scope, deviId);
        const customer = await findCustomer(tx, scope, custId);
        if (before === undefined || customer === undefined) throw new AppError('notFound');
        if (await hasOpenAlarm(tx, { deviId, custId: before.custId })) throw new AppError('openAlarm');
        const now = await beginAssignment(tx, { deviId, custId, at });
        const about = { at, by: caller, subject: { kind: 'device' as const, id: deviId } };
        // One entry for each side: a customer reads its own alone.
        if (before.custId !== custId)
          await recordAudit(tx, { ...about, action: 'assignment.ended', custId: before.custId });
        await recordAudit(tx, { ...about, action: 'assignment.begun', custId, after: { custId } });
        changes.publish(deviceEvent(now, customer.firmName, before.custId));
        return customer;
      });
      return { deviId, ...customer, beginsAt: at.getTime() };
    },
  };
}
