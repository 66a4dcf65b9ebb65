import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { textField } from './fields.ts';
import { importColumns, longestCell, maxImportRows } from './import-columns.ts';
import { routes } from './routes.ts';

/** What is wrong with a field of a row. Texts: `importDevices.faults.<fault>`. */
export const importFaults = [
  /** It is empty. */
  'missing',
  /** It is too long, or has not the form that it must have. */
  'invalid',
  'unknownHardware',
  'unknownTag',
  /** None of the caller's customers, or several, have this name or organisation number. */
  'unknownCustomer',
  'severalCustomers',
  /** An earlier row of the file has it: `otherLine`. */
  'repeated',
  /** A device of Varde has it. */
  'taken',
  /** The customer of the row has this unit with this name already. */
  'imported',
  'notInStock',
  /** The unit in stock is another one by this. */
  'notOfStock',
  'openAlarm',
  /** The caller may not set it for devices of the customer. */
  'notAllowed',
] as const;
export type ImportFault = (typeof importFaults)[number];

const cell = textField(longestCell);
const rowSchema = z.object({
  /** The row of the spreadsheet, for the answer. */
  line: z.int().min(1).max(1_000_000),
  ...(Object.fromEntries(importColumns.map((column) => [column, cell])) as Record<
    (typeof importColumns)[number],
    typeof cell
  >),
});
export type ImportRow = z.output<typeof rowSchema>;

export const importDevices = defineEndpoint({
  ...routes.importDevices,
  summary:
    'Take many units into use, from stock or registered as new: none when a row has a fault. A dry run changes nothing. Each row is imported by itself; one whose unit was taken meanwhile has its fault in the answer',
  permission: 'ADD_DEVICE_MENU',
  body: z.object({ rows: z.array(rowSchema).min(1).max(maxImportRows), dryRun: z.boolean() }),
  maxBodyBytes: 1_000_000,
  response: z.object({
    /** False: nothing was changed. */
    imported: z.boolean(),
    rows: z.array(
      z.object({
        line: z.number(),
        /** The numbers of the row as they were read, which is how they are stored. */
        read: z.object({ serial: z.string(), identity: z.string(), phone: z.string() }),
        /** Where the unit comes from; null: the row has faults. */
        origin: z.enum(['stock', 'new']).nullable(),
        faults: z.array(
          z.object({
            column: z.enum(importColumns),
            fault: z.enum(importFaults),
            otherLine: z.number().nullable(),
          }),
        ),
        deviId: z.number().nullable(),
        /** Of a unit that was registered on a protocol with tokens; it cannot be shown again. */
        token: z.string().nullable(),
      }),
    ),
  }),
});
