import type { Input } from '#data/api/call.ts';

/** The editable fields of a customer. */
export type Details = Input<'updateCustomer'>['body'];
