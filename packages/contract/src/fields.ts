import { z } from 'zod';

/** An id in an address or a query: a positive 32-bit number, as the database keeps it. */
export const idField = z.coerce.number().int().positive().max(2_147_483_647);
