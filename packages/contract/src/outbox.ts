import { messageStates } from '@varde/catalogue/message-states';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { receiverChannels } from './event-setup-form.ts';
import { pageQuery } from './fields.ts';
import { idField } from './filters.ts';
import { routes } from './routes.ts';

/** A command to a device, an alarm, a test of a notification list, or what the subject of the mail says. */
const messageSubjects = ['command', 'alarm', 'test', 'other'] as const;

/** Times are Unix milliseconds. */
const messageSchema = z.object({
  messageId: z.number(),
  /** E.164, or an e-mail address; of a push message the name of the browser. */
  recipient: z.string(),
  about: z.enum(messageSubjects),
  /** Of a mail, in the recipient's language; null for other messages, and for a mail of a version of Varde with other mails. */
  subject: z.string().nullable(),
  state: z.enum(messageStates),
  tries: z.number(),
  createdAt: z.number(),
  /** When it was accepted, delivered or given up. */
  endedAt: z.number().nullable(),
  /** The provider's answer to the last attempt, in its own words, or why Varde did not send it. */
  reason: z.string().nullable(),
});

const listOutbox = defineEndpoint({
  ...routes.listOutbox,
  summary: 'Messages of a channel that wait, have left or could not leave, newest first',
  permission: 'ADMIN',
  query: z.object({ channel: z.enum(receiverChannels).default('email'), ...pageQuery }),
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
    'What stands in a message that waits; only where no provider delivers it, since it may hold a link that logs in or takes an alarm',
  permission: 'ADMIN',
  params: z.object({ messageId: idField }),
  response: z.object({ recipient: z.string(), subject: z.string().nullable(), text: z.string() }),
});

export const outboxCalls = { listOutbox, readOutboxMessage };
