import { z } from 'zod';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { pageQuery } from './fields.ts';
import { routes } from './routes.ts';

/** The chart of steps has this many days (specification 2, section 9). */
export const stepDays = 14;

const readingSchema = z.object({
  hrbpId: z.number(),
  /** When it was measured, Unix milliseconds. */
  logDate: z.number(),
  /** Beats a minute; -1: not measured. */
  heartRate: z.number(),
  /** mmHg; -1: not measured. */
  systolicBloodPressure: z.number(),
  diastolicBloodPressure: z.number(),
});
export type Reading = z.output<typeof readingSchema>;

const listReadings = defineEndpoint({
  ...routes.listReadings,
  summary: 'The readings of heart rate and blood pressure of the present wearer of a device, newest first',
  permission: 'DEVICE_HEART_RATE_BLOOD_PRESSURE',
  params: deviceParams,
  query: z.object(pageQuery),
  response: z.object({ readings: z.array(readingSchema), nextCursor: z.string().nullable() }),
});

const getSteps = defineEndpoint({
  ...routes.getSteps,
  summary: `The steps of the present wearer of a device on each of the last ${stepDays} days by the clocks of its customer's market, the earliest first. 0: none were counted`,
  permission: 'DEVICE_HEART_RATE_BLOOD_PRESSURE',
  params: deviceParams,
  response: z.object({
    days: z.array(
      z.object({
        /** `YYYY-MM-DD` */
        date: z.string(),
        steps: z.number(),
      }),
    ),
  }),
});

export const measurementCalls = { listReadings, getSteps };
