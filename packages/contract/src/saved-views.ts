import { z } from 'zod';
import { columnKeys } from './device-columns.ts';
import { defineEndpoint } from './endpoint.ts';
import { idInBody, neededLine } from './fields.ts';
import { deviceFilterFields, deviceSorts, idField } from './filters.ts';
import { routes } from './routes.ts';

const { search: _, ...filterFields } = deviceFilterFields;

/** What a view shows. Without a search: people search for names. */
export const viewContent = z.object({
  filter: z.object(filterFields),
  sort: z.enum(deviceSorts),
  /** In their order. */
  columns: z.array(z.enum(columnKeys)).min(1).max(columnKeys.length),
});
export type ViewContent = z.output<typeof viewContent>;

export const maxViewName = 60;
const viewBody = z.object({
  name: neededLine(maxViewName),
  /** Share it with the users of this customer and of all below it; null: for oneself. */
  custId: z.nullable(idInBody),
  content: viewContent,
});

const viewSchema = z.object({
  viewId: z.number(),
  name: z.string(),
  content: viewContent,
  /** The customer that it is shared with; null: it is the caller's own. */
  sharedWith: z.object({ custId: z.number(), firmName: z.string() }).nullable(),
  /** `change`: rename, replace and delete it. */
  abilities: z.array(z.enum(['change'])),
});
export type SavedView = z.output<typeof viewSchema>;
const params = z.object({ viewId: idField });

const listViews = defineEndpoint({
  ...routes.listViews,
  summary: 'The caller’s own saved views of the device list, and those that are shared with the caller',
  permission: 'session',
  response: z.object({
    views: z.array(viewSchema),
    /** The caller may share views with customers. */
    mayShare: z.boolean(),
  }),
});

export const createView = defineEndpoint({
  ...routes.createView,
  summary: 'Save a view of the device list, for oneself or for a customer that the caller administers',
  permission: 'session',
  body: viewBody,
  response: viewSchema,
});

const updateView = defineEndpoint({
  ...routes.updateView,
  summary: 'Rename a saved view, replace its content, or share it',
  permission: 'session',
  params,
  body: viewBody,
  response: viewSchema,
});

const deleteView = defineEndpoint({
  ...routes.deleteView,
  summary: 'Delete a saved view',
  permission: 'session',
  params,
  response: z.object({}),
});

export const viewCalls = { listViews, createView, updateView, deleteView };
