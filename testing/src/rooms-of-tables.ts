import * as accounts from '@varde/server/domain/accounts/tables';
import * as addresses from '@varde/server/domain/addresses/tables';
import * as alarmPath from '@varde/server/domain/alarm-path/tables';
import * as alarms from '@varde/server/domain/alarms/tables';
import * as audit from '@varde/server/domain/audit/tables';
import * as commands from '@varde/server/domain/commands/tables';
import * as customers from '@varde/server/domain/customers/tables';
import * as devices from '@varde/server/domain/devices/tables';
import * as geofences from '@varde/server/domain/geofences/tables';
import * as measurements from '@varde/server/domain/measurements/tables';
import * as messages from '@varde/server/domain/messages/tables';
import * as notifications from '@varde/server/domain/notifications/tables';
import * as sensors from '@varde/server/domain/sensors/tables';
import * as settings from '@varde/server/domain/settings/tables';
import * as transactions from '@varde/server/domain/transactions/tables';
import * as views from '@varde/server/domain/views/tables';
import * as webHooks from '@varde/server/domain/web-hooks/tables';

/** The tables of the database, by the folder that owns them. For tests of all of them. */
export const rooms = [
  accounts,
  addresses,
  alarmPath,
  alarms,
  audit,
  commands,
  customers,
  devices,
  measurements,
  geofences,
  messages,
  notifications,
  sensors,
  settings,
  transactions,
  views,
  webHooks,
];
