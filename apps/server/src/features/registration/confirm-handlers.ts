import type { api } from '@varde/contract/api';
import {
  findByToken,
  listAdministrators,
  lockByToken,
  markWaiting,
  type Registration,
} from '#domain/accounts/registrations.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { hasEnoughMails, queueMail } from '#domain/messages/queue-mail.ts';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { activate } from './activate.ts';
import { requireOpen } from './limits.ts';
import type { RegistrationDependencies } from './registration-dependencies.ts';

type Confirming = 'getValidationEmail' | 'validateEmail';

/** Handles the confirmation link in the mail. */
export function confirmHandlers({
  db,
  clock,
  mode,
}: RegistrationDependencies): Pick<Handlers<(typeof api)['registration']>, Confirming> {
  return {
    async getValidationEmail({ params: { token } }) {
      const found = await findByToken(db, token, clock.now());
      if (found === undefined) throw new AppError('linkInvalid');
      const { username, firstName, lastName, kind, firmName } = found;
      return { username, firstName, lastName, firmName: kind === 'firm' ? firmName : null };
    },

    // The link works until it expires, so that following it twice is not an error.
    validateEmail: ({ params: { token } }, _caller, { request }) =>
      db.transaction(async (tx) => {
        const registration = await lockByToken(tx, token, clock.now());
        if (registration === undefined) throw new AppError('linkInvalid');
        const { username, state } = registration;
        if (state !== 'unconfirmed') return { username, state };
        requireOpen(mode);
        if (mode === 'approval' && registration.kind === 'firm') {
          await wait(tx, registration, clock.now());
          return { username, state: 'waiting' as const };
        }
        await become(tx, registration, clock.now(), request.arrival.address);
        return { username, state: 'active' as const };
      }),
  };
}

async function become(tx: Database, registration: Registration, now: number, address: string): Promise<void> {
  const at = new Date(now);
  const { custId, userId } = await activate(tx, registration, { at, approved: false });
  await recordAudit(tx, {
    action: 'customer.registered',
    at,
    by: { userId, address, context: 'PROFFWEB' },
    custId,
    subject: { kind: 'customer', id: custId },
    after: { kind: registration.kind, userId },
  });
}

async function wait(tx: Database, { registrationId }: Registration, now: number): Promise<void> {
  await markWaiting(tx, registrationId, new Date(now));
  for (const { username, language } of await listAdministrators(tx)) {
    const mail = { to: username, language, template: 'registrationWaiting' as const, at: now };
    if (await hasEnoughMails(tx, mail, now)) continue;
    await queueMail(tx, { ...mail, values: { path: '/admin/registrations' } });
  }
}
