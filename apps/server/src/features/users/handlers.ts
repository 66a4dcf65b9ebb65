import { type Policy, roles, type UserPolicy } from '@varde/catalogue/permissions';
import { type UserFlag, userFlags } from '@varde/catalogue/user-flags';
import type { api } from '@varde/contract/api';
import { endAccess, endAccessIfOver } from '#domain/accounts/end-access.ts';
import { granting, lastsUntil } from '#domain/accounts/may-grant.ts';
import { removeTwoFactor } from '#domain/accounts/two-factor.ts';
import {
  changeUser as changeRow,
  givePolicies,
  listDeletedUsers,
  listUsers,
  takePolicies,
  type UserChanges,
} from '#domain/accounts/users.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { queueMail } from '#domain/messages/queue-mail.ts';
import { AppError } from '#platform/app-error.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { explainAccessTo } from './access.ts';
import { addUser } from './add-user.ts';
import { userApiKeyHandlers } from './api-key-handlers.ts';
import { changeUser, showUser } from './change-user.ts';
import { checkedDetails } from './checked-details.ts';
import { presentUsers } from './present.ts';
import { realPolicies } from './real-policies.ts';

type Dependencies = Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>;

/** User accounts and their roles at customers. */
export function userHandlers(dependencies: Dependencies): Handlers<(typeof api)['users']> {
  return {
    ...readingHandlers(dependencies),
    ...changingHandlers(dependencies),
    ...endingHandlers(dependencies),
    ...userApiKeyHandlers(dependencies),
  };
}

type Reading = 'listUsers' | 'listDeletedUsers' | 'getUser' | 'explainAccess' | 'listGivableRoles';
function readingHandlers({ db }: Dependencies): Pick<Handlers<(typeof api)['users']>, Reading> {
  return {
    async listUsers({ query }, caller) {
      const { page, nextCursor } = await listUsers(db, caller.scopeOf('USER_PRIVILEGES_READ'), query);
      return {
        users: await presentUsers(db, page, caller),
        nextCursor,
        mayAdd: caller.acting.mayAnywhere('USER_PRIVILEGES_ADD'),
      };
    },
    async listDeletedUsers({ query }, caller) {
      const { page, nextCursor } = await listDeletedUsers(db, caller.scopeOf('DELETED_USERS'), query);
      return {
        users: await presentUsers(db, page, caller),
        nextCursor,
      };
    },
    getUser: ({ params: { userId } }, caller) => showUser(db, caller, userId),
    explainAccess: (input, caller) => explainAccessTo(db, caller, input),
    async listGivableRoles({ params: { custId } }, caller) {
      if (!caller.may('USER_PRIVILEGES_READ', custId)) throw new AppError('notFound');
      const asked = roles.map(({ key }) => ({ role: key, custId }));
      const mayGrant = await granting(db, caller.acting, asked);
      const givenBy = (policy: Policy) => asked.filter((one) => mayGrant(policy, one)).map(({ role }) => role);
      return { invited: givenBy('USER_PRIVILEGES_ADD'), added: givenBy('USER_PRIVILEGES_ALL') };
    },
  };
}

