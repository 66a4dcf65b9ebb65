import type { Input } from '#kit/api/call.ts';

/** What can be changed about a customer. */
export type Details = Input<'updateCustomer'>['body'];
