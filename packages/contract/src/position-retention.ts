import { positionDays } from '@varde/catalogue/position-days';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { idField } from './filters.ts';
import { routes } from './routes.ts';

const params = z.object({ custId: idField });

const response = z.object({
  custId: z.number(),
  /** The customer's own value, days; null: as the customer above. */
  own: z.number().nullable(),
  /** What holds; null: as long as the messages. */
  days: z.number().nullable(),
  changeable: z.boolean(),
  /** What was deleted, also of customers below; the latest first. */
  deletions: z.array(
    z.object({
      /** `2026-11-28`, UTC. */
      day: z.string(),
      firmName: z.string(),
      days: z.number(),
      /** Everything that was received before this, Unix milliseconds. */
      before: z.number(),
      /** Messages and alarms that lost their place, and devices that lost their last one. */
      transactions: z.number(),
      alarms: z.number(),
      devices: z.number(),
    }),
  ),
});

export const getPositionRetention = defineEndpoint({
  ...routes.getPositionRetention,
  summary: 'How long the positions of a customer’s time are kept, and what was deleted',
  permission: 'RETENTION',
  params,
  response,
});

const savePositionRetention = defineEndpoint({
  ...routes.savePositionRetention,
  summary: 'Choose how long the positions of a customer’s time are kept; null: as the customer above',
  permission: 'RETENTION',
  params,
  body: z.object({ days: z.number().int().min(positionDays.min).max(positionDays.max).nullable() }),
  response,
});

export const positionRetentionCalls = { getPositionRetention, savePositionRetention };
