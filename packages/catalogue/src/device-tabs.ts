import type { Capabilities } from './hardware/capabilities.ts';
import type { KnownHardware } from './hardware/index.ts';
import type { Policy } from './permissions.ts';
import { pageOf, type SettingsPage } from './settings/pages.ts';
import { type Announced, type KnownSetting, settingsFor } from './settings/settings-for.ts';
import type { SettingGroup } from './settings/types.ts';
import { hasFlag, maySet, opensTab, type Viewer } from './settings-policies.ts';
import type { UserFlag } from './user-flags.ts';

interface TabRow {
  /** The tab's name in the URL. */
  key: string;
  /** `main`: a tab of the device's page; `general`: a tab within the main tab "general". */
  place: 'main' | 'general';
  /** Place among the tabs of a home unit, which has all of them in one row; absent: a home unit does not have it. */
  homeOrder?: number;
  /** Only a home unit has it, and there its settings are on no other tab. */
  homeOnly?: true;
  /** The required capability of the hardware. */
  capability?: keyof Capabilities;
  /** Shown also on hardware with `fewTabs`, which has only the main tabs "info" and "general". */
  onFewTabs?: true;
  /** Shown also for the clone of a pair (specification 2, section 1). */
  onClone?: true;
  /** Absent for devices of private customers. */
  notPrivate?: true;
  /** Only users with this flag have it. */
  needs?: UserFlag;
  /**
   * The content of the tab. `policy`: a part of its own, open with this policy, which may have settings as well; `pages`
   * alone: settings, all of them or those of some groups, open with at least one visible setting of the hardware;
   * `tabs`: the general tabs, open with at least one of them.
   */
  shows:
    | { policy: Policy; pages?: readonly SettingsPage['key'][] }
    | { pages: readonly SettingsPage['key'][]; groups?: readonly SettingGroup[] }
    | 'tabs';
}

/**
 * The tabs of a device's page in their order (specification 2, section 1). A tab without content does not exist. What
 * concerns the wearer comes first among the general ones; what other systems hear is on `settings`, and never opens first.
 */
export const deviceTabs = [
  {
    key: 'info',
    place: 'main',
    homeOrder: 80,
    onFewTabs: true,
    onClone: true,
    shows: { policy: 'DEVICE_INFO' },
  },
  {
    key: 'tracking',
    place: 'main',
    capability: 'positioning',
    shows: { pages: ['tracking', 'positioning'] },
  },
  {
    key: 'geofence',
    place: 'main',
    capability: 'positioning',
    shows: { policy: 'DEVICE_GEOFENCE', pages: ['geofence'] },
  },
  {
    key: 'indoor',
    place: 'main',
    capability: 'wifiScan',
    shows: { policy: 'DEVICE_INDOOR' },
  },
  { key: 'sensor', place: 'main', homeOrder: 104, capability: 'sensors', shows: { policy: 'DEVICE_SENSOR' } },
  {
    key: 'walk-test',
    place: 'main',
    homeOrder: 106,
    capability: 'walkTest',
    shows: { policy: 'DEVICE_SENSOR' },
  },
  { key: 'general', place: 'main', onFewTabs: true, onClone: true, shows: 'tabs' },
  { key: 'alarm', place: 'general', shows: { pages: ['alarm'] } },
  { key: 'lightAndSound', place: 'general', shows: { pages: ['lightAndSound'] } },
  { key: 'communication', place: 'general', homeOrder: 20, homeOnly: true, shows: { pages: ['communication'] } },
  {
    key: 'sound',
    place: 'general',
    homeOrder: 30,
    homeOnly: true,
    shows: { pages: ['lightAndSound'], groups: ['sound'] },
  },
  {
    key: 'light',
    place: 'general',
    homeOrder: 40,
    homeOnly: true,
    shows: { pages: ['lightAndSound'], groups: ['light'] },
  },
  {
    key: 'voicePrompt',
    place: 'general',
    homeOrder: 50,
    homeOnly: true,
    shows: { pages: ['lightAndSound'], groups: ['voicePrompt'] },
  },
  { key: 'battery', place: 'general', homeOrder: 60, shows: { pages: ['battery'] } },
  { key: 'inactivity', place: 'general', homeOrder: 70, shows: { pages: ['inactivity'] } },
  { key: 'manDown', place: 'general', shows: { pages: ['manDown'] } },
  { key: 'heartRateBloodPressure', place: 'general', capability: 'health', shows: { pages: ['health'] } },
  { key: 'pedometer', place: 'general', capability: 'pedometer', shows: { pages: ['pedometer'] } },
  {
    key: 'organization',
    place: 'general',
    homeOrder: 100,
    notPrivate: true,
    shows: { policy: 'DEVICE_ORGANIZATION' },
  },
  {
    key: 'logs',
    place: 'general',
    homeOrder: 90,
    onClone: true,
    shows: { policy: 'DEVICE_LOGS', pages: ['deviceLogs'] },
  },
  {
    key: 'settings',
    place: 'general',
    homeOrder: 10,
    shows: { pages: ['general', 'communication', 'alarm', 'device', 'eventSetup', 'indoor', 'integration'] },
  },
  { key: 'twin', place: 'general', homeOrder: 110, shows: { policy: 'TWIN_DEVICE' } },
  {
    key: 'delete-device-data',
    place: 'general',
    homeOrder: 120,
    shows: { policy: 'DEVICE_DELETE_DATA' },
  },
  {
    key: 'texts',
    place: 'general',
    homeOrder: 130,
    needs: 'translator',
    shows: { policy: 'GENERAL_SETTINGS' },
  },
] as const satisfies readonly TabRow[];

