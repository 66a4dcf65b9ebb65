import { Checkbox } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { hasWords } from '@varde/catalogue/name-order';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { SearchInput } from '#kit/form/search-input.tsx';
import styles from './access.module.css';
import { accessReason } from './access-reason.ts';

/** A customer, or a device by its serial number. */
export type AccessPlace = { custId: number } | { serial: string };

/** The rights of a user at a customer or device, one line for each, with the reason. */
export function AccessTable({ userId, place }: { userId: number; place: AccessPlace }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [allowedOnly, setAllowedOnly] = useState(false);
  const { data, error, refetch } = useQuery(apiQuery('explainAccess', { params: { userId }, query: place }));
  if (!data) return <LoadState error={error} onRetry={refetch} height={240} />;
  const { customer, device } = data;
  const caption = device
    ? t('users.access.ofDevice', { device: device.deviceName, name: customer.firmName })
    : t('users.access.ofCustomer', { name: customer.firmName });
  const shown = data.policies.filter(
    ({ policy, allowed }) => (allowed || !allowedOnly) && hasWords(t(`rolePolicies.policies.${policy}`), search),
  );
  return (
    <>
      <div className={styles.filters}>
        <SearchInput
          className={styles.search}
          label={t('rolePolicies.search')}
          placeholder={t('rolePolicies.search')}
          value={search}
          onChange={setSearch}
        />
        <Checkbox
          label={t('users.access.allowedOnly')}
          checked={allowedOnly}
          onChange={(event) => setAllowedOnly(event.currentTarget.checked)}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroller} aria-label={caption} tabIndex={0}>
        <table className={styles.table}>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{t('rolePolicies.policy')}</th>
              <th scope="col">{t('users.access.may')}</th>
              <th scope="col">{t('users.access.why')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((access) => (
              <tr key={access.policy}>
                <th scope="row">{t(`rolePolicies.policies.${access.policy}`)}</th>
                <td className={styles.answer} data-allowed={access.allowed}>
                  {access.allowed ? <IconCheck size={16} aria-hidden /> : <IconMinus size={16} aria-hidden />}
                  {t(access.allowed ? 'rolePolicies.yes' : 'rolePolicies.no')}
                </td>
                <td>{accessReason(t, access)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p className={styles.nothing}>{t('rolePolicies.noMatch')}</p>}
      </section>
    </>
  );
}
