import type { api } from '@varde/contract/api';
import type { Handlers } from './http/handlers.ts';
import type { LiveTopic } from './live/topic.ts';

export type ApiGroup = keyof typeof api;

/** One feature as app.ts plugs it in: a handler for each call of its contract group, and its live topics. */
export type FeatureOf<G extends ApiGroup> = {
  group: G;
  handlers: Handlers<(typeof api)[G]>;
  topics?: readonly LiveTopic[];
  /**
   * Calls that identify no caller and wait for no turn (http/callers.ts): they do not use the database, or have a queue
   * of their own.
   */
  unqueued?: readonly (keyof (typeof api)[G])[];
  /** Calls with which somebody handles an alarm: places are kept for them. None has a cost that its caller chooses. */
  aboutAlarms?: readonly (keyof (typeof api)[G])[];
  /** Calls that wait for a service elsewhere: while it is slow, they hold none of the places of their user's other calls. */
  elsewhere?: readonly (keyof (typeof api)[G])[];
  /** Reports about alarms, of which a provider sends hundreds at once: like `aboutAlarms`, which do not wait behind them. */
  reports?: readonly (keyof (typeof api)[G])[];
  /**
   * `all`: the calls are the server's own work, which row-level security (platform/database/reach.ts) does not restrict. For
   * calls before the caller's customers are known: login, one's own account, registration.
   */
  reach?: 'all';
};

export type Feature = { [G in ApiGroup]: FeatureOf<G> }[ApiGroup];
