import { deviceRoutes } from '@varde/contract/device-routes';
import { addRoutes } from '#data/api/call.ts';

/** For the pages of a device, which import this module for its effect. */
addRoutes(deviceRoutes);
