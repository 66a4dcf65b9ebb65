import { type LogFilter, passesFilters } from '@varde/catalogue/log-filters';
import type { Transaction } from '@varde/contract/transactions';
import type { Input } from '../api/call.ts';

export type LogChoice = NonNullable<Input<'listTransactions'>['query']>;

/**
 * Whether a transaction that has just arrived belongs to the log that was asked for. An alarm ignores the filter
 * (`ignoreFilter`): nobody who looks at the device misses it. What was searched for the server alone knows.
 */
export function belongsToLog(transaction: Transaction, { filters, toDate, date, search }: LogChoice): boolean {
  if (transaction.ignoreFilter) return true;
  const isOfThePast = toDate !== undefined || date !== undefined;
  const chosen = filters === undefined ? [] : (filters.split(',') as LogFilter[]);
  return !isOfThePast && !search && passesFilters(transaction, chosen);
}
