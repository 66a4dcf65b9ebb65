import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CustomerRow } from '@varde/contract/customers';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { SearchInput } from '#kit/form/search-input.tsx';
import { useSteady } from '#kit/steady/press.ts';
import { ErrorState } from '../errors/error-state.tsx';
import styles from './customer-picker.module.css';
import { CustomerPlace } from './customer-place.tsx';

/** Maximum number of results; with more, the user narrows the search. */
const shown = 30;

interface CustomerPickerProps {
  value: number | null;
  onChange: (customer: CustomerRow) => void;
  /** Leaves out customers that cannot be chosen. */
  allows?: (customer: CustomerRow) => boolean;
  /** Shows customers that cannot be chosen, dimmed. */
  dims?: (customer: CustomerRow) => boolean;
}

/** Finds one of the caller's customers by name or number. */
export function CustomerPicker({ value, onChange, allows = () => true, dims }: CustomerPickerProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const query = { limit: shown, ...(search ? { search } : {}) };
  const { data, error, refetch } = useSteady(useQuery(apiQuery('listCustomers', { query })));
  const rows = data?.customers.filter(allows) ?? [];
  return (
    <div className={styles.picker}>
      <SearchInput
        value={search}
        onChange={setSearch}
        label={t('customers.search')}
        placeholder={t('customers.search')}
      />
      {error && <ErrorState error={error} onRetry={refetch} />}
      <ul className={styles.results} aria-label={t('customers.title')}>
        {rows.map((customer) => (
          <li key={customer.custId}>
            <Button
              fullWidth
              justify="flex-start"
              variant={customer.custId === value ? 'light' : 'subtle'}
              color={customer.custId === value ? 'beacon' : 'gray'}
              className={styles.choice}
              aria-pressed={customer.custId === value}
              disabled={dims?.(customer) ?? false}
              onClick={() => onChange(customer)}
            >
              <CustomerPlace customer={customer} />
            </Button>
          </li>
        ))}
      </ul>
      {data && rows.length === 0 && <p className={styles.none}>{t('customers.noMatch')}</p>}
    </div>
  );
}
