import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { Coupon } from '@varde/contract/coupons';
import type { Customer } from '@varde/contract/customers';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { pagesQuery } from '#data/api/pages-query.ts';
import { queryKey } from '#data/api/query-options.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { Failure } from '#kit/form/failure.tsx';
import { MoreButton } from '#kit/form/more-button.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { useFormats } from '#kit/use-formats.ts';
import styles from '#ui/panes.module.css';
import { useNewCoupon } from './use-new-coupon.tsx';

/** Coupon codes with which private users register below a firm. */
export function CouponSection({ customer: { custId, firmName } }: { customer: Customer }) {
  const { t } = useTranslation();
  const add = useNewCoupon(custId);
  const list = useInfiniteQuery(pagesQuery('listCoupons', { params: { custId }, query: {} }));
  const coupons = list.data?.pages.flatMap((page) => page.coupons);
  return (
    <section className={styles.section} aria-labelledby="customer-coupons">
      <h3 id="customer-coupons" className={styles.sectionTitle}>
        {t('customers.coupons.title')}
      </h3>
      <p className={styles.facts}>{t('customers.coupons.help', { name: firmName })}</p>
      {list.isError && !coupons && <ErrorState error={list.error} onRetry={list.refetch} />}
      {coupons?.length === 0 && <p className={styles.facts}>{t('customers.coupons.none')}</p>}
      {coupons !== undefined && coupons.length > 0 && (
        <ul className={styles.list}>
          {coupons.map((coupon) => (
            <CouponLine key={coupon.code} custId={custId} coupon={coupon} />
          ))}
        </ul>
      )}
      <MoreButton list={list} />
      <Button variant="default" size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => void add()}>
        {t('customers.coupons.add')}
      </Button>
    </section>
  );
}

function CouponLine({ custId, coupon }: { custId: number; coupon: Coupon }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const cache = useQueryClient();
  const { submit, busy, failure } = useSubmit();
  const { code, note, uses, maxUses, validUntil, ended } = coupon;
  async function close() {
    const closed = await submit(() => call('closeCoupon', { params: { custId, code } }));
    if (closed === undefined) return;
    notifyDone(t('customers.coupons.closed', { code }));
    await cache.invalidateQueries({ queryKey: queryKey('listCoupons') });
  }
  return (
    <li className={styles.coupon} data-ended={ended === null ? undefined : ''}>
      <span className={styles.code}>{code}</span>
      <span className={styles.note}>{note}</span>
      <span className={styles.facts}>
        {t('customers.coupons.used', { uses: formats.number(uses), maxUses: formats.number(maxUses) })}
      </span>
      <span className={styles.facts}>
        {validUntil !== null && t('customers.coupons.until', { date: formats.day(validUntil) })}
      </span>
      {ended === null ? (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          disabled={busy}
          aria-label={t('customers.coupons.closeOf', { code })}
          onClick={() => void close()}
        >
          {t('customers.coupons.close')}
        </Button>
      ) : (
        <span className={styles.facts}>{t(`customers.coupons.ended.${ended}`)}</span>
      )}
      <Failure text={failure} />
    </li>
  );
}
