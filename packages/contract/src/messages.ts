import { z } from 'zod';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { messageForm } from './forms.ts';
import { routes } from './routes.ts';

/**
 * `PENDING`: it waits, or is on its way. `NOT_DELIVERED`: it was cancelled, or the device did not take it in time.
 * `RECEIVED`: the device has it. `NOT_READ` and `READ`: the device reported that it shows it, and that the wearer has
 * read it; only some devices report this.
 */
export const messageStatuses = ['PENDING', 'NOT_DELIVERED', 'RECEIVED', 'READ', 'NOT_READ'] as const;

const messageSchema = z.object({
  /** The number of its command. */
  messageId: z.number(),
  message: z.string(),
  /** Unix milliseconds. */
  created: z.number(),
  status: z.enum(messageStatuses),
});
export type Message = z.output<typeof messageSchema>;

const getMessages = defineEndpoint({
  ...routes.getMessages,
  summary: 'The last 50 messages to a device since its present customer has it, newest first',
  permission: 'DEVICE_LIST',
  params: deviceParams,
  response: z.object({ messages: z.array(messageSchema) }),
});

const sendMessage = defineEndpoint({
  ...routes.sendMessage,
  summary:
    'Send a text to the display of a device. It waits until the device is connected, a day at most. The same text that waits already is not sent twice',
  permission: 'DEVICE_LIST',
  params: deviceParams,
  body: z.object(messageForm.shape),
  response: messageSchema,
});

export const messageCalls = { getMessages, sendMessage };
