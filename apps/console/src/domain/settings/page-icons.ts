import {
  IconAdjustmentsHorizontal,
  IconAntenna,
  IconBattery,
  IconBell,
  IconBuilding,
  IconDeviceMobileCog,
  IconFall,
  IconHeartbeat,
  IconListCheck,
  IconMapPin,
  IconPolygon,
  type IconProps,
  IconRoute,
  IconVolume,
  IconWalk,
  IconWebhook,
  IconZzz,
} from '@tabler/icons-react';
import type { SettingsPage } from '@varde/catalogue/settings/pages';
import type { ComponentType } from 'react';

/** The icons of the settings pages by icon key; a missing one does not compile. */
export const pageIcons: Record<SettingsPage['icon'], ComponentType<IconProps>> = {
  adjustments: IconAdjustmentsHorizontal,
  antenna: IconAntenna,
  battery: IconBattery,
  bell: IconBell,
  building: IconBuilding,
  'device-mobile-cog': IconDeviceMobileCog,
  fall: IconFall,
  heartbeat: IconHeartbeat,
  'list-check': IconListCheck,
  'map-pin': IconMapPin,
  polygon: IconPolygon,
  route: IconRoute,
  volume: IconVolume,
  walk: IconWalk,
  webhook: IconWebhook,
  zzz: IconZzz,
};
