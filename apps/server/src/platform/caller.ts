import type { Policy } from '@varde/contract/endpoint';
import type { Context } from '@varde/contract/session';
import type { UserFlag } from '@varde/contract/users';

/** The caller: made once per request and once per live connection, from the session or the API key. */
export interface Caller {
  userId: number;
  /** The API key with which a program calls; null: a session. */
  keyId: number | null;
  username: string;
  name: string;
  context: Context;
  /** The IP address of the call. */
  address: string;
  isAdmin: boolean;
  isTrackerOnly: boolean;
  /** Sees private customers only. */
  isPrivate: boolean;
  /** Works for a partner. */
  isPartner: boolean;
  /** When the account ends, Unix milliseconds; null: it does not. */
  endsAt: number | null;
  /** They show parts of the console and give no rights. */
  flags: readonly UserFlag[];
  /** Whose share of the database's time their calls draw on beside their own; null: nobody's. */
  payingCustomer: number | null;
  /**
   * The same caller with the rights to act only: without read access that a customer has lent. Calls that change
   * something get this one; ask it for abilities.
   */
  acting: Caller;
  /**
   * The user has accepted the privacy text and confirmed the notice about positions, for this session or for good: before,
   * the policies that show positions are held nowhere (`showPositions`).
   */
  seesPositions: boolean;
  /** The same caller after these steps: for the buttons that lead to them, and for alarms, which wait for no notice. */
  entitled: Caller;
  /** All customers that any of the caller's policies reaches: what PostgreSQL lets the caller's queries see. */
  reach: Scope;
  /** Customers on which the caller holds the policy. The only door to customer data: every query takes it. */
  scopeOf(policy: Policy): Scope;
  /** Whether the caller holds the policy on this customer. */
  may(policy: Policy, custId: number): boolean;
  /** Whether the caller holds the policy anywhere at all. */
  mayAnywhere(policy: Policy): boolean;
}

/** `all`: every customer, except the one of Varde's own test device. An empty list sees nothing. */
export type Scope = 'all' | readonly number[];
