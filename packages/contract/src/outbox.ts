import { messageStates } from '@varde/catalogue/message-states';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { messageChannels } from './event-setup-form.ts';
import { pageQuery } from './fields.ts';
import { idField } from './filters.ts';
import { routes } from './routes.ts';

/** Times are Unix milliseconds. */
const mailSchema = z.object({
  mailId: z.number(),
  recipient: z.string(),
  /** In the recipient's language; null for a mail of a version of Varde with other mails. */
  subject: z.string().nullable(),
  state: z.enum(messageStates),
  tries: z.number(),
  createdAt: z.number(),
  /** When it was delivered, or abandoned after its last attempt. */
  endedAt: z.number().nullable(),
  /** The mail server's answer to the last attempt, in its own words. */
  lastError: z.string().nullable(),
});

const listOutbox = defineEndpoint({
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

const readMail = defineEndpoint({
  ...routes.readMail,
  summary:
    'What stands in a mail that waits; only where no mail server delivers it, since it may hold a link that logs in',
  permission: 'ADMIN',
  params: z.object({ mailId: idField }),
  response: z.object({ recipient: z.string(), subject: z.string(), text: z.string() }),
});

/** A command to a device, an alarm, or a test of a notification list. */
export const messageSubjects = ['command', 'alarm', 'test'] as const;

/** Times are Unix milliseconds. */
const messageSchema = z.object({
  smsId: z.number(),
  /** E.164; of a push message the name of the browser. */
  recipient: z.string(),
  about: z.enum(messageSubjects),
  state: z.enum(messageStates),
  tries: z.number(),
  createdAt: z.number(),
  /** When it was accepted, delivered or given up. */
  endedAt: z.number().nullable(),
  /** The provider's answer to the last attempt, in its own words, or why Varde did not send it. */
  reason: z.string().nullable(),
});

const listOutboxMessages = defineEndpoint({
  ...routes.listOutboxMessages,
  summary: 'SMS, calls or push messages that wait, have left or could not leave, newest first',
  permission: 'ADMIN',
  query: z.object({ channel: z.enum(messageChannels).default('sms'), ...pageQuery }),
  response: z.object({
    messages: z.array(messageSchema),
    nextCursor: z.string().nullable(),
    /** A provider is configured. Without one, messages are read here. */
    provider: z.boolean(),
  }),
});

const readOutboxMessage = defineEndpoint({
  ...routes.readOutboxMessage,
  summary:
    'What stands in a message that waits; only where no provider delivers it, since it may hold a link that takes an alarm',
  permission: 'ADMIN',
  params: z.object({ smsId: idField }),
  response: z.object({ recipient: z.string(), text: z.string() }),
});

export const outboxCalls = { listOutbox, readMail, listOutboxMessages, readOutboxMessage };
