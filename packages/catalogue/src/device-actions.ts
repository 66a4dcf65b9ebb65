import type { AuditAction } from './audit-actions.ts';
import type { Capabilities } from './hardware/capabilities.ts';
import { hardwareById, type ProtocolWith } from './hardware/index.ts';
import type { DeviceProtocol } from './hardware/types.ts';
import type { Policy } from './permissions.ts';
import type { DeviceCommand } from './report.ts';

/**
 * How far a protocol is with a command. `carries`: it has an encoder, which the compiler demands. `noPaper`: the devices
 * can, but there is no vendor documentation. `notBuilt`: the protocol takes no commands in Varde yet.
 */
export type Carriage = 'carries' | 'noPaper' | 'notBuilt';

interface ActionRow<C extends keyof Capabilities | null> {
  key: string;
  kind: DeviceCommand['kind'];
  /** What the hardware must be able to do; null: every device of a protocol that carries the command. */
  capability: C;
  /** Every protocol of the hardware that has the capability. */
  protocols: { readonly [P in C extends keyof Capabilities ? ProtocolWith<C> : DeviceProtocol]: Carriage };
  /** What the caller must hold for the customer that owns the device. */
  policy: Policy;
  /** Users who are trackers only have it without the policy (specification 1, section 6 "Device page buttons"). */
  trackers: boolean;
  /** Also in the alarm-handling partners' context, where a device has few buttons (specification 1, section 6). */
  partners: boolean;
  /** Only while the device is connected: later it would be of no use. */
  connectedOnly: boolean;
  /** Which of two opposite actions is offered: while the device is tracked, or while it is not. Null: always. */
  offered: 'tracked' | 'notTracked' | null;
  /** Asked before it is done; `dangerous`: it cannot be undone, or the device is out of reach for a while. */
  confirmation: 'none' | 'ask' | 'dangerous';
  audit: AuditAction;
  /** Seconds after which it is not sent any more. */
  expirySeconds: number;
  /** How often it is sent, at most, while the device does not answer. What a repetition would do twice: 1. */
  maxTries: number;
}

type AnyRow = ActionRow<null> | { [C in keyof Capabilities]: ActionRow<C> }[keyof Capabilities];

const hour = 3600;
const everyProtocol = {
  eview: 'noPaper',
  watch: 'carries',
  osmand: 'notBuilt',
  mqtt: 'notBuilt',
  http: 'notBuilt',
  sms: 'notBuilt',
} as const;

/**
 * What somebody can have a device do, besides its settings. An action is a row here, an encoder in each protocol that
 * carries it, and its texts (`actions.<key>` in the console). Whether the device answers is said by the protocol's `send`.
 */
export const deviceActions = [
  {
    key: 'findMe',
    kind: 'findMe',
    capability: 'findMe',
    protocols: { eview: 'noPaper', watch: 'carries' },
    policy: 'DEVICE_LIST',
    trackers: true,
    partners: false,
    connectedOnly: false,
    offered: null,
    confirmation: 'none',
    audit: 'device.findMe',
    // Nobody is looking for it any more when it rings hours later.
    expirySeconds: 300,
    maxTries: 3,
  },
  {
    key: 'locate',
    kind: 'locate',
    capability: 'locate',
    protocols: { eview: 'noPaper', watch: 'carries' },
    policy: 'DEVICE_TRACKING',
    trackers: false,
    partners: true,
    connectedOnly: true,
    offered: null,
    confirmation: 'none',
    audit: 'device.located',
    expirySeconds: 300,
    maxTries: 3,
  },
  {
    key: 'startTracking',
    kind: 'startTracking',
    capability: 'tracking',
    protocols: { eview: 'carries', watch: 'carries', osmand: 'notBuilt' },
    policy: 'DEVICE_TRACKING',
    trackers: true,
    partners: false,
    connectedOnly: true,
    offered: 'notTracked',
    confirmation: 'ask',
    audit: 'device.trackingStarted',
    expirySeconds: 300,
    maxTries: 3,
  },
  {
    key: 'stopTracking',
    kind: 'stopTracking',
    capability: 'tracking',
    protocols: { eview: 'carries', watch: 'carries', osmand: 'notBuilt' },
    policy: 'DEVICE_TRACKING',
    trackers: true,
    partners: false,
    // Also while it is away: else it would go on reporting often, and its battery would be empty sooner.
    connectedOnly: false,
    offered: 'tracked',
    confirmation: 'ask',
    audit: 'device.trackingStopped',
    expirySeconds: 24 * hour,
    maxTries: 3,
  },
  {
    key: 'reboot',
    kind: 'reboot',
    capability: null,
    protocols: everyProtocol,
    policy: 'DEVICE_SETTINGS',
    trackers: false,
    partners: false,
    connectedOnly: false,
    offered: null,
    confirmation: 'dangerous',
    audit: 'device.rebooted',
    expirySeconds: hour,
    maxTries: 1,
  },
  {
    key: 'factoryReset',
    kind: 'factoryReset',
    capability: null,
    protocols: everyProtocol,
    policy: 'DEVICE_DELETE_DATA',
    trackers: false,
    partners: false,
    connectedOnly: false,
    offered: null,
    confirmation: 'dangerous',
    audit: 'device.factoryReset',
    expirySeconds: 24 * hour,
    maxTries: 1,
  },
] as const satisfies readonly AnyRow[];

