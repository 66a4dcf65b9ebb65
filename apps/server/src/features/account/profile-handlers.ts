import type { Profile } from '@varde/contract/account';
import type { api } from '@varde/contract/api';
import type { userLanguages } from '@varde/contract/forms';
import { findAccount, saveProfile } from '#domain/accounts/own-account.ts';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { recordOwn } from './record-own.ts';

export function profileHandlers({
  db,
  clock,
}: AccountDependencies): Pick<Handlers<(typeof api)['account']>, 'getProfile' | 'saveProfile'> {
  return {
    getProfile: async (_input, { userId }) => presentProfile(db, userId),

    saveProfile: ({ body }, caller) =>
      db.transaction(async (tx) => {
        const before = await presentProfile(tx, caller.userId);
        const changed = changedFields(before, body);
        if (changed.length === 0) return before;
        await saveProfile(tx, caller.userId, { ...body, mobile: body.mobile === '' ? null : body.mobile });
        await recordOwn(tx, caller, 'user.profileChanged', clock.now(), {
          before: Object.fromEntries(changed.map((field) => [field, before[field]])),
          after: Object.fromEntries(changed.map((field) => [field, body[field]])),
        });
        return presentProfile(tx, caller.userId);
      }),
  };
}

type Fields = Omit<Profile, 'username'>;

const changedFields = (before: Profile, after: Fields) =>
  (Object.keys(after) as (keyof Fields)[]).filter((field) => before[field] !== after[field]);

async function presentProfile(db: Database, userId: number): Promise<Profile> {
  const account = await findAccount(db, userId);
  if (account === undefined) throw new AppError('notLoggedIn');
  const { username, firstName, lastName, mobile, language, theme } = account;
  return {
    username,
    firstName,
    lastName,
    mobile: mobile ?? '',
    language: knownLanguage(language),
    theme,
  };
}

const knownLanguage = (language: string): (typeof userLanguages)[number] => (language === 'en' ? 'en' : 'nb');
