import type { AuditAction } from './audit-actions.ts';
import type { Capabilities } from './hardware/capabilities.ts';
import { hardwareById, type ProtocolWith } from './hardware/index.ts';
import type { SmsCommands } from './hardware/sms-commands.ts';
import type { DeviceProtocol } from './hardware/types.ts';
import type { Policy } from './permissions.ts';
import { type ProtocolKey, registrationProtocol } from './protocols.ts';
import type { DeviceCommand } from './report.ts';
import type { SensorCommand } from './sensor-commands.ts';

/**
 * The protocol's support of a command. `carries`: it has an encoder, which the compiler demands. `noPaper`: the devices
 * support it, but no documentation of it is good enough. `noCommands`: the protocol has none, since its devices do not read
 * the answers. `sms`: the command leaves as an SMS (`smsTextOf`), whether the device is connected or not.
 */
export type Carriage = 'carries' | 'noPaper' | 'noCommands' | 'sms';

interface ActionRow<C extends keyof Capabilities | null> {
  key: string;
  kind: Exclude<DeviceCommand, SensorCommand>['kind'];
  /** The required capability of the hardware; null: every device of a protocol that carries the command. */
  capability: C;
  /** Every protocol on which hardware with the capability is registered. */
  protocols: {
    readonly [P in C extends keyof Capabilities ? Extract<ProtocolWith<C>, ProtocolKey> : ProtocolKey]: Carriage;
  };
  /** The policy that the caller must hold for the customer that owns the device. */
  policy: Policy;
  /** Users who are trackers only have it without the policy (specification 1, section 6 "Device page buttons"). */
  trackers: boolean;
  /** Also in the alarm-handling partners' context, where a device has few buttons (specification 1, section 6). */
  partners: boolean;
  /** Only while the device is connected: later it would be of no use. */
  connectedOnly: boolean;
  /**
   * Selects between two opposite actions: while the device is tracked, or while it is not. `inTab`: a tab of the device
   * has it, and no menu. Null: always.
   */
  offered: 'tracked' | 'notTracked' | 'inTab' | null;
  /** Confirmation before it is done; `dangerous`: it cannot be undone, or the device is out of reach for a while. */
  confirmation: 'none' | 'ask' | 'dangerous';
  audit: AuditAction;
  /** Seconds after which it is no longer sent. */
  expirySeconds: number;
  /** How often it is sent, at most, while the device does not answer. 1 for a command that must not run twice. */
  maxTries: number;
}

type AnyRow = ActionRow<null> | { [C in keyof Capabilities]: ActionRow<C> }[keyof Capabilities];

const hour = 3600;
const everyProtocol = {
  eview: 'carries',
  watch: 'carries',
  osmand: 'noCommands',
  mqtt: 'carries',
  http: 'carries',
} as const;

/** The fields of most actions. */
const usual = {
  trackers: false,
  partners: false,
  connectedOnly: false,
  offered: null,
  confirmation: 'none',
  maxTries: 3,
} as const;
/** Never sent twice: it cannot be undone, or the device is out of reach for a while. */
const sentOnce = { ...usual, confirmation: 'dangerous', maxTries: 1 } as const;

/**
 * The actions on a device, besides its settings. An action is a row here, an encoder in each protocol that carries it,
 * and its texts (`actions.<key>` in the console). The protocol's `send` states whether the device answers.
 */
