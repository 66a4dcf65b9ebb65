/** Specification 1, section 6. `everywhere`: the role reaches every customer, whichever one it is held at. */
export const roles = [
  { key: 'SUPERAHP', everywhere: true },
  { key: 'AHP', everywhere: true },
  { key: 'SUPERFIRM', everywhere: false },
  { key: 'FIRM', everywhere: false },
  { key: 'RESTRICTED_USER', everywhere: false },
  { key: 'TRACKER', everywhere: false },
] as const;

export type Role = (typeof roles)[number]['key'];

const superfirm = ['SUPERFIRM'] as const satisfies readonly Role[];
/** Alarm-handling partners hold all that is about customers, devices and alarms, and nothing of `superfirm`. */
const firms = ['SUPERAHP', 'AHP', ...superfirm, 'FIRM'] as const satisfies readonly Role[];
const users = [...firms, 'RESTRICTED_USER'] as const satisfies readonly Role[];
const trackers = [...users, 'TRACKER'] as const satisfies readonly Role[];

/** The roles that hold each policy. Names that the specification does not spell out are its words in the same style. */
export const policies = {
  ADMIN: superfirm,
  USER_PRIVILEGES_ALL: superfirm,
  USER_PRIVILEGES_ADD: superfirm,
  USER_PRIVILEGES_READ: superfirm,
  AUDIT_LOG: superfirm,
  // Varde's own: how long the customer's positions and entries of the audit log are kept
  RETENTION: superfirm,
  PROMOTE_TEMP: superfirm,
  ACTIVATE: superfirm,
  DELETED_USERS: superfirm,
  LAST_LOGIN: superfirm,
  ACCESS_TO_ALL: superfirm,
  EDIT_NATIONAL_INTEGRATION_UUID: superfirm,

  DEFAULT_SETTINGS_COMMUNICATION: firms,
  DEFAULT_SETTINGS_POSITIONING: firms,
  DEFAULT_SETTINGS_TRACKING: firms,
  DEFAULT_SETTINGS_LIGHT_SOUND: firms,
  DEFAULT_SETTINGS_BATTERY: firms,
  DEFAULT_SETTINGS_GENERAL: firms,
  DEFAULT_SETTINGS_PRIVACY: firms,
  DEFAULT_SETTINGS_FIRMWARE: firms,
  DEFAULT_SETTINGS_WHITELIST: firms,
  DEFAULT_SETTINGS_INTEGRATION: firms,
  DEFAULT_SETTINGS_EVENT_SETUP: firms,
  DEVICE_INDOOR_CUSTOMER: firms,
  CUSTOMER_GEOFENCE: firms,
  // Varde's own: "coupon codes administered by firms"
  COUPON_CODES: firms,

  DEVICE_TRANSACTION_LOG: users,
  DEVICE_LOGS: users,
  DEVICE_SETTINGS: users,
  GENERAL_SETTINGS: users,
  DEVICE_TRACKING: users,
  EVENT_SETUP: users,
  GSM_RECIPIENTS_ALL: users,
  GSM_RECIPIENTS_READ: users,
  EMAIL_RECIPIENTS_ALL: users,
  EMAIL_RECIPIENTS_READ: users,
  NEXT_OF_KIN_CHECK: users,
  NEXT_OF_KIN_TRACKING: users,
  NEXT_OF_KIN_SCHEDULE: users,
  NEXT_OF_KIN_CALL: users,
  NEXT_OF_KIN_IMAGE: users,
  ALARM_CENTRE: users,
  CONTROL_CALLING: users,
  NAME_CHANGE: users,
  EDIT_SUB_ORGS: users,
  DEVICE_ORGANIZATION: users,
  DEVICE_GEOFENCE: users,
  DEVICE_INFO: users,
  DEVICE_INDOOR: users,
  DEVICE_SENSOR: users,
  DEVICE_LIGHT_SOUND: users,
  VARDE: users,
  GX8: users,
  TWIN_DEVICE: users,
  DEVICE_DELETE_DATA: users,
  DEVICE_POSITIONING: users,
  DEVICE_BATTERY_THRESHOLD: users,
  DEVICE_ALARM: users,
  DEVICE_MAN_DOWN: users,
  DEVICE_HEART_RATE_BLOOD_PRESSURE: users,
  SUB_ORGS: users,
  PARTNER: users,
  PARTNER_PRICES: users,
  ADD_DEVICE_MENU: users,

  DEVICE_NOTE: trackers,
  // Given to the three roles above only, but tracker-only users have the map button. A tracker holds it whatever other
  // roles the same user has elsewhere, so that one more role never removes the map.
  DEVICE_ACCESS_MAP: trackers,

  // Varde's own: the specification gives everybody a device list
  DEVICE_LIST: trackers,
  ALARM_HANDLE: users,
} as const satisfies Record<string, readonly Role[]>;

