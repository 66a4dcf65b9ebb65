import type { UserFlag } from '@varde/catalogue/user-flags';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { emailField, idInBody, pageQuery, roleField } from './fields.ts';
import { idField, userFilterFields } from './filters.ts';
import { userForm } from './forms.ts';
import { routes } from './routes.ts';

export type { UserFlag };

export const userAbilities = [
  'edit',
  'policies',
  'flags',
  'activation',
  'promote',
  'resetTwoFactor',
  'delete',
  'undelete',
] as const;
export const userStates = ['active', 'invited', 'inactive', 'deleted'] as const;

const custName = z.string().nullable();

/** A role at a customer and everything below it; without a customer everywhere. */
const heldPolicySchema = z.object({
  role: roleField,
  custId: z.number().nullable(),
  custName,
  /** Whether the caller may take it: nobody takes what they could not have given. */
  mayTake: z.boolean(),
});

const flagShape = { beta: z.boolean(), translator: z.boolean() } satisfies Record<UserFlag, z.ZodBoolean>;

export const userSchema = z.object({
  userId: z.number(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  mobile: z.string().nullable(),
  language: z.string(),
  ...flagShape,
  /** The customer that the account belongs to; null: the installation. */
  custId: z.number().nullable(),
  custName,
  state: z.enum(userStates),
  /** An invited user without a password yet; the invitation expires then. Null: an account. */
  invitedUntil: z.number().nullable(),
  /** When a temporary account ends; null: it has no end. */
  temporaryUntil: z.number().nullable(),
  /** Null as well for callers without the right to know. */
  lastLogin: z.number().nullable(),
  createdAt: z.number(),
  deletedAt: z.number().nullable(),
  /** Those at the caller's own customers. */
  policies: z.array(heldPolicySchema),
  /** The number of others elsewhere. */
  otherPolicies: z.number(),
  abilities: z.array(z.enum(userAbilities)),
});
export type User = z.output<typeof userSchema>;

const usersPage = z.object({ users: z.array(userSchema), nextCursor: z.string().nullable() });
const params = z.object({ userId: idField });

const policyList = z.array(z.object({ role: roleField, custId: z.nullable(idInBody) })).max(200);

const listUsers = defineEndpoint({
  ...routes.listUsers,
  summary: 'Users by name who belong to one of the caller’s customers or hold a role there; none that is deleted',
  permission: 'USER_PRIVILEGES_READ',
  query: z.object({
    /** Users of this customer, or with a role there or above. */
    custId: z.optional(idField),
    ...userFilterFields,
    ...pageQuery,
  }),
  response: usersPage.extend({ mayAdd: z.boolean() }),
});

const listDeletedUsers = defineEndpoint({
  ...routes.listDeletedUsers,
  summary: 'Users who are deleted, the latest first',
  permission: 'DELETED_USERS',
  query: z.object(pageQuery),
  response: usersPage,
});

const getUser = defineEndpoint({
  ...routes.getUser,
  summary: 'A user, what they hold and what the caller may do about it',
  permission: 'USER_PRIVILEGES_READ',
  params,
  response: userSchema,
});

const listGivableRoles = defineEndpoint({
  ...routes.listGivableRoles,
  summary: 'The roles that the caller may give at a customer: those of which they have everything there and below',
  permission: 'USER_PRIVILEGES_READ',
  params: z.object({ custId: idField }),
  response: z.object({
    /** To users whom the caller invites. */
    invited: z.array(roleField),
    /** To users whom there are. */
    added: z.array(roleField),
  }),
});

export const createUser = defineEndpoint({
  ...routes.createUser,
  maxBodyBytes: 64 * 1024,
  summary:
    'Invite a user, who gets a mail to choose a password within a week; an account that the caller cannot see is not told',
  permission: 'USER_PRIVILEGES_ADD',
  body: z.object({
    username: emailField,
    ...userForm.shape,
    policies: policyList,
  }),
  response: userSchema,
});

export const updateUser = defineEndpoint({
  ...routes.updateUser,
  summary: 'Change what is known of a user',
  permission: 'USER_PRIVILEGES_ALL',
  params,
  body: z.object(userForm.shape),
  response: userSchema,
});

const setUserPolicies = defineEndpoint({
  ...routes.setUserPolicies,
  maxBodyBytes: 64 * 1024,
  summary: 'Give a user exactly these roles at the caller’s customers; roles elsewhere stay as they are',
  permission: 'USER_PRIVILEGES_ALL',
  params,
  body: z.object({ policies: policyList }),
  response: userSchema,
});

const setUserFlags = defineEndpoint({
  ...routes.setUserFlags,
  summary: 'Show a user what is on trial, or the texts of the console with their keys, or neither',
  permission: 'ADMIN',
  params,
  body: z.object(flagShape),
  response: userSchema,
});

const setUserActivation = defineEndpoint({
  ...routes.setUserActivation,
  summary: 'Let a user log in or not; who is shut out is logged out at once',
  permission: 'ACTIVATE',
  params,
  body: z.object({ active: z.boolean() }),
  response: userSchema,
});

const promoteUser = defineEndpoint({
  ...routes.promoteUser,
  summary: 'Make a temporary user a lasting one',
  permission: 'PROMOTE_TEMP',
  params,
  response: userSchema,
});

const resetTwoFactor = defineEndpoint({
  ...routes.resetTwoFactor,
  summary: 'Let a user who has lost the authenticator app log in by the password alone, and tell them by mail',
  permission: 'USER_PRIVILEGES_ALL',
  params,
  response: userSchema,
});

const deleteUser = defineEndpoint({
  ...routes.deleteUser,
  summary: 'Delete a user; can be undone',
  permission: 'USER_PRIVILEGES_ALL',
  params,
  response: z.object({}),
});

const undeleteUser = defineEndpoint({
  ...routes.undeleteUser,
  summary: 'Take a deletion back',
  permission: 'DELETED_USERS',
  params,
  response: userSchema,
});

export const userCalls = {
  listUsers,
  listDeletedUsers,
  getUser,
  listGivableRoles,
  createUser,
  updateUser,
  setUserPolicies,
  setUserFlags,
  setUserActivation,
  promoteUser,
  resetTwoFactor,
  deleteUser,
  undeleteUser,
};
