import { recordAudit } from '#domain/audit/audit.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { OutboxMessage } from '#domain/messages/outbox.ts';
import { textOfPush } from '#domain/messages/push-message.ts';
import { renderMail, subjectOf } from '#domain/messages/render-mail.ts';
import type { WorkingChannels } from '#domain/notifications/working-channels.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import { epoch } from '#platform/clock/epoch.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { findWaiting, listMessages } from './store.ts';

export interface OutboxDependencies extends Pick<FeatureDependencies, 'db' | 'clock'> {
  /** The channels with a provider, which delivers the messages. */
  working: WorkingChannels;
  /** Base address of the links in mails. */
  consoleUrl: string;
}

/** Delivery state of messages, for administrators of the installation. */
export function createOutboxFeature(dependencies: OutboxDependencies): FeatureOf<'outbox'> {
  const { db, clock, working, consoleUrl } = dependencies;
  return {
    group: 'outbox',
    handlers: {
      async listOutbox({ query }, caller) {
        requireAdministrator(caller);
        const { page, nextCursor } = await listMessages(db, query);
        return {
          messages: page.map(({ template, language, createdAt, endedAt, ...message }) => ({
            ...message,
            subject: subjectOf({ template, language }),
            createdAt: epoch(createdAt),
            endedAt: epoch(endedAt),
          })),
          nextCursor,
          provider: working.has(query.channel),
        };
      },

      readOutboxMessage: ({ params: { messageId } }, caller) =>
        db.transaction(async (tx) => {
          requireAdministrator(caller);
          const message = await findWaiting(tx, messageId);
          if (message === undefined || working.has(message.channel)) throw new AppError('notFound');
          const { channel, recipient, template } = message;
          const text = textOf(message, consoleUrl);
          await recordAudit(tx, {
            action: 'outboxMessage.read',
            at: new Date(clock.now()),
            by: caller,
            custId: null,
            after: { messageId, channel, ...(template !== null && { template }) },
          });
          return { recipient, ...text };
        }),
    },
  };
}

/** What a message says; throws `notFound` for one that says nothing to this version of Varde. */
function textOf(message: OutboxMessage, consoleUrl: string): { subject: string | null; text: string } {
  const { channel, content } = message;
  const mail = renderMail(message, consoleUrl);
  if (mail !== null) return { subject: mail.subject, text: mail.text };
  if (channel === 'email' || content === null) throw new AppError('notFound');
  return { subject: null, text: channel === 'push' ? textOfPush(content) : content };
}

/** Messages concern accounts and alarms of any customer, so holding the policy for some customers is not enough. */
function requireAdministrator(caller: Caller): void {
  if (!caller.isAdmin) throw new AppError('notAllowed');
}
