import type { Input } from '#data/api/call.ts';

/** What can be changed about a customer. */
export type Details = Input<'updateCustomer'>['body'];
