import * as z from 'zod/mini';
import { codeField } from './fields.ts';

// A file of its own, because the console loads `forms.ts` before any screen.

/** What an alarm centre says about itself. */
export const alarmCentreForm = z.object({
  /** False: no device can be given to it, and no alarm goes to it. */
  takesAlarms: z.boolean(),
  /** How long it has to take an alarm that it is told of, before the alarm is told again. */
  answerSeconds: z.int().check(z.minimum(30), z.maximum(900)),
  /** The web address at which a private customer orders its service; null: none. */
  orderUrl: z.nullable(codeField(500).check(z.regex(/^https:\/\/[^\s/?#@]+\.[^\s@]+$/))),
});
