import { IconSearchOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CustomerPlace } from '#domain/customers/customer-place.tsx';
import { useCustomerPages } from '#domain/customers/use-customer-pages.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { MoreButton } from '#kit/form/more-button.tsx';
import { useSteady } from '#kit/steady/press.ts';
import styles from '#ui/panes.module.css';
import { StatePanel } from '#ui/state-panel.tsx';

interface CustomerSearchProps {
  search: string;
  chosen: number | null;
  onChoose: (custId: number) => void;
}

/** Matching customers, anywhere in the tree. */
export function CustomerSearch({ search, chosen, onChoose }: CustomerSearchProps) {
  const { t } = useTranslation();
  const list = useSteady(useCustomerPages({ search }));
  if (!list.data) return <LoadState error={list.error} onRetry={list.refetch} height={120} />;
  const rows = list.data.pages.flatMap(({ customers }) => customers);
  if (rows.length === 0)
    return <StatePanel role="status" icon={<IconSearchOff size={26} />} title={t('customers.noMatch')} />;
  return (
    <>
      <ul className={styles.branch}>
        {rows.map((customer) => (
          <li key={customer.custId}>
            <button
              type="button"
              className={styles.node}
              aria-current={customer.custId === chosen ? 'true' : undefined}
              onClick={() => onChoose(customer.custId)}
            >
              <CustomerPlace customer={customer} />
            </button>
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
    </>
  );
}
