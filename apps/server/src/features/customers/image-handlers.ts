import type { AuditAction } from '@varde/catalogue/audit-actions';
import type { api } from '@varde/contract/api';
import { recordAudit } from '#domain/audit/audit.ts';
import { nearestImage, putImage, removeImage } from '#domain/customers/customer-images.ts';
import { findDevice } from '#domain/devices/find-device.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { redrawImage } from '#domain/images/redraw-image.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { keptImage } from '#platform/http/kept-file.ts';
import { mayEdit } from './policy.ts';
import { requireCustomer, showCustomer } from './show-customer.ts';

export type ImageCall = 'getCustomerImage' | 'getDeviceCustomerImage' | 'saveCustomerImage' | 'removeCustomerImage';

/** A customer's image: its own, or that of the nearest ancestor with one. */
export function imageHandlers({
  db,
  clock,
}: Pick<FeatureDependencies, 'db' | 'clock'>): Pick<Handlers<(typeof api)['customers']>, ImageCall> {
  const requireEditor = async (tx: Database, caller: Caller, custId: number) => {
    const { customer } = await requireCustomer(tx, caller, custId);
    if (!mayEdit(caller, customer)) throw new AppError('notAllowed');
  };
  const change = (
    caller: Caller,
    custId: number,
    action: AuditAction,
    work: (tx: Database, at: Date) => Promise<boolean>,
  ) =>
    db.transaction(async (tx) => {
      await requireEditor(tx, caller, custId);
      const at = new Date(clock.now());
      if (!(await work(tx, at))) return;
      await recordAudit(tx, { action, at, by: caller, custId, subject: { kind: 'customer', id: custId } });
    });
  return {
    async getCustomerImage({ params, query }, caller, http) {
      const found = await nearestImage(db, caller.scopeOf('DEVICE_LIST'), params.custId);
      if (found === undefined) throw new AppError('notFound');
      const { mediaType, image, version } = found;
      const isNamed = query.version === version;
      return keptImage({ mediaType, image, etag: `${found.custId}-${version}`, isNamed }, http);
    },

    async getDeviceCustomerImage({ params: { deviId } }, caller, http) {
      const scope = caller.scopeOf('DEVICE_LIST');
      const device = await findDevice(db, scope, deviId);
      const found = device === undefined ? undefined : await nearestImage(db, scope, device.custId);
      if (found === undefined) throw new AppError('notFound');
      const { mediaType, image, custId, version } = found;
      return keptImage({ mediaType, image, etag: `${custId}-${version}`, isNamed: false }, http);
    },

    async saveCustomerImage({ params: { custId }, body }, caller) {
      await requireEditor(db, caller, custId); // before the costly redraw
      const { mediaType, image } = await redrawImage(Buffer.from(body.image, 'base64'));
      await change(caller, custId, 'customer.imageChanged', async (tx, updatedAt) => {
        await putImage(tx, { custId, mediaType, image, updatedAt });
        return true;
      });
      return showCustomer(db, caller, custId);
    },

    async removeCustomerImage({ params: { custId } }, caller) {
      await change(caller, custId, 'customer.imageRemoved', (tx) => removeImage(tx, custId));
      return showCustomer(db, caller, custId);
    },
  };
}
