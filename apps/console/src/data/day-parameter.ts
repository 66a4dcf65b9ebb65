import * as z from 'zod/mini';

/** A day, `2026-11-20`, within the range of times that the server accepts. */
export const dayField = z.iso.date().check(z.refine((day) => day > '1970-01-01'));
