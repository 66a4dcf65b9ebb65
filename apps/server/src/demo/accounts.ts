import type { Role } from '@varde/catalogue/permissions';
import { like } from 'drizzle-orm';
import { users } from '#domain/accounts/tables.ts';
import type { Database } from '../platform/database/database.ts';
import type { DemoCustomerKey } from './organisation.ts';

/** Reserved domain (RFC 2606): an account with it is a demo account, also in restored data. */
const demoDomain = '@solvik.example';

/** Without the demo switch such an account is treated as nonexistent and cannot log in. */
export const isDemoAccount = (username: string): boolean => username.endsWith(demoDomain);

export async function hasDemoAccounts(db: Database): Promise<boolean> {
  const rows = await db
    .select({ userId: users.userId })
    .from(users)
    .where(like(users.username, `%${demoDomain}`))
    .limit(1);
  return rows.length > 0;
}

export interface DemoLogin {
  role: Role;
  /** The demonstrated role, in Norwegian like the rest of the demo. */
  who: string;
  username: string;
  password: string;
  firstName: string;
  lastName: string;
  /** Null: all customers. */
  customer: DemoCustomerKey | null;
}

const login = (
  role: Role,
  customer: DemoCustomerKey | null,
  name: string,
  who: string,
  [firstName, lastName]: [string, string],
): DemoLogin => ({
  role,
  who,
  customer,
  username: `${name}${demoDomain}`,
  password: 'varde-demo',
  firstName,
  lastName,
});

/** One login for each role, and one for a private customer. The names describe functions, not people. */
export const demoLogins: readonly DemoLogin[] = [
  login('SUPERFIRM', null, 'admin', 'systemadministrator for alle kunder', ['Systemadministrator', 'Varde']),
  login('SUPERAHP', 'partner', 'vaktleder', 'vaktleder i alarmsentralen', ['Vaktleder', 'alarmsentral']),
  login('AHP', 'partner', 'alarm', 'operatør i alarmsentralen', ['Operatør', 'alarmsentral']),
  login('FIRM', 'municipality', 'kommune', 'administrator for Solvik kommune', ['Koordinator', 'velferdsteknologi']),
  login('RESTRICTED_USER', 'solvikHome', 'sykehjem', 'ansatt ved Solvik sykehjem', ['Ansatt', 'sykehjem']),
  login('TRACKER', 'southDistrict', 'sporing', 'sporingsbruker i Sørneset', ['Sporing', 'hjemmetjeneste']),
  login('RESTRICTED_USER', 'privateAase', 'privat', 'privatkunde', ['Pårørende', 'Åse']),
];
