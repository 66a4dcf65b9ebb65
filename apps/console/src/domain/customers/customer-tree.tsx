import { IconBuilding, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CustomerRow } from '@varde/contract/customers';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { MoreButton } from '#kit/form/more-button.tsx';
import styles from '#ui/panes.module.css';
import { StatePanel } from '#ui/state-panel.tsx';
import { LoadState } from '../errors/load-state.tsx';
import { useCustomerPages } from './use-customer-pages.ts';

interface CustomerTreeProps {
  chosen: number | null;
  onChoose: (custId: number) => void;
}

/** The tree of the caller's customers; branches are fetched when they are expanded. */
export function CustomerTree({ chosen, onChoose }: CustomerTreeProps) {
  const { data } = useQuery({
    ...apiQuery('getCustomer', { params: { custId: chosen ?? 0 } }),
    enabled: chosen !== null,
  });
  const above = new Set(data?.above.map(({ custId }) => custId));
  return <Branch parentId={undefined} above={above} chosen={chosen} onChoose={onChoose} />;
}

interface BranchProps extends CustomerTreeProps {
  /** Undefined: the top of the tree. */
  parentId: number | undefined;
  /** The customers above the chosen one: expanded unless the user collapsed them. */
  above: ReadonlySet<number>;
}

function Branch({ parentId, ...props }: BranchProps) {
  const { t } = useTranslation();
  const list = useCustomerPages(parentId === undefined ? {} : { parentId });
  if (!list.data)
    return <LoadState error={list.error} onRetry={list.refetch} height={parentId === undefined ? 200 : 36} />;
  const rows = list.data.pages.flatMap(({ customers }) => customers);
  if (rows.length === 0 && parentId === undefined)
    return <StatePanel icon={<IconBuilding size={26} />} title={t('customers.none')} body={t('customers.noneHelp')} />;
  return (
    <ul className={styles.branch}>
      {rows.map((customer) => (
        <Node key={customer.custId} customer={customer} {...props} />
      ))}
      {list.hasNextPage && (
        <li>
          <MoreButton list={list} />
        </li>
      )}
    </ul>
  );
}

function Node({ customer, above, chosen, onChoose }: { customer: CustomerRow } & Omit<BranchProps, 'parentId'>) {
  const { t } = useTranslation();
  const { custId, firmName, kind, childCount } = customer;
  const [toggled, setToggled] = useState<boolean | null>(null);
  const open = childCount > 0 && (toggled ?? above.has(custId));
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <li>
      <div className={styles.line}>
        {childCount > 0 ? (
          <button
            type="button"
            className={styles.opener}
            aria-expanded={open}
            aria-label={open ? t('customers.close', { name: firmName }) : t('customers.open', { name: firmName })}
            onClick={() => setToggled(!open)}
          >
            <Chevron size={16} aria-hidden />
          </button>
        ) : (
          <span className={styles.opener} />
        )}
        <button
          type="button"
          className={styles.node}
          aria-current={custId === chosen ? 'true' : undefined}
          onClick={() => onChoose(custId)}
        >
          <span className={styles.name}>{firmName}</span>
          <span className={styles.kind}>{t(`customers.kinds.${kind}`)}</span>
        </button>
      </div>
      {open && <Branch parentId={custId} above={above} chosen={chosen} onChoose={onChoose} />}
    </li>
  );
}