export const deviceActions = [
  {
    ...usual,
    key: 'findMe',
    kind: 'findMe',
    capability: 'findMe',
    protocols: { eview: 'carries', watch: 'carries' },
    policy: 'DEVICE_LIST',
    trackers: true,
    confirmation: 'ask',
    audit: 'device.findMe',
    // Hours later the search for the device is over.
    expirySeconds: 300,
  },
  {
    ...usual,
    key: 'locate',
    kind: 'locate',
    capability: 'locate',
    protocols: { eview: 'carries', watch: 'carries' },
    policy: 'DEVICE_TRACKING',
    partners: true,
    connectedOnly: true,
    audit: 'device.located',
    expirySeconds: 300,
  },
  {
    ...usual,
    key: 'scanWifi',
    kind: 'scanWifi',
    capability: 'wifiScan',
    protocols: { eview: 'carries', watch: 'carries' },
    policy: 'DEVICE_INDOOR',
    connectedOnly: true,
    offered: 'inTab',
    audit: 'device.wifiScanned',
    // The longest scan (`wifiScan.timeoutSeconds`): nobody waits for it any more.
    expirySeconds: 180,
  },
  {
    ...usual,
    key: 'startTracking',
    kind: 'startTracking',
    capability: 'tracking',
    protocols: { eview: 'carries', watch: 'carries', osmand: 'noCommands' },
    policy: 'DEVICE_TRACKING',
    trackers: true,
    connectedOnly: true,
    offered: 'notTracked',
    confirmation: 'ask',
    audit: 'device.trackingStarted',
    expirySeconds: 300,
  },
  {
    ...usual,
    key: 'stopTracking',
    kind: 'stopTracking',
    capability: 'tracking',
    protocols: { eview: 'carries', watch: 'carries', osmand: 'noCommands' },
    policy: 'DEVICE_TRACKING',
    trackers: true,
    // Also while it is away: else it would continue to report often, and drain its battery.
    connectedOnly: false,
    offered: 'tracked',
    confirmation: 'ask',
    audit: 'device.trackingStopped',
    expirySeconds: 24 * hour,
  },
  {
    ...usual,
    key: 'sync',
    kind: 'readSettings',
    capability: null,
    protocols: everyProtocol,
    policy: 'DEVICE_SETTINGS',
    audit: 'device.synced',
    expirySeconds: 24 * hour,
  },
  {
    ...usual,
    key: 'message',
    kind: 'message',
    capability: 'display',
    protocols: { watch: 'carries' },
    policy: 'DEVICE_SETTINGS',
    audit: 'message.sent',
    expirySeconds: 24 * hour,
  },
  {
    ...usual,
    key: 'requestHeartRate',
    kind: 'requestHeartRate',
    capability: 'requestHeartRate',
    protocols: { watch: 'carries' },
    policy: 'DEVICE_HEART_RATE_BLOOD_PRESSURE',
    audit: 'health.heartRateRequested',
    // A measurement of hours later would answer another question.
    expirySeconds: 300,
  },
  {
    ...usual,
    key: 'requestBloodPressure',
    kind: 'requestBloodPressure',
    capability: 'health',
    protocols: { watch: 'carries' },
    policy: 'DEVICE_HEART_RATE_BLOOD_PRESSURE',
    audit: 'health.bloodPressureRequested',
    // A measurement of hours later would answer another question.
    expirySeconds: 300,
  },
  {
    ...sentOnce,
    key: 'reboot',
    kind: 'reboot',
    capability: null,
    protocols: everyProtocol,
    policy: 'DEVICE_SETTINGS',
    audit: 'device.rebooted',
    expirySeconds: hour,
  },
  {
    ...sentOnce,
    key: 'factoryReset',
    kind: 'factoryReset',
    capability: null,
    protocols: everyProtocol,
    policy: 'DEVICE_DELETE_DATA',
    audit: 'device.factoryReset',
    expirySeconds: 24 * hour,
  },
  {
    ...sentOnce,
    key: 'smsReboot',
    kind: 'smsReboot',
    capability: 'smsCommands',
    protocols: { eview: 'noPaper', watch: 'sms' },
    policy: 'DEVICE_SETTINGS',
    audit: 'device.smsReboot',
    expirySeconds: hour,
  },
  {
    ...sentOnce,
    key: 'smsReset',
    kind: 'smsReset',
    capability: 'smsCommands',
    protocols: { eview: 'noPaper', watch: 'sms' },
    policy: 'DEVICE_DELETE_DATA',
    audit: 'device.smsReset',
    expirySeconds: 24 * hour,
  },
  {
    ...sentOnce,
    key: 'smsConnect',
    kind: 'smsConnect',
    capability: 'smsCommands',
    protocols: { eview: 'sms', watch: 'sms' },
    policy: 'DEVICE_SETTINGS',
    audit: 'device.smsConnect',
    expirySeconds: hour,
  },
] as const satisfies readonly AnyRow[];

export type DeviceAction = (typeof deviceActions)[number];
export type DeviceActionKey = DeviceAction['key'];
export const deviceActionKeys = deviceActions.map(({ key }) => key);

/** The actions without a text of the user: a message has a call of its own. */
export type PressedAction = Exclude<DeviceAction, { key: 'message' }>;
export type PressedActionKey = PressedAction['key'];
const pressedActions = deviceActions.filter((action): action is PressedAction => action.key !== 'message');
export const pressedActionKeys = pressedActions.map(({ key }) => key);

/** The kinds of command that a protocol carries: it needs an encoder for each of them. */
type ActionKindOf<P extends DeviceProtocol> = Extract<
  DeviceAction,
  { protocols: Readonly<Record<P, 'carries'>> }
>['kind'];

/** The commands that a protocol has no encoder for: the only ones that it may refuse to send. */
export interface NotCarriedBy<P extends DeviceProtocol> {
  kind: Exclude<DeviceAction['kind'], ActionKindOf<P>> | SensorCommand['kind'];
}

