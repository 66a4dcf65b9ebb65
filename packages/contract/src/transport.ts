/** The cookie that holds the token of a session. */
export const sessionCookie = 'varde_session';

/** Required on every call that changes something: together with the cookie's SameSite it is the CSRF defence. */
export const contextHeader = 'x-varde-context';

/**
 * Query parameter of every call and of the live channel, repeated: the ids of the roles that the user has selected.
 * They only narrow: a role that the user does not hold has no effect, and without any held role nothing is allowed.
 */
export const rolesParameter = 'roles';

/** Path of the live channel: STOMP 1.2 over WebSocket. */
export const livePath = '/ajax/live';

/**
 * Words of an ERROR about a subscription that would be refused again. After any other one, also an unknown one, the
 * console subscribes again: a refusal for lack of time or room is over soon, and must keep nobody from alarms.
 */
export const lastingRefusals: readonly string[] = [
  'notAllowed',
  'notFound',
  'validationFailed',
  'alreadySubscribed',
  'tooManySubscriptions',
];

/** Destinations of the live topics. */
export const liveDestinations = {
  devices: '/topic/devices',
  mapMoves: '/topic/map',
  alarms: '/topic/alarms',
  device: '/topic/device/:deviId',
  transactions: '/topic/transactions/:deviId',
  messages: '/topic/messages/:deviId',
  localLearning: '/topic/locallearning/:deviId',
  walkTest: '/topic/walktest/:deviId',
  accessPointScan: '/topic/accesspointscan/:deviceSerialNumber',
} as const;
