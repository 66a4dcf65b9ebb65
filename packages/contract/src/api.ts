import { listUnknownDevices } from './administration.ts';
import { claimAlarm, listAlarms, resetAlarm } from './alarms.ts';
import { getDevice, listDevices, listPositions } from './devices.ts';
import { getConfig, getSession, login, logout } from './session.ts';
import { getSettings, saveSettings } from './settings.ts';
import { getTransaction, listTransactions } from './transactions.ts';

/** Every call of the HTTP interface, by feature. A call that is not listed here does not exist. */
export const api = {
  session: { login, logout, getSession, getConfig },
  devices: { listDevices, getDevice, listPositions },
  alarms: { listAlarms, claimAlarm, resetAlarm },
  transactions: { listTransactions, getTransaction },
  settings: { getSettings, saveSettings },
  administration: { listUnknownDevices },
} as const;