export type Policy = keyof typeof policies;

/** A role that a user holds for a customer and everything below it; `custId` null: for all customers. */
export interface UserPolicy {
  role: Role;
  custId: number | null;
}

/** The extent of a policy given by a customer's role policy: `read` shows, `all` also lets act. */
export const informationValues = ['all', 'read'] as const;
export type InformationValue = (typeof informationValues)[number];

/** A customer gives a role a policy that it does not hold by itself, or with `inactive` no longer does. */
export interface CustomerRolePolicy {
  custId: number;
  role: Role;
  policy: Policy;
  status: 'active' | 'inactive';
  information: InformationValue | null;
}

/** What each new customer at the top of a tree gives: it administers its own users. */
export const defaultRolePolicies: readonly Omit<CustomerRolePolicy, 'custId'>[] = (
  [
    'USER_PRIVILEGES_ALL',
    'USER_PRIVILEGES_ADD',
    'USER_PRIVILEGES_READ',
    'ACTIVATE',
    'PROMOTE_TEMP',
    'DELETED_USERS',
    'LAST_LOGIN',
  ] as const
).map((policy) => ({ role: 'FIRM', policy, status: 'active', information: 'all' }));

/** Policies that a customer's role policy gives only with this information value (specification 2, section 6). */
export const requiredInformation: { readonly [P in Policy]?: InformationValue } = {
  DEVICE_TRANSACTION_LOG: 'all',
  DEVICE_TRACKING: 'all',
};

/** The use of a policy: a customer that gives it for `read` allows reading and not acting. */
export type Use = 'look' | 'act';

/** Policies that show and change nothing by themselves: given for `read`, they are given in full. */
export const showingPolicies: ReadonlySet<Policy> = new Set([
  'DEVICE_LIST',
  'DEVICE_ACCESS_MAP',
  'ACCESS_TO_ALL',
  'SUB_ORGS',
  'USER_PRIVILEGES_READ',
  'GSM_RECIPIENTS_READ',
  'EMAIL_RECIPIENTS_READ',
  'AUDIT_LOG',
  'LAST_LOGIN',
]);

/** What they show are positions: personal data, which nobody gets before the notice about them (specification 2, section 1). */
export const showPositions: ReadonlySet<Policy> = new Set(['DEVICE_ACCESS_MAP', 'DEVICE_TRANSACTION_LOG']);

/**
 * Closed to tracker-only users even where a customer gives it to their role: "no log table, no load-more and no log
 * action buttons" (specification 2, section 6), and no settings among their buttons (specification 1, section 6).
 */
const closedToTrackers: ReadonlySet<Policy> = new Set([
  'DEVICE_TRANSACTION_LOG',
  'DEVICE_LOGS',
  'DEVICE_SETTINGS',
  'GENERAL_SETTINGS',
]);

export interface Holder {
  policies: readonly UserPolicy[];
  /** Role policies of the customers relevant to the user. */
  rolePolicies?: readonly CustomerRolePolicy[];
}

/** The roles that reach every customer. */
export const rolesEverywhere: ReadonlySet<Role> = new Set(
  roles.filter(({ everywhere }) => everywhere).map(({ key }) => key),
);

/** Whether a role reaches every customer: it is held for all of them, or is one that reaches all. */
export const reachesAll = ({ role, custId }: UserPolicy): boolean => custId === null || rolesEverywhere.has(role);

/** The policies that a role holds by itself. */
export const policiesOf = (role: Role): Policy[] =>
  (Object.keys(policies) as Policy[]).filter((policy) => policies[policy].some((holder) => holder === role));

/** Customers with all customers below them in the tree; empty: no customer. */
export type CustomerScope = 'all' | readonly number[];

/** The customers for which a user holds a policy by an allowed role. */
export function scopeOf(user: Holder, policy: Policy): CustomerScope {
  const holders: readonly Role[] = policies[policy];
  const custIds = new Set<number>();
  for (const held of user.policies) {
    if (!holders.includes(held.role)) continue;
    if (held.custId === null || reachesAll(held)) return 'all';
    custIds.add(held.custId);
  }
  return [...custIds];
}

/**
 * Whether a user may use a policy for a customer, given as the ids from the root of the tree to the customer itself.
 * Null asks in general: for any customer at all.
 */
export function allowed(
  user: Holder,
  policy: Policy,
  customerPath: readonly number[] | null,
  use: Use = 'look',
): boolean {
  if (customerPath !== null) {
    const why = explain(user, policy, customerPath);
    return why.allowed && (use === 'look' || why.by !== 'rolePolicyToLook');
  }
  if (isClosedTo(user, policy)) return false;
  const scope = scopeOf(user, policy);
  return scope === 'all' || scope.length > 0 || isGivenAnywhere(user, policy, use);
}

