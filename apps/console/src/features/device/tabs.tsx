import {
  IconAdjustmentsHorizontal,
  IconAntenna,
  IconBattery,
  IconBell,
  IconBroadcast,
  IconBuilding,
  IconBulb,
  IconCopy,
  IconFall,
  IconHeartbeat,
  IconHomeSearch,
  IconInfoCircle,
  IconLanguage,
  IconListDetails,
  IconMessage2,
  IconPolygon,
  IconRoute,
  IconSettings,
  IconTrash,
  IconVolume,
  IconWalk,
  IconZzz,
} from '@tabler/icons-react';
import type { DeviceTabKey } from '@varde/catalogue/device-tabs';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { DeviceDetail } from '@varde/contract/devices';
import type { TFunction } from 'i18next';
import type { ComponentType } from 'react';
import type { Action } from '#kit/actions/action.ts';
import { lazyPage } from '#kit/lazy-page.tsx';
import { LightAndSoundTab } from './form/light-and-sound-tab.tsx';
import { SettingsTab } from './form/settings-tab.tsx';
import { HealthTab } from './health/health-tab.tsx';
import { PedometerTab } from './health/pedometer-tab.tsx';
import { IndoorTab } from './indoor/indoor-tab.tsx';
import { InfoTab } from './info/info-tab.tsx';
import { DeleteTab } from './life/delete-tab.tsx';
import { OrganizationTab } from './life/organization-tab.tsx';
import { TwinTab } from './life/twin-tab.tsx';
import { LogsTab } from './logs/logs-tab.tsx';
import { SensorTab } from './sensors/sensor-tab.tsx';
import { WalkTestTab } from './sensors/walk-test-tab.tsx';
import type { TabProps } from './tab/tab-props.ts';
import { TextsTab } from './texts/texts-tab.tsx';
import { TrackingTab } from './tracking/tracking-tab.tsx';

/** The content of each tab of the catalogue's table; the tab "general" contains the general ones. */
export const tabContents: Record<Exclude<DeviceTabKey, 'general'>, ComponentType<TabProps>> = {
  info: InfoTab,
  tracking: TrackingTab,
  geofence: lazyPage(async () => (await import('./geofence/geofence-tab.tsx')).GeofenceTab),
  indoor: IndoorTab,
  settings: SettingsTab,
  sensor: SensorTab,
  'walk-test': WalkTestTab,
  logs: LogsTab,
  organization: OrganizationTab,
  communication: SettingsTab,
  sound: SettingsTab,
  light: SettingsTab,
  voicePrompt: SettingsTab,
  battery: SettingsTab,
  inactivity: SettingsTab,
  alarm: SettingsTab,
  lightAndSound: LightAndSoundTab,
  manDown: SettingsTab,
  heartRateBloodPressure: HealthTab,
  pedometer: PedometerTab,
  twin: TwinTab,
  'delete-device-data': DeleteTab,
  texts: TextsTab,
};

export const tabIcons: Record<DeviceTabKey, Action['icon']> = {
  info: IconInfoCircle,
  tracking: IconRoute,
  geofence: IconPolygon,
  indoor: IconHomeSearch,
  sensor: IconBroadcast,
  'walk-test': IconWalk,
  general: IconSettings,
  settings: IconAdjustmentsHorizontal,
  logs: IconListDetails,
  organization: IconBuilding,
  communication: IconAntenna,
  sound: IconVolume,
  light: IconBulb,
  voicePrompt: IconMessage2,
  battery: IconBattery,
  inactivity: IconZzz,
  alarm: IconBell,
  lightAndSound: IconVolume,
  manDown: IconFall,
  heartRateBloodPressure: IconHeartbeat,
  pedometer: IconWalk,
  twin: IconCopy,
  'delete-device-data': IconTrash,
  texts: IconLanguage,
};

/**
 * A device with a display has "display and sound" instead of "light and sound"; the general settings of a home unit, which
 * has all tabs in one row, are its tab "general" (specification 2, section 1).
 */
export function tabName(t: TFunction, key: DeviceTabKey, { dehaId }: DeviceDetail): string {
  const hardware = hardwareById(dehaId);
  if (key === 'lightAndSound' && hardware?.capabilities.display) return t('deviceTabs.displayAndSound');
  if (key === 'settings' && hardware?.family === 'home') return t('deviceTabs.general');
  return t(`deviceTabs.${key}`);
}
