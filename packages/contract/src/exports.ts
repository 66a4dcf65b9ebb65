import { z } from 'zod';
import { deviceFilter } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { exportKinds, mostShownRows } from './export-kinds.ts';
import { alarmFilterFields, deviceSorts, idField } from './filters.ts';
import { routes } from './routes.ts';

/** A time zone of the IANA database that this runtime knows. */
const timeZoneField = z
  .string()
  .max(60)
  .regex(/^[A-Za-z][\w+-]*(\/[\w+-]+){0,2}$/)
  .refine(isTimeZone);

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) !== undefined;
  } catch {
    return false;
  }
}

/** Numbers of devices with commas between them. */
const deviIdsField = z
  .string()
  .max(mostShownRows * 11)
  .regex(/^[1-9][0-9]{0,9}(,[1-9][0-9]{0,9})*$/)
  .transform((text): unknown[] => text.split(','))
  .pipe(z.array(idField).min(1).max(mostShownRows));

/** The language and the clock of the person who reads the file. */
export const readerFields = { language: z.enum(['nb', 'en']).default('nb'), timeZone: timeZoneField };

export const exportDevices = defineEndpoint({
  ...routes.exportDevices,
  summary: 'All devices that pass the filter, in the order of the list, as a file that is written while it is sent',
  permission: 'DEVICE_LIST',
  query: deviceFilter.extend({
    sort: z.enum(deviceSorts).default('default'),
    ...readerFields,
    /** These of them alone, in a file that the browser shows. */
    deviIds: deviIdsField.optional(),
    kind: z.coerce
      .number()
      .pipe(z.literal(Object.values(exportKinds)))
      .default(exportKinds.csv),
  }),
  file: ['text/csv', 'application/pdf'],
  response: z.custom<AsyncIterable<Uint8Array>>(),
});

export const exportAlarms = defineEndpoint({
  ...routes.exportAlarms,
  summary: 'The history of alarms that pass the filter, newest first, as a file that is written while it is sent',
  permission: 'DEVICE_LIST',
  query: z.object({ ...alarmFilterFields, ...readerFields }),
  file: ['text/csv'],
  response: z.custom<AsyncIterable<Uint8Array>>(),
});
