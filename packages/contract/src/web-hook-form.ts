import * as z from 'zod/mini';
import { neededCode } from './fields.ts';

// A file of its own, because the console loads `forms.ts` before any screen.

/** What web hooks can be told. A key is never renamed: receivers compare it. */
export const webHookEvents = [
  'alarmRaised',
  'alarmSignalled',
  'alarmEscalated',
  'alarmUnanswered',
  'alarmClaimed',
  'alarmHandedOver',
  'alarmReleased',
  'alarmReset',
  'alarmReopened',
] as const;
export type WebHookEvent = (typeof webHookEvents)[number];
/** Web hooks of one customer. */
export const mostWebHooks = 10;

/** The address is checked by the server, which knows what the installation allows. */
export const webHookForm = z.object({
  url: neededCode(500),
  events: z.array(z.enum(webHookEvents)).check(z.minLength(1), z.maxLength(webHookEvents.length)),
});
