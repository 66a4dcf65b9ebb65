import type { api } from '@varde/contract/api';
import type { WaitingRegistration } from '@varde/contract/registration-decisions';
import { countWaiting, deleteRegistration, listWaiting, lockWaiting } from '#domain/accounts/registrations.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { queueMail } from '#domain/messages/queue-mail.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import { epoch } from '#platform/clock/epoch.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { activate } from './activate.ts';
import type { RegistrationDependencies } from './registration-dependencies.ts';

type Deciding = 'listRegistrations' | 'approveRegistration' | 'rejectRegistration';

/** Administrators of the whole installation approve or reject waiting firms: a new firm belongs to no customer. */
export function decideHandlers({
  db,
  clock,
}: RegistrationDependencies): Pick<Handlers<(typeof api)['registration']>, Deciding> {
  return {
    async listRegistrations({ query }, caller) {
      requireAll(caller);
      const { page, nextCursor } = await listWaiting(db, query);
      return {
        registrations: page.map(presentWaiting),
        total: await countWaiting(db),
        nextCursor,
      };
    },

    approveRegistration: ({ params: { registrationId } }, caller) =>
      db.transaction(async (tx) => {
        requireAll(caller);
        const registration = await lockWaiting(tx, registrationId);
        if (registration === undefined) throw new AppError('notFound');
        const at = new Date(clock.now());
        const { custId, userId } = await activate(tx, registration, { at, approved: true });
        await recordAudit(tx, {
          action: 'registration.approved',
          at,
          by: caller,
          custId,
          subject: { kind: 'customer', id: custId },
          after: { kind: registration.kind, userId },
        });
        const { username: to, language } = registration;
        const values = { path: '/login' };
        await queueMail(tx, { to, language, template: 'registrationApproved', values, at: at.getTime() });
        return { custId };
      }),

    rejectRegistration: ({ params: { registrationId }, body: { reason } }, caller) =>
      db.transaction(async (tx) => {
        requireAll(caller);
        const registration = await lockWaiting(tx, registrationId);
        if (registration === undefined) throw new AppError('notFound');
        const { firmName, orgNumber, username: to, language } = registration;
        const at = clock.now();
        await deleteRegistration(tx, registrationId);
        await recordAudit(tx, {
          action: 'registration.rejected',
          at: new Date(at),
          by: caller,
          custId: null,
          subject: { kind: 'registration', id: registrationId },
          before: { firmName, orgNumber },
          after: { reason },
        });
        await queueMail(tx, { to, language, template: 'registrationRejected', values: { reason }, at });
        return {};
      }),
  };
}

function requireAll(caller: Caller): void {
  if (caller.scopeOf('ACTIVATE') !== 'all') throw new AppError('notAllowed');
}

type WaitingRow = Awaited<ReturnType<typeof listWaiting>>['page'][number];

function presentWaiting({ registration, sameNumber }: WaitingRow): WaitingRegistration {
  const { orgNumber, createdAt, confirmedAt } = registration;
  return {
    ...registration,
    orgNumber: orgNumber ?? '',
    createdAt: epoch(createdAt),
    confirmedAt: epoch(confirmedAt ?? createdAt),
    sameNumber,
  };
}
