import { currencyOf, type MarketId } from '@varde/catalogue/markets';
import { type PartnerService, priceIn } from '@varde/catalogue/partner-prices';
import type { PartnerPrices } from '@varde/contract/partners';
import { recordAudit } from '#domain/audit/audit.ts';
import { lockCustomer } from '#domain/customers/customers.ts';
import { findPartner, listPartners, pricesOf, storePrice } from '#domain/customers/partner-prices.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller, Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { FeatureOf } from '#platform/feature.ts';

/** Partners and their price lists, for those who hold the policies at the partner itself. */
export function createPartnersFeature({ db, clock }: Pick<FeatureDependencies, 'db' | 'clock'>): FeatureOf<'partners'> {
  return {
    group: 'partners',
    handlers: {
      async listPartners({ query }, caller) {
        const { page, nextCursor } = await listPartners(db, caller.scopeOf('PARTNER'), query);
        const partners = page.map(({ sortName: _, ...partner }) => ({
          ...partner,
          abilities: caller.may('PARTNER_PRICES', partner.custId) ? ['prices' as const] : [],
        }));
        return { partners, nextCursor };
      },

      async getPartnerPrices({ params: { custId } }, caller) {
        return present(db, await requirePartner(db, caller.scopeOf('PARTNER_PRICES'), custId), caller);
      },

      savePartnerPrices: ({ params: { custId, dehaId }, body: { amounts } }, caller) =>
        db.transaction(async (tx) => {
          const partner = await requirePartner(tx, caller.scopeOf('ADMIN'), custId);
          if (!caller.may('PARTNER_PRICES', custId)) throw new AppError('notFound');
          await lockCustomer(tx, custId);
          const stored = await pricesOf(tx, custId);
          const own = (service: PartnerService) => priceIn(stored, { dehaId, service });
          const changed = (Object.entries(amounts) as [PartnerService, number | null][]).filter(
            ([service, amount]) => amount !== own(service),
          );
          for (const [service, amount] of changed) await storePrice(tx, { custId, dehaId, service }, amount);
          const money = moneyOf(partner.market);
          if (changed.length > 0)
            await recordAudit(tx, {
              ...{ action: 'partnerPrices.saved', at: new Date(clock.now()), by: caller, custId },
              subject: { kind: 'customer', id: custId },
              before: { dehaId, ...Object.fromEntries(changed.map(([service]) => [service, money(own(service))])) },
              after: { dehaId, ...Object.fromEntries(changed.map(([service, amount]) => [service, money(amount)])) },
            });
          return present(tx, partner, caller);
        }),
    },
  };
}

type Found = NonNullable<Awaited<ReturnType<typeof findPartner>>>;

async function requirePartner(db: Database, scope: Scope, custId: number): Promise<Found> {
  const partner = await findPartner(db, scope, custId);
  if (partner === undefined) throw new AppError('notFound');
  return partner;
}

async function present(db: Database, partner: Found, { acting }: Caller): Promise<PartnerPrices> {
  const { custId, firmName, market } = partner;
  const prices = await pricesOf(db, custId);
  return { custId, firmName, currency: currencyOf(market), prices, mayEdit: acting.may('ADMIN', custId) };
}

/** A price as the audit log keeps it. */
const moneyOf = (market: MarketId) => (amount: number | null) =>
  amount === null ? null : `${(amount / 100).toFixed(2)} ${currencyOf(market)}`;
