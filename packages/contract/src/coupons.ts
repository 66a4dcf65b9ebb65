import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { codeField, lineField, pageQuery } from './fields.ts';
import { idField } from './filters.ts';
import { routes } from './routes.ts';

/** A typed code: with or without hyphens and spaces, in any case. */
export const couponCodeField = z
  .pipe(codeField(40), z.string())
  .transform((code) => code.toUpperCase().replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^[A-Z0-9]{4,20}$/));

export const couponSchema = z.object({
  code: z.string(),
  note: z.string(),
  maxUses: z.number(),
  uses: z.number(),
  validUntil: z.number().nullable(),
  /** Reason why the code cannot be used; null: it is valid. */
  ended: z.enum(['closed', 'expired', 'usedUp']).nullable(),
  createdAt: z.number(),
});
export type Coupon = z.output<typeof couponSchema>;

const params = z.object({ custId: idField });

const listCoupons = defineEndpoint({
  ...routes.listCoupons,
  summary: 'A firm’s coupon codes, the latest first',
  permission: 'COUPON_CODES',
  params,
  query: z.object(pageQuery),
  response: z.object({ coupons: z.array(couponSchema), nextCursor: z.string().nullable() }),
});

export const createCoupon = defineEndpoint({
  ...routes.createCoupon,
  summary: 'Make a code with which private users register below the firm',
  permission: 'COUPON_CODES',
  params,
  body: z.object({
    note: lineField(120),
    maxUses: z.int().min(1).max(100_000),
    validUntil: z.int().min(0).max(7_258_118_400_000).nullable(),
  }),
  response: couponSchema,
});

const closeCoupon = defineEndpoint({
  ...routes.closeCoupon,
  summary: 'Let nobody register with a code any more',
  permission: 'COUPON_CODES',
  params: params.extend({ code: couponCodeField }),
  response: couponSchema,
});

export const couponCalls = { listCoupons, createCoupon, closeCoupon };
