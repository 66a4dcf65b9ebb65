import { z } from 'zod';

interface ErrorEntry {
  status: number;
  title: string;
  /** A temporary error: seconds after which a retry is worthwhile, for `Retry-After`. */
  retryAfter?: number;
  report?: true;
}

/**
 * Every error that leaves the server: a stable code, its HTTP status, and whether it is a fault to report.
 * Titles are translated in the console under `errors.<code>`; the English one goes with the response.
 */
export const errorTable = {
  validationFailed: { status: 400, title: 'The request is not valid.' },
  malformedRequest: { status: 400, title: 'The request cannot be read.' },
  contextMissing: { status: 400, title: 'The header X-Varde-Context must be PROFFWEB or AHP.' },
  notLoggedIn: { status: 401, title: 'You are not logged in.' },
  loginFailed: { status: 401, title: 'Wrong username or password.' },
  twoFactorRequired: { status: 401, title: 'The one-time code is needed as well.' },
  twoFactorWrong: { status: 401, title: 'The one-time code is wrong or was used before.' },
  keyInvalid: { status: 401, title: 'The API key does not work, or not any more.' },
  registrationClosed: { status: 403, title: 'Nobody can register here.' },
  notAllowed: { status: 403, title: 'You may not do this.' },
  positionsNotice: { status: 403, title: 'Confirm the notice about positions in the console first.' },
  givesMoreRights: { status: 403, title: 'This would give others rights that you do not have yourself.' },
  notForPrograms: { status: 403, title: 'This cannot be called with an API key.' },
  notFound: { status: 404, title: 'There is no such thing, or you may not see it.' },
  methodNotAllowed: { status: 405, title: 'The address cannot be called with this method.' },
  linkInvalid: { status: 410, title: 'The link does not work, or not any more.' },
  linkEnded: { status: 410, title: 'The link gives nothing any more to the receiver who got it.' },
  alreadyClaimed: { status: 409, title: 'Somebody else has claimed this alarm.' },
  notClaimed: { status: 409, title: 'Nobody has claimed this alarm.' },
  noAlarmCentre: { status: 409, title: 'There is no alarm centre for this alarm, or it has got it already.' },
  openAlarm: { status: 409, title: 'The device has an alarm that is not reset.' },
  periodRunning: { status: 409, title: 'The device is still worn: give it to somebody else first.' },
  handlesAlarm: { status: 409, title: 'The user has taken an alarm that is not reset.' },
  reopenTooLate: { status: 409, title: 'The alarm was reset more than 10 minutes ago.' },
  alarmChanged: {
    status: 409,
    title: 'Meanwhile this alarm has signalled again, or somebody has claimed or released it.',
  },
  alreadyReset: { status: 409, title: 'This alarm has been reset.' },
  isTwin: { status: 409, title: 'The device is a twin: separate the twins first.' },
  noTwin: { status: 409, title: 'The device has no twin.' },
  serialTaken: { status: 409, title: 'A device or sensor has this serial number already.' },
  notInStock: { status: 409, title: 'The unit is in use, or is none of your customers’.' },
  noDeviceAddress: { status: 409, title: 'It is not configured where devices reach this server.' },
  noPhoneNumber: { status: 409, title: 'The device has no phone number.' },
  messagesWaiting: { status: 409, title: 'Ten messages to the device wait already.' },
  settingsChanged: { status: 409, title: 'Somebody else, or the device itself, has changed these settings.' },
  geofenceChanged: { status: 409, title: 'Somebody else has changed the geofence.' },
  noteChanged: { status: 409, title: 'Somebody else has changed the note.' },
  indoorLocationChanged: { status: 409, title: 'Somebody else has changed the indoor location.' },
  indoorLocationShared: { status: 409, title: 'A shared indoor location cannot be deleted.' },
  tooManyIndoorLocations: { status: 409, title: 'There are too many indoor locations already.' },
  listChanged: { status: 409, title: 'Somebody else has changed the notification list.' },
  tooManyNumbers: {
    status: 409,
    title:
      'You have entered as many new telephone numbers today as may wait to be confirmed. Enter the others tomorrow.',
  },
  nobodyToTell: { status: 409, title: 'There is nobody on the notification list.' },
  notConnected: { status: 409, title: 'The device is not connected.' },
  positioningOff: { status: 409, title: 'The positioning of the device is switched off.' },
  commandUnderWay: { status: 409, title: 'The command was sent to the device, or is over.' },
  usernameTaken: { status: 409, title: 'Somebody has this username already.' },
  identityTaken: { status: 409, title: 'A device has this identity already.' },
  nationalUuidTaken: { status: 409, title: 'Another customer has this number in the national integration.' },
  orgNumberTaken: { status: 409, title: 'There is a firm with this organisation number already.' },
  couponUsed: { status: 409, title: 'The coupon code does not work any more.' },
  tooManyViews: { status: 409, title: 'You have saved as many views as one may.' },
  tooManyBrowsers: { status: 409, title: 'You get push messages in as many browsers as one may.' },
  tooManyKeys: { status: 409, title: 'You have made as many API keys as one may.' },
  pushUnavailable: { status: 409, title: 'Push messages are not set up here.' },
  misplacedCustomer: { status: 409, title: 'The customer cannot stand there in the tree.' },
  payloadTooLarge: { status: 413, title: 'The request is too large.' },
  tooManyRequests: { status: 429, title: 'Too many attempts. Wait a little and try again.' },
  invitationLimit: { status: 429, title: 'You have invited as many people as one may in a day.' },
  tooManyCalls: { status: 429, title: 'Too many calls at once. Wait a little and try again.', retryAfter: 5 },
  internalError: { status: 500, title: 'Something went wrong in Varde.', report: true },
  unavailable: { status: 503, title: 'Varde cannot answer just now.', retryAfter: 5 },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorTable;
export const errorCodes = Object.keys(errorTable) as ErrorCode[];

/** `application/problem+json` (RFC 9457). */
export const problemSchema = z.object({
  type: z.literal('about:blank'),
  status: z.number(),
  code: z.enum(errorCodes),
  title: z.string(),
  /** The fault of each field; `path` as in the body: `values.trackingInterval`. */
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type Problem = z.output<typeof problemSchema>;
