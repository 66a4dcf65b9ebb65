import { deviceActionKeys, pressedActionKeys } from '@varde/catalogue/device-actions';
import { z } from 'zod';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { idField } from './filters.ts';
import { routes } from './routes.ts';

/**
 * The life of a command: `pending` → `sent` → `confirmed`, or `failed`: the device refused it or it cannot be sent.
 * `expired`: no answer came, or the device did not connect in time. `cancelled`: a user or a newer command cancelled it.
 */
export const commandStates = ['pending', 'sent', 'confirmed', 'failed', 'expired', 'cancelled'] as const;
export type CommandState = (typeof commandStates)[number];

/**
 * Why it failed, expired or was cancelled: `refused` or `unsupported`, `noAnswer` or `notConnected`, `superseded` or
 * `handedOver`. By SMS: `notSent`, `gatewayRefused`, and `noSmsGateway` while it waits because no gateway is configured.
 * Null: a user cancelled it, or it is not over.
 */
export const commandReason = z.string().nullable();

const actionCommandSchema = z.object({
  commandId: z.number(),
  action: z.enum(deviceActionKeys),
  state: z.enum(commandStates),
  reason: commandReason,
  /** The device's own words when it refused; null: it did not, or gave none. */
  answer: z.string().nullable(),
  /** Time of this state. */
  at: z.number(),
  /** Its state is final. */
  ended: z.boolean(),
  /** `cancel`: the caller may, and it is still pending. */
  abilities: z.array(z.enum(['cancel'])),
});
export type ActionCommand = z.output<typeof actionCommandSchema>;

const listCommands = defineEndpoint({
  ...routes.listCommands,
  summary: 'The last command of each action that the caller has on a device, of the last two days, newest first',
  permission: 'DEVICE_LIST',
  params: deviceParams,
  response: z.object({ commands: z.array(actionCommandSchema) }),
});

/** The tracking of a device: its duration, and its report interval. */
const trackingFields = {
  /** Minutes. */
  duration: z.number().int().min(1).max(1440).optional(),
  /** Seconds. */
  interval: z.number().int().min(60).max(3600).optional(),
};

export const performAction = defineEndpoint({
  ...routes.performAction,
  summary:
    'Have a device do something. An action that waits already with the same values is not queued again: its command is the answer',
  permission: 'DEVICE_LIST',
  params: deviceParams.extend({ action: z.enum(pressedActionKeys) }),
  body: z.object(trackingFields),
  response: actionCommandSchema,
});

const cancelCommand = defineEndpoint({
  ...routes.cancelCommand,
  summary: 'Cancel an action that has not been sent to the device',
  permission: 'DEVICE_LIST',
  params: deviceParams.extend({ commandId: idField }),
  response: actionCommandSchema,
});

export const commandCalls = { listCommands, performAction, cancelCommand };
