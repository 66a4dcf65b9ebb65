import type { HandlerInput } from '@varde/contract/endpoint';
import type { login } from '@varde/contract/session';
import { type Credentials, findCredentials } from '#domain/accounts/sessions.ts';
import { useSecondFactor } from '#domain/accounts/two-factor.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { passwordMatches } from '../../platform/secrets/passwords.ts';
import type { LoginOutcome } from './login-limiter.ts';

type Dependencies = Pick<FeatureDependencies, 'db' | 'clock'> & { mayLogIn(username: string): boolean };

/** The account with this username and password. An unknown username costs the same work as a known one. */
export async function checkLogin(
  dependencies: Dependencies,
  { username, password, TWO_FACTOR_KEY: key = '' }: HandlerInput<typeof login>['body'],
): Promise<LoginOutcome<number>> {
  const { db, clock, mayLogIn } = dependencies;
  const found = await findCredentials(db, username, clock.now());
  const user = found !== null && !found.disabled && mayLogIn(username) ? found : null;
  const matches = await passwordMatches(user?.passwordHash ?? null, password);
  if (user === null || !matches) return { is: 'wrong', code: 'loginFailed' };
  return checkSecondFactor(dependencies, user, key.trim());
}

async function checkSecondFactor(
  { db, clock }: Dependencies,
  { userId, twoFactorSecret, twoFactorLastStep }: Credentials,
  key: string,
): Promise<LoginOutcome<number>> {
  if (twoFactorSecret === null) return { is: 'in', value: userId };
  if (key === '') return { is: 'incomplete', code: 'twoFactorRequired' };
  const user = { userId, twoFactorSecret, twoFactorLastStep };
  const matches = await useSecondFactor(db, user, key, clock.now());
  return matches ? { is: 'in', value: userId } : { is: 'wrong', code: 'twoFactorWrong' };
}
