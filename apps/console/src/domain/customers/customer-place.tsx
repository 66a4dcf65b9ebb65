import type { CustomerRow } from '@varde/contract/customers';
import styles from './customer-picker.module.css';

/** A customer's name, and below it its place in the tree. */
export function CustomerPlace({ customer }: { customer: Pick<CustomerRow, 'firmName' | 'above'> }) {
  return (
    <span className={styles.place}>
      <span className={styles.name}>{customer.firmName}</span>
      {customer.above.length > 0 && (
        <span className={styles.above}>{customer.above.map(({ firmName }) => firmName).join(' › ')}</span>
      )}
    </span>
  );
}
