import { randomInt } from 'node:crypto';
import type { AuditAction } from '@varde/catalogue/audit-actions';
import { kindsBelow } from '@varde/catalogue/customer-kinds';
import type { Coupon } from '@varde/contract/coupons';
import { granting, lastsUntil } from '#domain/accounts/may-grant.ts';
import { roleOfPrivateUsers } from '#domain/accounts/registrations.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { addCoupon, type CouponRow, closeCoupon, kindOf, listCoupons } from '#domain/customers/coupon-codes.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { FeatureOf } from '#platform/feature.ts';

/** Coupon codes with which private users register below a firm. */
export function createCouponsFeature({ db, clock }: Pick<FeatureDependencies, 'db' | 'clock'>): FeatureOf<'coupons'> {
  const record = (tx: Database, action: AuditAction, by: Caller, custId: number, { code }: CouponRow) =>
    recordAudit(tx, {
      action,
      by,
      custId,
      at: new Date(clock.now()),
      subject: { kind: 'customer', id: custId },
      after: { code },
    });
  return {
    group: 'coupons',
    handlers: {
      async listCoupons({ params: { custId }, query }, caller) {
        await requireFirm(db, caller, custId);
        const { page, nextCursor } = await listCoupons(db, custId, query);
        return {
          coupons: page.map(({ coupon }) => presentCoupon(coupon, clock.now())),
          nextCursor,
        };
      },

      async createCoupon({ params: { custId }, body }, caller) {
        await requireFirm(db, caller, custId);
        await requireGrant(db, caller, { custId, validUntil: body.validUntil });
        const now = clock.now();
        if (body.validUntil !== null && body.validUntil <= now)
          throw new AppError('validationFailed', [{ path: 'validUntil', message: 'has passed' }]);
        const coupon = await db.transaction(async (tx) => {
          const added = await addCoupon(tx, {
            custId,
            code: newCode(),
            note: body.note,
            maxUses: body.maxUses,
            validUntil: body.validUntil === null ? null : new Date(body.validUntil),
            createdBy: caller.userId,
            createdAt: new Date(now),
          });
          await record(tx, 'coupon.created', caller, custId, added);
          return added;
        });
        return presentCoupon(coupon, now);
      },

      async closeCoupon({ params: { custId, code } }, caller) {
        await requireFirm(db, caller, custId);
        const now = clock.now();
        const coupon = await db.transaction(async (tx) => {
          const found = await closeCoupon(tx, { custId, code, at: new Date(now) });
          if (found === undefined) throw new AppError('notFound');
          if (found.closedNow) await record(tx, 'coupon.closed', caller, custId, found.coupon);
          return found.coupon;
        });
        return presentCoupon(coupon, now);
      },
    },
  };
}

/** Only a customer that may have private customers below it creates codes. */
async function requireFirm(db: Database, caller: Caller, custId: number): Promise<void> {
  const kind = await kindOf(db, caller.scopeOf('COUPON_CODES'), custId);
  if (kind === undefined) throw new AppError('notFound');
  if (!kindsBelow(kind).includes('private')) throw new AppError('notAllowed');
}

/** Whoever registers with a code gets a role below this customer. */
async function requireGrant(
  db: Database,
  caller: Caller,
  { custId, validUntil }: { custId: number; validUntil: number | null },
): Promise<void> {
  const given = { role: roleOfPrivateUsers, custId };
  const mayGrant = await granting(db, caller, [given]);
  const lasts = lastsUntil(caller, validUntil === null ? null : new Date(validUntil));
  if (!lasts || !mayGrant('COUPON_CODES', given)) throw new AppError('notAllowed');
}

function presentCoupon(coupon: CouponRow, now: number): Coupon {
  const { code, note, maxUses, uses, validUntil, closedAt, createdAt } = coupon;
  const ends = validUntil?.getTime() ?? null;
  return {
    code,
    note,
    maxUses,
    uses,
    validUntil: ends,
    ended: closedAt !== null ? 'closed' : ends !== null && ends <= now ? 'expired' : uses >= maxUses ? 'usedUp' : null,
    createdAt: createdAt.getTime(),
  };
}

/** Without letters and digits that look alike. 30^10 combinations: guessing a valid code is not feasible. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ2345679';
const newCode = (): string => Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');
