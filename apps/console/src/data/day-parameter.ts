import * as z from 'zod/mini';
import { startOf } from '#ui/day.ts';

/** A day, `2026-11-20`, within the range of times that the server accepts. */
export const dayField = z.iso.date().check(z.refine((day) => startOf(day) !== undefined));