/**
 * Why a user may use a policy for a customer or not. `held`: the role that it comes from or would come from, and its
 * customer. `saidBy`: the customer whose role policy decides.
 */
export type Explanation =
  | { allowed: true; by: 'everywhere' | 'role'; held: UserPolicy }
  /** `ToLook`: the customer lets the role read and not act. */
  | { allowed: true; by: 'rolePolicy' | 'rolePolicyToLook'; held: UserPolicy; saidBy: number }
  /** The nearest customer with a role policy removes it, or gives it without the required information value. */
  | { allowed: false; by: 'takenBack' | 'tooLittleInformation'; held: UserPolicy; saidBy: number }
  /** Roles reach the customer, but none of them has the policy. */
  | { allowed: false; by: 'noRoleWithIt' }
  /** No role reaches the customer. */
  | { allowed: false; by: 'noRoleHere' }
  /** Closed to a user whose only role is tracker, also by a role policy. */
  | { allowed: false; by: 'trackerOnly' };

/** `allowed` for a customer, together with the reason. Of several reasons the most significant one is given. */
export function explain(user: Holder, policy: Policy, customerPath: readonly number[]): Explanation {
  if (isClosedTo(user, policy)) return { allowed: false, by: 'trackerOnly' };
  const here = user.policies.filter(
    (held) => reachesAll(held) || (held.custId !== null && customerPath.includes(held.custId)),
  );
  const holders: readonly Role[] = policies[policy];
  const holding = here.filter(({ role }) => holders.includes(role));
  const everywhere = holding.find(({ role }) => rolesEverywhere.has(role));
  if (everywhere !== undefined) return { allowed: true, by: 'everywhere', held: everywhere };
  if (holding[0] !== undefined) return { allowed: true, by: 'role', held: holding[0] };
  const said = here.flatMap((held) => explanationsOf(user, held, policy, customerPath));
  const decisive = said.find(({ by }) => by === 'rolePolicy') ?? said.find((one) => one.allowed) ?? said[0];
  return decisive ?? { allowed: false, by: here.length > 0 ? 'noRoleWithIt' : 'noRoleHere' };
}

/** Policies that no role policy of a customer opens to a tracker-only user. */
export function isClosedTo(user: Holder, policy: Policy): boolean {
  return closedToTrackers.has(policy) && isTrackerOnly(user);
}

/** Whether a customer's role policy with this information value gives the policy, for reading or for acting. */
export function isEnough(policy: Policy, information: InformationValue | null, use: Use): boolean {
  const required = requiredInformation[policy];
  if (required !== undefined) return information === required;
  return use === 'look' || information !== 'read' || showingPolicies.has(policy);
}

function isGivenAnywhere({ policies: held, rolePolicies = [] }: Holder, policy: Policy, use: Use): boolean {
  return rolePolicies.some(
    (given) =>
      given.policy === policy &&
      given.status === 'active' &&
      isEnough(policy, given.information, use) &&
      held.some(({ role }) => role === given.role),
  );
}

/** Of the customers from the root down, the nearest with a role policy decides. */
function explanationsOf(
  { rolePolicies = [] }: Holder,
  held: UserPolicy,
  policy: Policy,
  customerPath: readonly number[],
): Explanation[] {
  const said = rolePolicies.filter((given) => given.role === held.role && given.policy === policy);
  const saidBy = customerPath.findLast((id) => said.some((given) => given.custId === id));
  if (saidBy === undefined) return [];
  return said
    .filter(({ custId }) => custId === saidBy)
    .map(({ status, information }) => {
      if (status !== 'active') return { allowed: false, by: 'takenBack', held, saidBy };
      if (isEnough(policy, information, 'act')) return { allowed: true, by: 'rolePolicy', held, saidBy };
      return isEnough(policy, information, 'look')
        ? { allowed: true, by: 'rolePolicyToLook', held, saidBy }
        : { allowed: false, by: 'tooLittleInformation', held, saidBy };
    });
}

/** All of the user's policies carry the tracker role. A user without policies is not a tracker. */
export function isTrackerOnly(user: Holder): boolean {
  return user.policies.length > 0 && user.policies.every(({ role }) => role === 'TRACKER');
}

/** Works for an alarm-handling partner, and so may use the console in that context (specification 1, section 1). */
export function isAlarmPartner(user: Holder): boolean {
  return user.policies.some(({ role }) => rolesEverywhere.has(role));
}

/** A global policy with the superfirm role (specification 2, section 6). */
export function isAdmin(user: Holder): boolean {
  return user.policies.some(({ role, custId }) => role === 'SUPERFIRM' && custId === null);
}