export type DeviceTabKey = (typeof deviceTabs)[number]['key'];
export const deviceTabKeys: readonly DeviceTabKey[] = deviceTabs.map(({ key }) => key);

/** A tab of one device for one user. */
export interface DeviceTab {
  key: DeviceTabKey;
  place: TabRow['place'];
}

/** The device and its viewer. */
export interface TabsQuestion extends Viewer {
  fiwaNum: number | null;
  announced: Announced;
  twin: 'NONE' | 'MASTER' | 'CLONE';
  /** A private customer owns the device. */
  ownerIsPrivate: boolean;
}

/** The tabs of a device's page for a user, in their order; empty where none has content. */
export function deviceTabsFor(question: TabsQuestion): DeviceTab[] {
  const { hardware } = question;
  const open = deviceTabs.filter(
    (row: TabRow) =>
      hardwareHas(hardware, row) &&
      !(row.notPrivate && question.ownerIsPrivate) &&
      hasFlag(question.flags, row.needs) &&
      (row.onClone || question.twin !== 'CLONE'),
  );
  const shown = open.filter(
    (row: TabRow) => row.shows !== 'tabs' && hasContent(row as TabRow & { key: DeviceTabKey }, question),
  );
  if (hardware?.family === 'home') return inOneRow(shown);
  const hasGeneral = shown.some(({ place }) => place === 'general');
  return open
    .filter((row: TabRow) => shown.some(({ key }) => key === row.key) || (row.shows === 'tabs' && hasGeneral))
    .map(({ key, place }) => ({ key, place }));
}

/** The settings on a tab of a device of this hardware, of the given ones; none for a tab with other content. */
export function settingsOnTab<S extends Placed>(
  hardware: KnownHardware | undefined,
  tab: DeviceTabKey,
  settings: readonly S[],
): S[] {
  return settings.filter((setting) => tabOf(hardware, setting)?.key === tab);
}

type Placed = Pick<KnownSetting, 'group' | 'page'>;

/** The tab of a setting: one that only home units have, before one with more than its group. */
function tabOf(hardware: KnownHardware | undefined, setting: Placed): (typeof deviceTabs)[number] | undefined {
  const showing = deviceTabs.filter((row: TabRow) => hardwareHas(hardware, row) && shows(row, setting));
  return showing.find((row: TabRow) => row.homeOnly) ?? showing[0];
}

function shows({ shows: content }: TabRow, setting: Placed): boolean {
  if (typeof content !== 'object' || content.pages === undefined) return false;
  const groups = 'groups' in content ? content.groups : undefined;
  return content.pages.includes(pageOf(setting).key) && (groups === undefined || groups.includes(setting.group));
}

function hardwareHas(hardware: KnownHardware | undefined, row: TabRow): boolean {
  if (hardware?.family === 'home' ? row.homeOrder === undefined : row.homeOnly) return false;
  if (hardware?.capabilities.fewTabs && row.place === 'main' && !row.onFewTabs) return false;
  return row.capability === undefined || has(hardware?.capabilities[row.capability]);
}

const has = (capability: Capabilities[keyof Capabilities] | undefined): boolean =>
  Array.isArray(capability) ? capability.length > 0 : Boolean(capability);

function hasContent(row: TabRow & { key: DeviceTabKey }, question: TabsQuestion): boolean {
  const { hardware, fiwaNum, announced, may } = question;
  if (typeof row.shows === 'object' && 'policy' in row.shows) return opensTab(may, row.shows.policy);
  return (
    hardware !== undefined &&
    settingsFor(hardware, fiwaNum, announced).some(
      (setting) => tabOf(hardware, setting)?.key === row.key && maySet(question, setting),
    )
  );
}

/** A home unit has no tab "general": its tabs are in one row, in an order of their own. */
function inOneRow(rows: readonly (TabRow & { key: DeviceTabKey })[]): DeviceTab[] {
  return rows.toSorted((a, b) => (a.homeOrder ?? 0) - (b.homeOrder ?? 0)).map(({ key }) => ({ key, place: 'main' }));
}
