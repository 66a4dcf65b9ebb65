import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countedAddress } from '../../platform/address.ts';
import { AppError } from '../../platform/app-error.ts';
import { createGate } from './gate.ts';

/** Holds back whoever guesses passwords. */
export interface LoginLimiter {
  /** Runs a login. Throws `tooManyRequests` after too many that gave null. */
  attempt<T>(request: FastifyRequest, login: () => Promise<T | null>): Promise<T | null>;
}

const windowMs = 10 * 60_000;

/** Failures within the window: for one account from one address, for one account, from one address. */
const limits = [
  { max: 8, key: (r: FastifyRequest) => `${countedAddress(r.ip)} ${accountOf(r)}` },
  { max: 60, key: (r: FastifyRequest) => accountOf(r) },
  { max: 100, key: (r: FastifyRequest) => countedAddress(r.ip) },
];

/**
 * Only failures count, so that a ward behind one address is not locked out when the shift begins. Logins walk
 * through a narrow gate, so that many at once neither slip past the count nor take the processor from alarms.
 */
export function createLoginLimiter(app: FastifyInstance): LoginLimiter {
  const gate = createGate({ width: 2, waiting: 100 });
  const checks = limits.map(({ max, key }) =>
    app.createRateLimit({ max, timeWindow: windowMs, keyGenerator: key }),
  );
  return {
    attempt: (request, login) =>
      gate.pass(async () => {
        const counts = await Promise.all(checks.map((check) => check(request, { increment: false })));
        if (counts.some((count) => !count.isAllowed && count.remaining === 0))
          throw new AppError('tooManyRequests');
        const result = await login();
        if (result === null) await Promise.all(checks.map((check) => check(request)));
        return result;
      }),
  };
}

function accountOf({ body }: FastifyRequest): string {
  const username = typeof body === 'object' && body !== null && 'username' in body ? body.username : '';
  return typeof username === 'string' ? username : '';
}