const byKey: ReadonlyMap<string, PressedAction> = new Map(pressedActions.map((action) => [action.key, action]));
const byKind: ReadonlyMap<string, DeviceAction> = new Map(deviceActions.map((action) => [action.kind, action]));

export function pressedActionByKey(key: PressedActionKey): PressedAction {
  const action = byKey.get(key);
  if (action === undefined) throw new Error(`there is no device action ${key}`);
  return action;
}

/** The action of a command; undefined for commands about settings or sensors. */
export function deviceActionOfKind(kind: DeviceCommand['kind']): DeviceAction | undefined {
  return byKind.get(kind);
}

/** The actions that find out where a device is, or what is around it: refused while its positioning is off. */
export const locatingActions: readonly DeviceActionKey[] = ['locate', 'scanWifi', 'startTracking'];

interface Viewer {
  context: 'PROFFWEB' | 'AHP';
  isTrackerOnly: boolean;
  may(policy: Policy): boolean;
}

/** Whether the hardware has the action and the protocol on which it is registered can carry it. */
export function hasAction(dehaId: number, { capability, protocols }: DeviceAction): boolean {
  const hardware = hardwareById(dehaId);
  if (hardware === undefined) return false;
  const can = capability === null || Boolean(hardware.capabilities[capability]);
  const carriages: Partial<Record<ProtocolKey, Carriage>> = protocols;
  const carriage = carriages[registrationProtocol(hardware).key];
  return can && (carriage === 'carries' || carriage === 'sms');
}

/** The commands that leave by SMS, never on a connection. */
export type SmsKind = Extract<DeviceCommand['kind'], keyof SmsCommands>;
export const smsKinds: readonly SmsKind[] = ['smsReboot', 'smsReset', 'smsConnect'];

/** Whether a command leaves by SMS. */
export const isSmsKind = (kind: string): kind is SmsKind => smsKinds.some((sms) => sms === kind);

/** Where the devices of a protocol reach this server. */
export interface DeviceAddress {
  host: string;
  port: number;
}

/** Without an address for a protocol, its devices cannot be led here. */
export type DeviceAddresses = Readonly<Partial<Record<DeviceProtocol, DeviceAddress>>>;

/**
 * The SMS of a command to this hardware, with the device's password. Throws for hardware without the action, and without
 * an address to connect to.
 */
export function smsTextOf(
  dehaId: number,
  kind: SmsKind,
  { address, password }: { address: DeviceAddress | null; password: string },
): string {
  const texts: SmsCommands = hardwareById(dehaId)?.capabilities.smsCommands ?? {};
  const text = texts[kind]?.replace('{password}', password);
  if (text === undefined) throw new Error(`hardware ${dehaId} has no SMS for ${kind}`);
  if (kind !== 'smsConnect') return text;
  if (address === null) throw new Error('there is no address to connect to');
  return text.replace('{host}', address.host).replace('{port}', String(address.port));
}

/** The SMS of a command to this hardware as the log keeps it: with stars for the password. */
export function smsAsLogged(dehaId: number, kind: SmsKind, text: string): string {
  const texts: SmsCommands = hardwareById(dehaId)?.capabilities.smsCommands ?? {};
  const [before = '', after] = texts[kind]?.split('{password}') ?? [];
  if (after === undefined) return text;
  const end = text.indexOf(after.slice(0, 1), before.length);
  if (end < 0) return '*'.repeat(text.length); // it is of other hardware: the type of the device has been changed since
  return before + '*'.repeat(end - before.length) + text.slice(end);
}

/** The actions of a user on a device of this hardware. */
export function deviceActionsFor(viewer: Viewer, dehaId: number): DeviceActionKey[] {
  return deviceActions.filter((action) => hasAction(dehaId, action) && isFor(viewer, action)).map(({ key }) => key);
}

function isFor({ context, isTrackerOnly, may }: Viewer, { partners, trackers, policy }: DeviceAction): boolean {
  if (context === 'AHP' && !partners) return false;
  if (isTrackerOnly) return trackers && may('DEVICE_LIST');
  return may(policy);
}

/** Manual tracking is active (specification 2, section 4: more than 5 seconds are left). Unix milliseconds. */
export function isTracked(trackingUntil: number | null, now: number): boolean {
  return trackingUntil !== null && trackingUntil > now + 5000;
}

/** The minutes that a device is tracked: the requested ones, or those of its hardware where they are fixed. */
export function trackingMinutes(dehaId: number, asked: number | undefined): number {
  const tracking = hardwareById(dehaId)?.capabilities.tracking;
  const { defaultMinutes, adjustable } = tracking ?? { defaultMinutes: 60, adjustable: true };
  return adjustable ? (asked ?? defaultMinutes) : defaultMinutes;
}
