import type { AuditAction } from '@varde/catalogue/audit-actions';
import type { api } from '@varde/contract/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit } from '#domain/audit/audit.ts';
import { nearestImage, putImage, removeImage } from '#domain/customers/customer-images.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { redrawImage } from '#domain/images/redraw-image.ts';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { mayEdit } from './policy.ts';
import { requireCustomer, showCustomer } from './show-customer.ts';

export type ImageCall = 'getCustomerImage' | 'saveCustomerImage' | 'removeCustomerImage';

/** What a customer looks like: an image of its own, or that of the nearest customer above. */
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
    async getCustomerImage({ params, query }, caller, { request, reply }) {
      const found = await nearestImage(db, caller.scopeOf('DEVICE_LIST'), params.custId);
      if (found === undefined) throw new AppError('notFound');
      const isKept = keepAs(`"${found.custId}-${found.version}"`, query.version === found.version, {
        request,
        reply,
      });
      reply.type(found.mediaType).header('content-disposition', 'inline');
      return isKept ? new Uint8Array() : found.image;
    },

    async saveCustomerImage({ params: { custId }, body }, caller) {
      await requireEditor(db, caller, custId); // before the work
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

const yearSeconds = 31_536_000;

/** Says how long the image may be kept. Returns whether the caller has it already, so that it need not be sent. */
function keepAs(
  etag: string,
  isNamed: boolean,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): boolean {
  reply.header('etag', etag);
  reply.header('cache-control', isNamed ? `private, max-age=${yearSeconds}, immutable` : 'private, no-cache');
  const has = request.headers['if-none-match'] === etag;
  if (has) reply.code(304);
  return has;
}
