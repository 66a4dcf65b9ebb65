import * as z from 'zod/mini';
import { codeField } from './fields.ts';

// A file of its own, because the console loads `forms.ts` before any screen.

/** In the form of RFC 9562, also with capital letters; not the nil UUID, which names nobody. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The number of a customer in the national integration; null: none. */
export const nationalIntegrationForm = z.object({
  nationalUuid: z.nullable(codeField(36).check(z.toLowerCase(), z.regex(uuid))),
});
