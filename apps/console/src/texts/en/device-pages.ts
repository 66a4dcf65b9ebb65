import type { DevicePageTexts } from '../nb/device-pages.ts';
import actionDialogs from './action-dialogs.json' with { type: 'json' };
import addDevice from './add-device.json' with { type: 'json' };
import address from './address.json' with { type: 'json' };
import alarms from './alarm-outcomes.json' with { type: 'json' };
import allMap from './all-map.json' with { type: 'json' };
import commandStates from './command-states.json' with { type: 'json' };
import dates from './dates.json' with { type: 'json' };
import errors from './device-errors.json' with { type: 'json' };
import deviceHeader from './device-header.json' with { type: 'json' };
import deviceInfo from './device-info.json' with { type: 'json' };
import deviceLife from './device-life.json' with { type: 'json' };
import deviceLog from './device-log.json' with { type: 'json' };
import deviceLogs from './device-logs.json' with { type: 'json' };
import deviceTabs from './device-tabs.json' with { type: 'json' };
import deviceTest from './device-test.json' with { type: 'json' };
import download from './download.json' with { type: 'json' };
import eventSetup from './event-setup.json' with { type: 'json' };
import family from './family.json' with { type: 'json' };
import fieldErrors from './field-errors.json' with { type: 'json' };
import geofence from './geofence.json' with { type: 'json' };
import importDevices from './import-devices.json' with { type: 'json' };
import indoor from './indoor.json' with { type: 'json' };
import measurements from './measurements.json' with { type: 'json' };
import messages from './messages.json' with { type: 'json' };
import notes from './notes.json' with { type: 'json' };
import organisation from './organisation.json' with { type: 'json' };
import sensors from './sensors.json' with { type: 'json' };
import settings from './settings.json' with { type: 'json' };
import settingsPage from './settings-page.json' with { type: 'json' };
import teamAlert from './team-alert.json' with { type: 'json' };
import twin from './twin.json' with { type: 'json' };

export const devicePageTexts: DevicePageTexts = {
  actionDialogs,
  /** What ended an alarm, in the log. */
  alarms,
  allMap,
  address,
  commandStates,
  dates,
  download,
  deviceHeader,
  /** Those of calls that only these pages and the dialogs of a device make. */
  errors,
  deviceInfo,
  deviceLog,
  deviceLogs,
  deviceTabs,
  deviceTest,
  eventSetup,
  /** The cards of private users, who open these pages next. */
  family,
  fieldErrors,
  geofence,
  organisation,
  sensors,
  settings,
  settingsPage,
  measurements,
  indoor,
  messages,
  notes,
  addDevice,
  importDevices,
  deviceLife,
  teamAlert,
  twin,
};
