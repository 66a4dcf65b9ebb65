import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { idField } from './filters.ts';
import { routes } from './routes.ts';
import { webHookEvents, webHookForm } from './web-hook-form.ts';

const eventField = z.enum([...webHookEvents, 'test']);

/**
 * The body that a web hook is posted (docs/web-hooks.md). Names and meanings as in an alarm; times are Unix milliseconds.
 * Fields are added, never renamed or redefined. No names, places or notes: who may see them opens the alarm in Varde.
 */
export const webHookBodySchema = z.object({
  /** The same for each attempt. */
  deliveryId: z.number(),
  event: eventField,
  /** When it happened. */
  at: z.number(),
  /** The customer of the alarm: that of the hook, or one below it. */
  custId: z.number(),
  /** Null: a test. */
  alarm: z
    .object({
      alarmId: z.number(),
      deviId: z.number(),
      deviceSNNum: z.string(),
      metyId: z.number(),
      code: z.string(),
      happenedAt: z.number(),
      receivedAt: z.number(),
      /** Of the device in the other system, from its integration settings; null: none. */
      reference: z.string().nullable(),
    })
    .nullable(),
});
export type WebHookBody = z.output<typeof webHookBodySchema>;

const deliverySchema = z.object({
  deliveryId: z.number(),
  event: eventField,
  alarmId: z.number().nullable(),
  at: z.number(),
  state: z.enum(['waiting', 'delivered', 'dead']),
  tries: z.number(),
  /** Null: it is on its way, or has ended. */
  nextTryAt: z.number().nullable(),
  /** HTTP status of the last answer; null: there was none. */
  status: z.number().nullable(),
  lastError: z.string().nullable(),
});
export type WebHookDelivery = z.output<typeof deliverySchema>;

export const webHookSchema = z.object({
  hookId: z.number(),
  url: z.string(),
  events: z.array(z.enum(webHookEvents)),
  createdAt: z.number(),
  waiting: z.number(),
  dead: z.number(),
  /** The dead and the waiting ones first, then the latest, at most twenty. */
  deliveries: z.array(deliverySchema),
});
export type WebHook = z.output<typeof webHookSchema>;

const params = z.object({ custId: idField });
const hookParams = params.extend({ hookId: idField });
const permission = 'DEFAULT_SETTINGS_INTEGRATION';
const response = z.object({ hooks: z.array(webHookSchema), mayEdit: z.boolean() });

export const listWebHooks = defineEndpoint({
  ...routes.listWebHooks,
  summary: 'Web hooks of a customer, with their latest deliveries',
  permission,
  params,
  response,
});

export const addWebHook = defineEndpoint({
  ...routes.addWebHook,
  summary: 'Tell another system of the alarms of a customer and those below it. The secret is shown only now',
  permission,
  params,
  body: z.object(webHookForm.shape),
  response: z.object({ hook: webHookSchema, secret: z.string() }),
});

const changeWebHook = defineEndpoint({
  ...routes.changeWebHook,
  summary:
    'Change the address and the events of a web hook, which keeps its secret. What waits goes to the new address',
  permission,
  params: hookParams,
  body: z.object(webHookForm.shape),
  response,
});

const removeWebHook = defineEndpoint({
  ...routes.removeWebHook,
  summary: 'Remove a web hook, and what waits for it',
  permission,
  params: hookParams,
  response,
});

const testWebHook = defineEndpoint({
  ...routes.testWebHook,
  summary: 'Queue a test for a web hook, unless one waits',
  permission,
  params: hookParams,
  response,
});

const replayWebHook = defineEndpoint({
  ...routes.replayWebHook,
  summary: 'Try a delivery that waits or is dead again at once, and for another day',
  permission,
  params: hookParams.extend({ deliveryId: idField }),
  response,
});

export const webHookCalls = {
  listWebHooks,
  addWebHook,
  changeWebHook,
  removeWebHook,
  testWebHook,
  replayWebHook,
};
