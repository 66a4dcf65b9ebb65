import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { pageQuery } from './fields.ts';
import { idField } from './filters.ts';
import { routes } from './routes.ts';

export const mailStates = ['waiting', 'sent', 'failed'] as const;

/** Times are Unix milliseconds. */
const mailSchema = z.object({
  mailId: z.number(),
  recipient: z.string(),
  /** In the recipient's language; null for a mail of a version of Varde with other mails. */
  subject: z.string().nullable(),
  state: z.enum(mailStates),
  tries: z.number(),
  createdAt: z.number(),
  /** When it was delivered, or abandoned after its last attempt. */
  endedAt: z.number().nullable(),
  /** The mail server's answer to the last attempt, in its own words. */
  lastError: z.string().nullable(),
});
export type OutboxMail = z.output<typeof mailSchema>;

export const listOutbox = defineEndpoint({
  ...routes.listOutbox,
  summary: 'Mails that wait, were sent or could not be sent, newest first',
  permission: 'ADMIN',
  query: z.object(pageQuery),
  response: z.object({
    mails: z.array(mailSchema),
    nextCursor: z.string().nullable(),
    /** A mail server is configured. Without one, mails are read here. */
    mailServer: z.boolean(),
  }),
});

export const readMail = defineEndpoint({
  ...routes.readMail,
  summary:
    'What stands in a mail that waits; only where no mail server delivers it, since it may hold a link that logs in',
  permission: 'ADMIN',
  params: z.object({ mailId: idField }),
  response: z.object({ recipient: z.string(), subject: z.string(), text: z.string() }),
});
