import { maxSelectedRoles } from '@varde/contract/session';
import { rolesParameter } from '@varde/contract/transport';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../app-error.ts';
import { plainAddress } from '../net/address.ts';

/** The origin of a call or a live connection, apart from its token. */
export interface Arrival {
  /** An IP address. */
  address: string;
  /** The ids of the roles that the user has selected, as sent; null: no selection, so all roles of the user. */
  roles: readonly string[] | null;
}

const longestId = 40;
const selection = z
  .union([z.string().transform((id) => [id]), z.array(z.string())])
  .pipe(z.array(z.string().max(longestId)).max(maxSelectedRoles));

/**
 * The origin of a request and its selection of roles (specification 2, section 6: `roles`, repeated per role id).
 * Removes the parameter from the query, so that no call has to declare it. Throws when it is no list of ids. Ids are
 * not checked here: one of a role that the user does not hold has no effect.
 */
export function takeArrival(request: FastifyRequest): Arrival {
  const { [rolesParameter]: sent, ...query } = request.query as Record<string, unknown>;
  const address = plainAddress(request.ip);
  request.query = query;
  if (sent === undefined) return { address, roles: null };
  const chosen = selection.safeParse(sent);
  if (!chosen.success)
    throw new AppError('validationFailed', [{ path: rolesParameter, message: 'must be ids of roles' }]);
  return { address, roles: chosen.data };
}
