/** Where a call goes. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters as `:deviId`. */
  path: string;
  /** A form instead of JSON. */
  form?: true;
}

/**
 * Method and path of every call. Apart from the schemas, so that a browser that only calls need not load them
 * (the login page has 90 kB for everything).
 */
export const routes = {
  login: { method: 'POST', path: '/perform_login', form: true },
  logout: { method: 'POST', path: '/logout' },
  getSession: { method: 'GET', path: '/ajax/session' },
  getConfig: { method: 'GET', path: '/ajax/config' },
  forgotPassword: { method: 'GET', path: '/ajax/user/forgot/:username' },
  resetPassword: { method: 'POST', path: '/ajax/user/resetpassword' },
  resendVerification: { method: 'POST', path: '/ajax/user/resendverification/' },
  getValidationEmail: { method: 'GET', path: '/ajax/user/getValidationEmail/:token' },
  validateEmail: { method: 'GET', path: '/ajax/user/validation/:token' },
  getLoginText: { method: 'GET', path: '/ajax/text/forLogin' },
  sendGdprEmail: { method: 'GET', path: '/ajax/user/sendEmailGdpr' },
  acceptGdpr: { method: 'POST', path: '/ajax/user/gdpr/ps/true' },
  getProfile: { method: 'GET', path: '/ajax/profile' },
  saveProfile: { method: 'PUT', path: '/ajax/profile' },
  changePassword: { method: 'PUT', path: '/ajax/profile/password' },
  getTwoFactor: { method: 'GET', path: '/ajax/profile/two_factor' },
  beginTwoFactor: { method: 'POST', path: '/ajax/profile/two_factor/secret' },
  confirmTwoFactor: { method: 'PUT', path: '/ajax/profile/two_factor' },
  renewRecoveryCodes: { method: 'POST', path: '/ajax/profile/two_factor/recovery_codes' },
  endTwoFactor: { method: 'POST', path: '/ajax/profile/two_factor/end' },
  listSessions: { method: 'GET', path: '/ajax/sessions' },
  endSession: { method: 'DELETE', path: '/ajax/sessions/:sessionId' },
  endOtherSessions: { method: 'DELETE', path: '/ajax/sessions' },
  listDevices: { method: 'GET', path: '/ajax/devices' },
  getDevice: { method: 'GET', path: '/ajax/devices/:deviId' },
  listPositions: { method: 'GET', path: '/ajax/devices/:deviId/positions' },
  listIdentities: { method: 'GET', path: '/ajax/devices/:deviId/identities' },
  addIdentity: { method: 'POST', path: '/ajax/devices/:deviId/identities' },
  removeIdentity: { method: 'DELETE', path: '/ajax/devices/:deviId/identities/:protocol/:identity' },
  listAlarms: { method: 'GET', path: '/ajax/alarms' },
  claimAlarm: { method: 'POST', path: '/ajax/alarms/:alarmId/claim' },
  releaseAlarm: { method: 'POST', path: '/ajax/alarms/:alarmId/release' },
  resetAlarm: { method: 'POST', path: '/ajax/alarms/:alarmId/reset' },
  listTransactions: { method: 'GET', path: '/ajax/devices/:deviId/transactions' },
  getTransaction: { method: 'GET', path: '/ajax/devices/:deviId/transactions/:tranId' },
  assignDevice: { method: 'POST', path: '/ajax/devices/:deviId/assignments' },
  getSettings: { method: 'GET', path: '/ajax/devices/:deviId/settings' },
  saveSettings: { method: 'PUT', path: '/ajax/devices/:deviId/settings' },
  listCommands: { method: 'GET', path: '/ajax/devices/:deviId/commands' },
  performAction: { method: 'POST', path: '/ajax/devices/:deviId/actions/:action' },
  cancelCommand: { method: 'DELETE', path: '/ajax/devices/:deviId/commands/:commandId' },
  listUsers: { method: 'GET', path: '/ajax/users' },
  listDeletedUsers: { method: 'GET', path: '/ajax/deleted_users' },
  getUser: { method: 'GET', path: '/ajax/users/:userId' },
  explainAccess: { method: 'GET', path: '/ajax/users/:userId/access' },
  createUser: { method: 'POST', path: '/ajax/users' },
  updateUser: { method: 'PUT', path: '/ajax/users/:userId' },
  setUserPolicies: { method: 'PUT', path: '/ajax/users/:userId/policies' },
  setUserActivation: { method: 'PUT', path: '/ajax/users/:userId/activation' },
  promoteUser: { method: 'POST', path: '/ajax/users/:userId/promotion' },
  resetTwoFactor: { method: 'DELETE', path: '/ajax/users/:userId/two_factor' },
  deleteUser: { method: 'DELETE', path: '/ajax/users/:userId' },
  undeleteUser: { method: 'POST', path: '/ajax/users/:userId/undeletion' },
  listCustomers: { method: 'GET', path: '/ajax/customers' },
  getCustomer: { method: 'GET', path: '/ajax/customers/:custId' },
  createCustomer: { method: 'POST', path: '/ajax/customers' },
  updateCustomer: { method: 'PUT', path: '/ajax/customers/:custId' },
  getCustomerImage: { method: 'GET', path: '/ajax/file/municipalityimage/top/:custId' },
  saveCustomerImage: { method: 'PUT', path: '/ajax/customers/:custId/image' },
  removeCustomerImage: { method: 'DELETE', path: '/ajax/customers/:custId/image' },
  moveCustomer: { method: 'POST', path: '/ajax/customers/:custId/move' },
  listAlarmCentres: { method: 'GET', path: '/ajax/alarm_centres' },
  listCoupons: { method: 'GET', path: '/ajax/customers/:custId/coupons' },
  createCoupon: { method: 'POST', path: '/ajax/customers/:custId/coupons' },
  closeCoupon: { method: 'DELETE', path: '/ajax/customers/:custId/coupons/:code' },
  validateUser: { method: 'POST', path: '/ajax/user/validate' },
  validateCouponCode: { method: 'GET', path: '/ajax/customer/validateCouponCode/:code' },
  registerPrivate: { method: 'POST', path: '/ajax/customer/new/:couponCode' },
  registerCompany: { method: 'POST', path: '/ajax/customer/new/' },
  listRegistrations: { method: 'GET', path: '/ajax/registrations' },
  approveRegistration: { method: 'POST', path: '/ajax/registrations/:registrationId/approval' },
  rejectRegistration: { method: 'POST', path: '/ajax/registrations/:registrationId/rejection' },
  validateOrgName: { method: 'GET', path: '/ajax/customer/validateOrgName/:name' },
  validateCompany: { method: 'POST', path: '/ajax/customer/validate/' },
  lookUpOrganisation: { method: 'GET', path: '/ajax/customer/lookUp/:orgNum' },
  listAudit: { method: 'GET', path: '/ajax/audit' },
  verifyAudit: { method: 'GET', path: '/ajax/audit/verification' },
  getAuditRetention: { method: 'GET', path: '/ajax/customers/:custId/audit_retention' },
  saveAuditRetention: { method: 'PUT', path: '/ajax/customers/:custId/audit_retention' },
  getRolePolicies: { method: 'GET', path: '/ajax/customers/:custId/role_policies' },
  saveRolePolicy: { method: 'PUT', path: '/ajax/customers/:custId/role_policies' },
  listOutbox: { method: 'GET', path: '/ajax/outbox' },
  readMail: { method: 'GET', path: '/ajax/outbox/:mailId' },
  findPersonalData: { method: 'GET', path: '/ajax/personal_data' },
  getUserData: { method: 'GET', path: '/ajax/personal_data/users/:userId' },
  getWearerData: { method: 'GET', path: '/ajax/personal_data/devices/:deviId' },
  recordUserConsent: { method: 'POST', path: '/ajax/personal_data/users/:userId/consents' },
  recordWearerConsent: { method: 'POST', path: '/ajax/personal_data/assignments/:assignmentId/consents' },
  exportUserData: { method: 'GET', path: '/ajax/personal_data/users/:userId/export' },
  exportWearerData: { method: 'GET', path: '/ajax/personal_data/assignments/:assignmentId/export' },
  eraseUser: { method: 'POST', path: '/ajax/personal_data/users/:userId/erasure' },
  eraseWearer: { method: 'POST', path: '/ajax/personal_data/assignments/:assignmentId/erasure' },
  listUnknownDevices: { method: 'GET', path: '/ajax/unknown_devices' },
} as const satisfies Record<string, Route>;

/** Required on every call that changes something: together with the cookie's SameSite it is the CSRF defence. */
export const contextHeader = 'x-varde-context';

/**
 * Query parameter of every call and of the live channel, repeated: the ids of the roles that the user has selected.
 * They only narrow: a role that the user does not hold counts for nothing, and when none is held nothing is allowed.
 */
export const rolesParameter = 'roles';

/** Where the live channel is: STOMP 1.2 over WebSocket. */
export const livePath = '/ajax/live';

/** Destinations of the live topics. */
export const liveDestinations = {
  devices: '/topic/devices',
  alarms: '/topic/alarms',
  device: '/topic/device/:deviId',
  transactions: '/topic/transactions/:deviId',
} as const;