type Changing = 'createUser' | 'updateUser' | 'setUserPolicies' | 'setUserFlags';
function changingHandlers({ db, bus, clock }: Dependencies): Pick<Handlers<(typeof api)['users']>, Changing> {
  return {
    async createUser({ body }, caller) {
      const userId = await addUser({ db, clock }, caller, body);
      return showUser(db, caller, userId);
    },

    async updateUser({ params: { userId }, body }, caller) {
      await changeUser({ db, bus, clock, caller, userId, ability: 'edit' }, async (tx, { user }, now) => {
        const check = { caller, policy: 'USER_PRIVILEGES_ALL', now: now.getTime() } as const;
        const changes = await checkedDetails(tx, check, body, user);
        const keys = Object.keys(changes) as (keyof typeof changes)[];
        const changed = keys.filter((key) => String(changes[key]) !== String(user[key]));
        if (changed.length === 0) return null;
        await changeRow(tx, userId, changes);
        if (changed.includes('temporaryUntil')) await endAccessIfOver(tx, user, now);
        const only = (all: UserChanges) => Object.fromEntries(changed.map((key) => [key, all[key]]));
        return { action: 'user.changed', before: only(user), after: only(changes) };
      });
      return showUser(db, caller, userId);
    },

    async setUserPolicies({ params: { userId }, body }, caller) {
      await changeUser({ db, bus, clock, caller, userId, ability: 'policies' }, async (tx, { held, user }) => {
        const mayGrant = await granting(tx, caller, [...held, ...body.policies]);
        const may = (policy: UserPolicy) => mayGrant('USER_PRIVILEGES_ALL', policy);
        const isIn = (list: readonly UserPolicy[]) => (one: UserPolicy) =>
          list.some(({ role, custId }) => role === one.role && custId === one.custId);
        if (!body.policies.every((one) => isIn(held)(one) || may(one))) throw new AppError('notAllowed');
        const wanted = await realPolicies(tx, body.policies);
        const given = wanted.filter((one) => !isIn(held)(one));
        if (given.length > 0 && !lastsUntil(caller, user.temporaryUntil)) throw new AppError('notAllowed');
        const taken = held.filter((one) => may(one) && !isIn(wanted)(one));
        if (given.length + taken.length === 0) return null;
        await takePolicies(tx, userId, taken);
        await givePolicies(tx, userId, given);
        const ids = (list: readonly UserPolicy[]) => list.map(({ role, custId }) => ({ role, custId }));
        return { action: 'user.policies', before: { taken: ids(taken) }, after: { given: ids(given) } };
      });
      return showUser(db, caller, userId);
    },

    async setUserFlags({ params: { userId }, body }, caller) {
      await changeUser({ db, bus, clock, caller, userId, ability: 'flags' }, async (tx, { user }) => {
        const changed = userFlags.filter((flag) => body[flag] !== user[flag]);
        if (changed.length === 0) return null;
        await changeRow(tx, userId, body);
        const only = (all: Record<UserFlag, boolean>) => Object.fromEntries(changed.map((flag) => [flag, all[flag]]));
        return { action: 'user.flags', before: only(user), after: only(body) };
      });
      return showUser(db, caller, userId);
    },
  };
}

type Ending = 'setUserActivation' | 'resetTwoFactor' | 'promoteUser' | 'deleteUser' | 'undeleteUser';
function endingHandlers({ db, bus, clock }: Dependencies): Pick<Handlers<(typeof api)['users']>, Ending> {
  return {
    async setUserActivation({ params: { userId }, body: { active } }, caller) {
      await changeUser({ db, bus, clock, caller, userId, ability: 'activation' }, async (tx, { user }, now) => {
        if (active === (user.disabledAt === null)) return null;
        await changeRow(tx, userId, { disabledAt: active ? null : now });
        if (!active) await endAccess(tx, userId, now);
        return { action: active ? 'user.activated' : 'user.deactivated' };
      });
      return showUser(db, caller, userId);
    },

    async promoteUser({ params: { userId } }, caller) {
      await changeUser({ db, bus, clock, caller, userId, ability: 'promote' }, async (tx, { user }, now) => {
        await changeRow(tx, userId, { temporaryUntil: null });
        await endAccessIfOver(tx, user, now);
        return { action: 'user.promoted', before: { temporaryUntil: user.temporaryUntil } };
      });
      return showUser(db, caller, userId);
    },

    async resetTwoFactor({ params: { userId } }, caller) {
      await changeUser({ db, bus, clock, caller, userId, ability: 'resetTwoFactor' }, async (tx, { user }, now) => {
        await removeTwoFactor(tx, userId);
        const values = { at: now.getTime(), address: caller.address };
        await queueMail(tx, {
          to: user.username,
          language: user.language,
          template: 'twoFactorOff',
          values,
          at: now.getTime(),
        });
        return { action: 'user.twoFactorReset' };
      });
      return showUser(db, caller, userId);
    },

    async deleteUser({ params: { userId } }, caller) {
      await changeUser({ db, bus, clock, caller, userId, ability: 'delete' }, async (tx, { user }, now) => {
        const ends = { disabledAt: user.disabledAt ?? now, deletedAt: now, deletedBy: caller.userId };
        await changeRow(tx, userId, ends);
        await endAccess(tx, userId, now);
        return { action: 'user.deleted' };
      });
      return {};
    },

    async undeleteUser({ params: { userId } }, caller) {
      await changeUser({ db, bus, clock, caller, userId, ability: 'undelete' }, async (tx, { user }) => {
        // A user who was disabled before the deletion stays disabled when restored.
        const disabledByDeletion = user.disabledAt?.getTime() === user.deletedAt?.getTime();
        await changeRow(tx, userId, {
          deletedAt: null,
          deletedBy: null,
          ...(disabledByDeletion ? { disabledAt: null } : {}),
        });
        return { action: 'user.undeleted' };
      });
      return showUser(db, caller, userId);
    },
  };
}
