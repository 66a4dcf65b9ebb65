import { createHashHistory, createRouter } from '@tanstack/react-router';
import { addTwinRoute, addVardeRoute, importDevicesRoute } from '../routes/add-varde.tsx';
import { alarmPathRoute } from '../routes/admin-alarm-path.tsx';
import { auditRoute, deviceAuditLogRoute } from '../routes/admin-audit.tsx';
import { customersRoute } from '../routes/admin-customers.tsx';
import { deletedUsersRoute } from '../routes/admin-deleted.tsx';
import { outboxRoute } from '../routes/admin-outbox.tsx';
import { partnersRoute } from '../routes/admin-partners.tsx';
import { rolePoliciesRoute } from '../routes/admin-permissions.tsx';
import { personalDataRoute } from '../routes/admin-personal-data.tsx';
import { registrationsRoute } from '../routes/admin-registrations.tsx';
import { unknownDevicesRoute } from '../routes/admin-unknown.tsx';
import { usersRoute } from '../routes/admin-users.tsx';
import { alarmHistoryRoute, alarmRoute, alarmsRoute, answerTimesRoute } from '../routes/alarms.tsx';
import { deviceCallLogRoute } from '../routes/device-call-log.tsx';
import { eventSetupRoute } from '../routes/event-setup.tsx';
import { helpRoute } from '../routes/help.tsx';
import { homeRoute } from '../routes/home.tsx';
import { mapRoute } from '../routes/map.tsx';
import { mapsingleRoute } from '../routes/mapsingle.tsx';
import { profileRoute } from '../routes/profile.tsx';
import { rootRoute } from '../routes/root.tsx';
import { settingsRoute } from '../routes/settings.tsx';
import { vardesRoute, vardesSearchRoute, viewRoute } from '../routes/vardes.tsx';
import { PageCrashed } from './page-crashed.tsx';

/** All routes of the console. */
const routeTree = rootRoute.addChildren([
  viewRoute,
  homeRoute,
  vardesRoute.addChildren([vardesSearchRoute]),
  alarmsRoute,
  alarmHistoryRoute,
  answerTimesRoute,
  alarmRoute,
  mapRoute,
  mapsingleRoute,
  eventSetupRoute,
  settingsRoute,
  addVardeRoute,
  importDevicesRoute,
  addTwinRoute,
  helpRoute,
  profileRoute,
  customersRoute,
  partnersRoute,
  registrationsRoute,
  usersRoute,
  deletedUsersRoute,
  rolePoliciesRoute,
  auditRoute,
  deviceAuditLogRoute,
  deviceCallLogRoute,
  personalDataRoute,
  outboxRoute,
  alarmPathRoute,
  unknownDevicesRoute,
]);

export function createConsoleRouter() {
  return createRouter({
    routeTree,
    history: createHashHistory(),
    defaultPreload: 'intent',
    // Each page has its own boundary: an error in one never removes the open alarms from the screen.
    defaultErrorComponent: PageCrashed,
  });
}

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: ConsoleRouter;
  }
}