export type DeviceAction = (typeof deviceActions)[number];
export type DeviceActionKey = DeviceAction['key'];
export const deviceActionKeys = deviceActions.map(({ key }) => key);

/** The kinds of command that a protocol carries: it needs an encoder for each of them. */
type ActionKindOf<P extends DeviceProtocol> = Extract<
  DeviceAction,
  { protocols: Readonly<Record<P, 'carries'>> }
>['kind'];

/** The commands that a protocol has no encoder for: the only ones that it may refuse to send. */
export interface NotCarriedBy<P extends DeviceProtocol> {
  kind: Exclude<DeviceAction['kind'], ActionKindOf<P>>;
}

const byKey: ReadonlyMap<string, DeviceAction> = new Map(deviceActions.map((action) => [action.key, action]));
const byKind: ReadonlyMap<string, DeviceAction> = new Map(
  deviceActions.map((action) => [action.kind, action]),
);

export function deviceActionByKey(key: DeviceActionKey): DeviceAction {
  const action = byKey.get(key);
  if (action === undefined) throw new Error(`there is no device action ${key}`);
  return action;
}

/** The action that a command came from; undefined for the commands that carry settings. */
export function deviceActionOfKind(kind: DeviceCommand['kind']): DeviceAction | undefined {
  return byKind.get(kind);
}

/** Decisions, "Settings reach the device": three tries or 24 hours. */
const settingsLife = { expirySeconds: 24 * hour, maxTries: 3 };

export const commandKinds: readonly DeviceCommand['kind'][] = [
  'writeSettings',
  'readSettings',
  ...deviceActions.map(({ kind }) => kind),
];

/** How long a command is worth sending, and how often it is sent without an answer. */
export function commandLife(kind: DeviceCommand['kind']): { expirySeconds: number; maxTries: number } {
  return deviceActionOfKind(kind) ?? settingsLife;
}

interface Viewer {
  context: 'PROFFWEB' | 'AHP';
  isTrackerOnly: boolean;
  may(policy: Policy): boolean;
}

/** Whether the hardware has the action and its protocol can carry it. */
export function hasAction(dehaId: number, { capability, protocols }: DeviceAction): boolean {
  const hardware = hardwareById(dehaId);
  if (hardware === undefined) return false;
  const can = capability === null || Boolean(hardware.capabilities[capability]);
  const carriages: Partial<Record<DeviceProtocol, Carriage>> = protocols;
  return can && carriages[hardware.protocol] === 'carries';
}

/** The actions that somebody has on a device of this hardware. */
export function deviceActionsFor(viewer: Viewer, dehaId: number): DeviceActionKey[] {
  return deviceActions
    .filter((action) => hasAction(dehaId, action) && isFor(viewer, action))
    .map(({ key }) => key);
}

function isFor(
  { context, isTrackerOnly, may }: Viewer,
  { partners, trackers, policy }: DeviceAction,
): boolean {
  if (context === 'AHP' && !partners) return false;
  if (isTrackerOnly) return trackers && may('DEVICE_LIST');
  return may(policy);
}

/** Manual tracking is active (specification 2, section 4: more than 5 seconds are left). Unix milliseconds. */
export function isTracked(trackingUntil: number | null, now: number): boolean {
  return trackingUntil !== null && trackingUntil > now + 5000;
}

/** The minutes that a device is tracked: what was asked for, or what its hardware has where that is fixed. */
export function trackingMinutes(dehaId: number, asked: number | undefined): number {
  const tracking = hardwareById(dehaId)?.capabilities.tracking;
  const { defaultMinutes, adjustable } = tracking ?? { defaultMinutes: 60, adjustable: true };
  return adjustable ? (asked ?? defaultMinutes) : defaultMinutes;
}
