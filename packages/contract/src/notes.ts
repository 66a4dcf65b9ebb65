import { z } from 'zod';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { pageQuery } from './fields.ts';
import { noteFilterFields } from './filters.ts';
import { noteForm } from './forms.ts';
import { routes } from './routes.ts';

/** The note on a device, about its present wearer. */
export const noteSchema = z.object({
  /** The number of the note; 0: no note. */
  id: z.number(),
  deviId: z.number(),
  /** Empty: no note. */
  note: z.string(),
  /** Alarm messages contain it as well. */
  sms: z.boolean(),
  /** Unix milliseconds. */
  lastChanged: z.number().nullable(),
  /** `changedBy`: the name of the user who changed it last. */
  log: z.object({ changedBy: z.string().nullable() }),
  /** `edit`: the caller may save it. */
  abilities: z.array(z.enum(['edit'])),
});
export type Note = z.output<typeof noteSchema>;

const getNote = defineEndpoint({
  ...routes.getNote,
  summary: 'The note on a device',
  permission: 'DEVICE_NOTE',
  params: deviceParams,
  response: noteSchema,
});

const saveNote = defineEndpoint({
  ...routes.saveNote,
  summary:
    'Save the note on a device; an empty one is removed. Refused when the device has another note than the caller has read',
  permission: 'DEVICE_NOTE',
  params: deviceParams,
  body: z.object(noteForm.shape),
  response: noteSchema,
});

export const listNotes = defineEndpoint({
  ...routes.listNotes,
  summary: 'The notes on the devices that the caller may see, the latest added first',
  permission: 'DEVICE_NOTE',
  query: z.object({ ...noteFilterFields, ...pageQuery }),
  response: z.object({
    notes: z.array(noteSchema.omit({ abilities: true }).extend({ deviceName: z.string(), deviceSNNum: z.string() })),
    nextCursor: z.string().nullable(),
  }),
});

export const noteCalls = { listNotes, getNote, saveNote };
