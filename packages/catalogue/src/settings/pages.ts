import type { Policy } from '../permissions.ts';
import type { SettingDefinition, SettingGroup } from './types.ts';

interface PageRow {
  key: string;
  /** The policy for the customer that owns the device, required to see its settings and to save them. */
  policy: Policy;
  /** Ascending. */
  order: number;
  /** Tabler icon key; the console maps it to a drawing. */
  icon: string;
  /** Groups whose settings are here, in this order, unless a setting names another page. */
  groups: readonly SettingGroup[];
}

/** The pages of a device's settings (specification 2, sections 1 and 6). Each group is on one of them. */
export const settingsPages = [
  {
    key: 'device',
    policy: 'DEVICE_SETTINGS',
    order: 10,
    icon: 'device-mobile-cog',
    groups: ['privacy', 'firmware', 'misc', 'deviceSetting', 'otherSetting', 'mobileAppSetting'],
  },
  { key: 'communication', policy: 'DEVICE_SETTINGS', order: 15, icon: 'antenna', groups: ['communication'] },
  { key: 'tracking', policy: 'DEVICE_TRACKING', order: 20, icon: 'route', groups: ['tracking'] },
  { key: 'positioning', policy: 'DEVICE_POSITIONING', order: 30, icon: 'map-pin', groups: ['positioning'] },
  {
    key: 'lightAndSound',
    policy: 'DEVICE_LIGHT_SOUND',
    order: 40,
    icon: 'volume',
    groups: ['light', 'sound', 'voicePrompt'],
  },
  { key: 'battery', policy: 'DEVICE_BATTERY_THRESHOLD', order: 50, icon: 'battery', groups: ['battery'] },
  { key: 'general', policy: 'GENERAL_SETTINGS', order: 60, icon: 'adjustments', groups: ['general'] },
  { key: 'inactivity', policy: 'GENERAL_SETTINGS', order: 65, icon: 'zzz', groups: [] },
  { key: 'alarm', policy: 'DEVICE_ALARM', order: 70, icon: 'bell', groups: ['alarmSettings', 'whitelist'] },
  { key: 'manDown', policy: 'DEVICE_MAN_DOWN', order: 80, icon: 'fall', groups: [] },
  {
    key: 'health',
    policy: 'DEVICE_HEART_RATE_BLOOD_PRESSURE',
    order: 82,
    icon: 'heartbeat',
    groups: [],
  },
  {
    key: 'pedometer',
    policy: 'DEVICE_HEART_RATE_BLOOD_PRESSURE',
    order: 84,
    icon: 'walk',
    groups: [],
  },
  { key: 'eventSetup', policy: 'EVENT_SETUP', order: 90, icon: 'list-check', groups: ['eventSetup'] },
  { key: 'indoor', policy: 'DEVICE_INDOOR', order: 100, icon: 'building', groups: ['indoorLocation'] },
  { key: 'geofence', policy: 'DEVICE_GEOFENCE', order: 110, icon: 'polygon', groups: ['geofence'] },
  { key: 'deviceLogs', policy: 'DEVICE_DELETE_DATA', order: 115, icon: 'list-check', groups: [] },
  {
    key: 'integration',
    policy: 'DEFAULT_SETTINGS_INTEGRATION',
    order: 120,
    icon: 'webhook',
    groups: ['integration'],
  },
] as const satisfies readonly PageRow[];

export type SettingsPage = (typeof settingsPages)[number];

type Placed = Pick<SettingDefinition, 'group' | 'page'>;

/** The page of a setting. Throws for a page or a group that the table does not have. */
export function pageOf({ group, page }: Placed): SettingsPage {
  const found = settingsPages.find(({ key, groups }: PageRow) =>
    page === undefined ? groups.includes(group) : key === page,
  );
  if (found === undefined) throw new Error(`no settings page for ${page ?? group}`);
  return found;
}

/** By page, then by group, then by the place in the group: negative when `a` comes first. */
export function comparePlaces(a: SettingDefinition, b: SettingDefinition): number {
  const [pageA, pageB] = [pageOf(a), pageOf(b)];
  return pageA.order - pageB.order || groupRank(pageA, a) - groupRank(pageB, b) || a.order - b.order;
}

const groupRank = ({ groups }: PageRow, { group }: Placed): number => groups.indexOf(group);
