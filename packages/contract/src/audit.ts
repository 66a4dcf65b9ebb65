import { auditActions, auditSubjects } from '@varde/catalogue/audit-actions';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { pageQuery } from './fields.ts';
import { auditFilterFields, idField, momentField } from './filters.ts';
import { routes } from './routes.ts';
import { contexts } from './session.ts';

const auditActionField = z.enum(auditActions.map(({ key }) => key));
const values = z.record(z.string(), z.unknown()).nullable();

/** One entry of the audit log. Times are Unix milliseconds. Names are the present ones, null for a deleted record. */
export const auditEntrySchema = z.object({
  auditId: z.number(),
  at: z.number(),
  action: auditActionField,
  /** Null: no session, or Varde itself. */
  user: z.object({ userId: z.number(), name: z.string().nullable() }).nullable(),
  /** With which the user’s program did it; null: no program. */
  key: z.object({ keyId: z.number(), name: z.string().nullable() }).nullable(),
  context: z.enum(contexts).nullable(),
  address: z.string().nullable(),
  /** Null: it concerns the installation. */
  customer: z.object({ custId: z.number(), firmName: z.string().nullable() }).nullable(),
  device: z.object({ deviId: z.number(), deviceName: z.string().nullable() }).nullable(),
  subject: z.object({ kind: z.enum(auditSubjects), id: z.number() }).nullable(),
  before: values,
  after: values,
  /** Names for the numbers in the subject and the fields; only those that the reader may see. */
  mentions: z.array(z.object({ kind: z.enum(['user', 'customer', 'device']), id: z.number(), name: z.string() })),
  /** The entry's link in the hash chain; null until its transaction is committed. */
  hash: z.string().nullable(),
});
export type AuditEntry = z.output<typeof auditEntrySchema>;

export const auditFilter = z.object({
  /** A customer with everything below it. */
  custId: z.optional(idField),
  deviId: z.optional(idField),
  ...auditFilterFields,
  action: auditActionField.optional(),
  /** From this moment until before that one; Unix milliseconds. */
  from: z.optional(momentField),
  to: z.optional(momentField),
});

const listAudit = defineEndpoint({
  ...routes.listAudit,
  summary: 'What was done and seen, newest first; reading it is written down as well',
  permission: 'AUDIT_LOG',
  query: auditFilter.extend({
    ...pageQuery,
    /** Recorded as an export. */
    purpose: z.enum(['read', 'export']).default('read'),
  }),
  response: z.object({
    entries: z.array(auditEntrySchema),
    nextCursor: z.string().nullable(),
    abilities: z.array(z.enum(['verify'])),
  }),
});

const verifyAudit = defineEndpoint({
  ...routes.verifyAudit,
  summary: 'Whether the hash chain over all entries is whole',
  permission: 'AUDIT_LOG',
  response: z.object({
    intact: z.boolean(),
    /** The first entry that is wrong. */
    fault: z
      .object({
        seq: z.number().nullable(),
        reason: z.enum(['chain', 'content', 'missing', 'unlinked', 'cut']),
      })
      .nullable(),
    entries: z.number(),
    /** Entries removed by retention, as recorded in the chain. */
    removed: z.number(),
    /** The newest link: noted elsewhere, it proves later that nothing was cut off. */
    head: z.object({ seq: z.number(), hash: z.string() }).nullable(),
  }),
});

const retentionParams = z.object({ custId: idField });
const retention = z.object({
  custId: z.number(),
  firmName: z.string(),
  /** Set for this customer; null: inherited. */
  own: z.number().nullable(),
  /** The effective value. */
  days: z.number(),
  /** The caller may set it. */
  changeable: z.boolean(),
});

const getAuditRetention = defineEndpoint({
  ...routes.getAuditRetention,
  summary: "How long a customer's audit entries are kept, in days",
  permission: 'AUDIT_LOG',
  params: retentionParams,
  response: retention,
});

const saveAuditRetention = defineEndpoint({
  ...routes.saveAuditRetention,
  summary: "Set how long a customer's audit entries are kept; null leaves it to the customer above",
  permission: 'RETENTION',
  params: retentionParams,
  body: z.object({ days: z.number().int().min(30).max(36_500).nullable() }),
  response: retention,
});

export const auditCalls = { listAudit, verifyAudit, getAuditRetention, saveAuditRetention };
