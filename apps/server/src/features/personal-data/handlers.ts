import type { api } from '@varde/contract/api';
import type { UserData } from '@varde/contract/personal-data';
import { addConsent, consentsOfPeriods, consentsOfUser } from '#domain/accounts/consents.ts';
import { granting } from '#domain/accounts/may-grant.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { recordLook } from '#domain/audit/audit-looks.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller, Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { withReach } from '#platform/database/reach.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { type FoundUser, findDevices, findHeldDevice, findUser, findUsers, policiesOf } from './store-find.ts';
import { findPeriod, listPeriods, type PeriodRow } from './store-periods.ts';

type Group = Handlers<(typeof api)['personalData']>;
type Dependencies = Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>;

/** The customers whose personal data the caller administers. */
export const scopeOf = (caller: Caller): Scope => caller.scopeOf('USER_PRIVILEGES_ALL');

export async function requireUser(db: Database, caller: Caller, userId: number): Promise<FoundUser> {
  const user = await findUser(db, scopeOf(caller), userId);
  if (user === undefined) throw new AppError('notFound');
  return user;
}

export async function requirePeriod(db: Database, caller: Caller, assignmentId: number): Promise<PeriodRow> {
  const period = await findPeriod(db, scopeOf(caller), assignmentId);
  if (period === undefined) throw new AppError('notFound');
  return period;
}

async function userData(db: Database, caller: Caller, user: FoundUser): Promise<UserData> {
  const { custId: _, ...shown } = user;
  const { userId } = user;
  const governed = (await findUser(db, scopeOf(caller.acting), userId)) !== undefined;
  const erasable = governed && (await mayErase(db, caller, userId));
  return { ...shown, consents: await consentsOfUser(db, userId), erasable };
}

/** Nobody erases themselves, or a user with a role that they could not have given. */
export async function mayErase(db: Database, caller: Caller, userId: number): Promise<boolean> {
  const held = await policiesOf(db, userId);
  const mayGrant = await granting(db, caller.acting, held);
  return userId !== caller.userId && held.every((one) => mayGrant('USER_PRIVILEGES_ALL', one));
}

/** A device with the periods that the caller administers. Its past and present names reveal its wearers. */
export async function wearerData(db: Database, caller: Caller, deviId: number) {
  // Each query has the scope in its condition; the device itself may belong to a customer out of reach.
  return withReach('all', async () => {
    const device = await findHeldDevice(db, scopeOf(caller), deviId);
    if (device === undefined) throw new AppError('notFound');
    const periods = await listPeriods(db, scopeOf(caller), deviId);
    const consents = await consentsOfPeriods(
      db,
      periods.map(({ assignmentId }) => assignmentId),
    );
    return {
      ...device,
      periods: periods.map((period) => ({ ...period, consents: consents.get(period.assignmentId) ?? [] })),
    };
  });
}

type Reading = 'findPersonalData' | 'getUserData' | 'getWearerData';
export function readingHandlers({ db, clock }: Dependencies): Pick<Group, Reading> {
  const look = (by: Caller) => ({ action: 'personalData.read' as const, at: new Date(clock.now()), by });
  return {
    findPersonalData: ({ query: { search } }, caller) =>
      withReach('all', async () => ({
        users: await findUsers(db, scopeOf(caller), search),
        devices: await findDevices(db, scopeOf(caller), search),
      })),

    async getUserData({ params: { userId } }, caller) {
      const user = await requireUser(db, caller, userId);
      await recordLook(db, { ...look(caller), custId: user.custId, subject: { kind: 'user', id: userId } });
      return userData(db, caller, user);
    },

    async getWearerData({ params: { deviId } }, caller) {
      const shown = await wearerData(db, caller, deviId);
      for (const custId of new Set(shown.periods.map((period) => period.custId)))
        await recordLook(db, { ...look(caller), custId, subject: { kind: 'device', id: deviId } });
      return shown;
    },
  };
}

type Consenting = 'recordUserConsent' | 'recordWearerConsent';
export function consentHandlers({ db, bus, clock }: Dependencies): Pick<Group, Consenting> {
  /** Time of a consent: never in the future. */
  const consentTime = (saidAt: number | null): Date => {
    if (saidAt !== null && saidAt > clock.now())
      throw new AppError('validationFailed', [{ path: 'saidAt', message: 'is to come' }]);
    return new Date(saidAt ?? clock.now());
  };
  return {
    async recordUserConsent({ params: { userId }, body }, caller) {
      const { kind, state, note } = body;
      const saidAt = consentTime(body.saidAt);
      const at = new Date(clock.now());
      return commitAndPublish({ db, bus }, async (tx, changes) => {
        const user = await requireUser(tx, caller, userId);
        const { custId } = user;
        const recorded = { recordedAt: at, recordedBy: caller.userId };
        await addConsent(tx, { userId, custId, kind, state, note, saidAt, ...recorded });
        const subject = { kind: 'user' as const, id: userId };
        await recordAudit(tx, {
          action: `consent.${state}`,
          at,
          by: caller,
          custId,
          subject,
          after: { kind },
        });
        changes.publish({ type: 'rights', userId, custIds: [] });
        return userData(tx, caller, user);
      });
    },

    async recordWearerConsent({ params: { assignmentId }, body }, caller) {
      const { kind, state, note } = body;
      const saidAt = consentTime(body.saidAt);
      const at = new Date(clock.now());
      return withReach('all', async () => {
        const { deviId, custId } = await requirePeriod(db, caller, assignmentId);
        await db.transaction(async (tx) => {
          const recorded = { recordedAt: at, recordedBy: caller.userId };
          await addConsent(tx, { assignmentId, custId, kind, state, note, saidAt, ...recorded });
          const subject = { kind: 'device' as const, id: deviId };
          const after = { kind, assignmentId };
          await recordAudit(tx, { action: `consent.${state}`, at, by: caller, custId, subject, after });
        });
        return wearerData(db, caller, deviId);
      });
    },
  };
}
