import { recordAudit } from '#domain/audit/audit.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { textOfPush } from '#domain/messages/push-message.ts';
import { renderMail, subjectOf } from '#domain/messages/render-mail.ts';
import type { WorkingChannels } from '#domain/notifications/working-channels.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import { epoch } from '#platform/clock/epoch.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { findWaitingMail, findWaitingMessage, listMessages, listOutbox } from './store.ts';

export interface OutboxDependencies extends Pick<FeatureDependencies, 'db' | 'clock'> {
  /** The channels with a provider, which delivers the messages. */
  working: WorkingChannels;
  /** Base address of the links in mails. */
  consoleUrl: string;
}

/** Delivery state of mails, SMS, calls and push messages, for administrators of the installation. */
export function createOutboxFeature(dependencies: OutboxDependencies): FeatureOf<'outbox'> {
  const { db, clock, working, consoleUrl } = dependencies;
  const mailServer = working.has('email');
  return {
    group: 'outbox',
    handlers: {
      async listOutbox({ query }, caller) {
        requireAdministrator(caller);
        const { page, nextCursor } = await listOutbox(db, query);
        return {
          mails: page.map(({ template, language, createdAt, endedAt, ...mail }) => ({
            ...mail,
            subject: subjectOf(template, language),
            createdAt: epoch(createdAt),
            endedAt: epoch(endedAt),
          })),
          nextCursor,
          mailServer,
        };
      },

      readMail: ({ params: { mailId } }, caller) =>
        db.transaction(async (tx) => {
          requireAdministrator(caller);
          const mail = mailServer ? undefined : await findWaitingMail(tx, mailId);
          const rendered = mail === undefined ? null : renderMail(mail, consoleUrl);
          if (mail === undefined || rendered === null) throw new AppError('notFound');
          await recordAudit(tx, {
            action: 'mail.read',
            at: new Date(clock.now()),
            by: caller,
            custId: null,
            after: { mailId, template: mail.template },
          });
          return { recipient: mail.recipient, subject: rendered.subject, text: rendered.text };
        }),

      async listOutboxMessages({ query }, caller) {
        requireAdministrator(caller);
        const { page, nextCursor } = await listMessages(db, query);
        return {
          messages: page.map(({ createdAt, endedAt, ...message }) => ({
            ...message,
            createdAt: epoch(createdAt),
            endedAt: epoch(endedAt),
          })),
          nextCursor,
          provider: working.has(query.channel),
        };
      },

      readOutboxMessage: ({ params: { smsId } }, caller) =>
        db.transaction(async (tx) => {
          requireAdministrator(caller);
          const message = await findWaitingMessage(tx, smsId);
          if (message === undefined || working.has(message.channel)) throw new AppError('notFound');
          const { channel, recipient, content } = message;
          await recordAudit(tx, {
            action: 'outboxMessage.read',
            at: new Date(clock.now()),
            by: caller,
            custId: null,
            after: { smsId, channel },
          });
          return { recipient, text: channel === 'push' ? textOfPush(content) : content };
        }),
    },
  };
}

/** Messages concern accounts and alarms of any customer, so holding the policy for some customers is not enough. */
function requireAdministrator(caller: Caller): void {
  if (!caller.isAdmin) throw new AppError('notAllowed');
}
