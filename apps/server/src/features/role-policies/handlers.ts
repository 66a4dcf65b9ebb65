import { type Policy, policies, requiredInformation } from '@varde/catalogue/permissions';
import type { api } from '@varde/contract/api';
import type { HandlerInput, HandlerOutput } from '@varde/contract/endpoint';
import { heldBy, lastsUntil } from '#domain/accounts/may-grant.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { findCustomerName } from '#domain/customers/customers.ts';
import { customersBelow } from '#domain/customers/customers-below.ts';
import { lockOwn, putRolePolicy, removeRolePolicy, rolePoliciesAt } from '#domain/customers/role-policies.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';

type Group = (typeof api)['rolePolicies'];
type Change = HandlerInput<Group['saveRolePolicy']>['body'];

/** Policies that customers give to roles in addition to the standard ones. */
export function rolePolicyHandlers({
  db,
  bus,
  clock,
}: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>): Handlers<Group> {
  return {
    async getRolePolicies({ params }, caller) {
      const customer = await findCustomerName(db, caller.scopeOf('USER_PRIVILEGES_READ'), params.custId);
      if (customer === undefined) throw new AppError('notFound');
      return present(db, customer, caller);
    },

    async saveRolePolicy({ params: { custId }, body }, caller) {
      const customer = await findCustomerName(db, caller.scopeOf('USER_PRIVILEGES_ALL'), custId);
      if (customer === undefined) throw new AppError('notFound');
      const below = await customersBelow(db, custId);
      if (!heldBy(caller).at(body.policy, below)) throw new AppError('notAllowed');
      if (body.status !== 'inactive' && !lastsUntil(caller, null)) throw new AppError('notAllowed');
      refuseWithoutInformation(body);
      await commitAndPublish({ db, bus }, async (tx, changes) => {
        if (await change(tx, custId, body, caller, new Date(clock.now())))
          changes.publish({ type: 'rights', userId: null, custIds: below });
      });
      return present(db, customer, caller);
    },
  };
}

function refuseWithoutInformation({ policy, status, information }: Change): void {
  if (status !== 'active' || requiredInformation[policy] === undefined || information !== null) return;
  throw new AppError('validationFailed', [{ path: 'information', message: 'this policy needs one' }]);
}

/** False when nothing changed. */
async function change(tx: Database, custId: number, body: Change, by: Caller, at: Date): Promise<boolean> {
  const { role, policy, status, information } = body;
  const own = await lockOwn(tx, { custId, role, policy });
  if (own?.status === status && own?.information === information) return false;
  if (own === undefined && status === null) return false;
  if (status === null) await removeRolePolicy(tx, { custId, role, policy });
  else await putRolePolicy(tx, { custId, role, policy, status, information });
  await recordAudit(tx, {
    action: 'rolePolicy.changed',
    at,
    by,
    custId,
    subject: { kind: 'customer', id: custId },
    before: { role, policy, status: own?.status ?? null, information: own?.information ?? null },
    after: { role, policy, status, information: status === null ? null : information },
  });
  return true;
}

async function present(
  db: Database,
  customer: { custId: number; firmName: string },
  caller: Caller,
): Promise<HandlerOutput<Group['getRolePolicies']>> {
  const { custId } = customer;
  const { acting } = caller;
  const held = heldBy(acting);
  const below = await customersBelow(db, custId);
  const changeable = (Object.keys(policies) as Policy[]).filter((policy) => held.at(policy, below));
  return {
    ...customer,
    rolePolicies: await rolePoliciesAt(db, custId),
    changeable: acting.may('USER_PRIVILEGES_ALL', custId) ? changeable : [],
  };
}
