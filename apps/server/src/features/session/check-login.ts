import type { HandlerInput } from '@varde/contract/endpoint';
import type { login } from '@varde/contract/session';
import type { FeatureDependencies } from '../../platform/feature.ts';
import { passwordMatches } from '../../platform/passwords.ts';
import type { LoginOutcome } from './login-limiter.ts';
import { findCredentials } from './store.ts';

type Dependencies = Pick<FeatureDependencies, 'db' | 'clock'> & { mayLogIn(username: string): boolean };

/** Whose username and password these are. Somebody who does not exist costs the same work as somebody who does. */
export async function checkLogin(
  { db, mayLogIn }: Dependencies,
  { username, password }: HandlerInput<typeof login>['body'],
): Promise<LoginOutcome<number>> {
  const found = await findCredentials(db, username);
  const user = found !== null && !found.disabled && mayLogIn(username) ? found : null;
  const matches = await passwordMatches(user?.passwordHash ?? null, password);
  if (user === null || !matches) return { is: 'wrong', code: 'loginFailed' };
  if (!user.emailValidated) return { is: 'incomplete', code: 'emailNotValidated' };
  return { is: 'in', value: user.userId };
}
