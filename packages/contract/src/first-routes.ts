/** Where a call goes. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters as `:deviId`. */
  path: string;
  /** A form instead of JSON, or either of them. */
  form?: true | 'orJson';
}

/**
 * The calls of the first load (login, alarms and device list), and all that handle an alarm, also by its link: a browser has them before
 * it needs them. It loads `routes` with the first other call.
 */
export const firstRoutes = {
  login: { method: 'POST', path: '/perform_login', form: true },
  logout: { method: 'POST', path: '/logout' },
  getSession: { method: 'GET', path: '/ajax/session' },
  getConfig: { method: 'GET', path: '/ajax/config' },
  getLoginText: { method: 'GET', path: '/ajax/text/forLogin' },
  listDevices: { method: 'GET', path: '/ajax/devices' },
  getDevice: { method: 'GET', path: '/ajax/devices/:deviId' },
  getUserImage: { method: 'GET', path: '/ajax/file/userimage/:deviId/' },
  listAlarms: { method: 'GET', path: '/ajax/alarms' },
  getAlarm: { method: 'GET', path: '/ajax/alarms/:alarmId' },
  claimAlarm: { method: 'POST', path: '/ajax/alarms/:alarmId/claim' },
  releaseAlarm: { method: 'POST', path: '/ajax/alarms/:alarmId/release' },
  listAlarmHandlers: { method: 'GET', path: '/ajax/alarms/:alarmId/handlers' },
  handOverAlarm: { method: 'POST', path: '/ajax/alarms/:alarmId/hand-over' },
  escalateAlarm: { method: 'POST', path: '/ajax/alarms/:alarmId/escalation' },
  resetAlarm: { method: 'POST', path: '/ajax/alarms/:alarmId/reset' },
  reopenAlarm: { method: 'POST', path: '/ajax/alarms/:alarmId/reopen' },
  shareAlarm: { method: 'POST', path: '/ajax/alarms/:alarmId/share' },
  listCommands: { method: 'GET', path: '/ajax/devices/:deviId/commands' },
  performAction: { method: 'POST', path: '/ajax/devices/:deviId/actions/:action' },
  listNotes: { method: 'GET', path: '/ajax/notes' },
  getCustomerImage: { method: 'GET', path: '/ajax/file/municipalityimage/top/:custId' },
  getDeviceCustomerImage: { method: 'GET', path: '/ajax/file/municipalityimage/:deviId/' },
  listRegistrations: { method: 'GET', path: '/ajax/registrations' },
  getAlarmPath: { method: 'GET', path: '/ajax/alarm_path' },
  getSharedAlarm: { method: 'GET', path: '/ajax/shared/:token' },
  answerAlarm: { method: 'POST', path: '/ajax/shared/:token/answer' },
  setSharedHours: { method: 'PUT', path: '/ajax/shared/:token/hours' },
  getSharedImage: { method: 'GET', path: '/ajax/shared/:token/image' },
} as const satisfies Record<string, Route>;
