import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { routes } from './routes.ts';

const page = z.object({
  cursor: z.string().max(1000).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(200),
});

const listUnknownDevices = defineEndpoint({
  ...routes.listUnknownDevices,
  summary: 'Devices that call but are not registered: how often and from where',
  permission: 'ADMIN',
  query: page,
  response: z.object({
    unknownDevices: z.array(
      z.object({
        protocol: z.string(),
        identity: z.string(),
        firstSeen: z.number(),
        lastSeen: z.number(),
        count: z.number(),
        lastAddress: z.string(),
        lastWord: z.string(),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
});

const listMalformedMessages = defineEndpoint({
  ...routes.listMalformedMessages,
  summary: 'What came on the ports of devices and could not be read: why, how often and from where, latest first',
  permission: 'ADMIN',
  query: page,
  response: z.object({
    malformedMessages: z.array(
      z.object({
        protocol: z.string(),
        remoteAddress: z.string(),
        /** Of the device that they name, or that used the connection; null: unknown. */
        identity: z.string().nullable(),
        reason: z.string(),
        count: z.number(),
        firstSeen: z.number(),
        lastSeen: z.number(),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
});

const milliseconds = z.number().nullable();

const getAlarmPath = defineEndpoint({
  ...routes.getAlarmPath,
  summary:
    'Whether alarms get through: the test alarms that Varde raises itself, latest first, and sessions that a broker has lost',
  permission: 'ADMIN',
  response: z.object({
    /** None has arrived for so long that alarms may be late or lost. */
    isStopped: z.boolean(),
    /** Unix milliseconds; null: none has ever arrived. */
    lastPassedAt: z.number().nullable(),
    /** Brokers elsewhere that have lost Varde's session in the last 24 hours: alarms that devices sent meanwhile are lost. */
    lostSessions: z.array(z.object({ broker: z.string(), at: z.number() })),
    checks: z.array(
      z.object({
        at: z.number(),
        passed: z.boolean(),
        /** Milliseconds from the press to each stage; null: not reached in time. */
        stages: z.object({ acknowledged: milliseconds, live: milliseconds, told: milliseconds }),
      }),
    ),
  }),
});

export const administrationCalls = { listUnknownDevices, listMalformedMessages, getAlarmPath };
