import { hardwareById } from '@varde/catalogue/hardware/index';
import { type Protocol, type ProtocolKey, registrationProtocol } from '@varde/catalogue/protocols';
import type { DemoCustomerKey } from './organisation.ts';

/** The simulator's behaviours for a virtual device. */
export type DemoBehaviour =
  | 'walks'
  | 'stays'
  | 'walksMeasured'
  | 'staysMeasured'
  | 'pressesSos'
  | 'falls'
  | 'runsOutOfBattery'
  | 'losesSignal'
  | 'sendsBacklog'
  | 'sendsGarbage'
  | 'talksOnly'
  | 'watchesHome';

/** A virtual device as `varde simulate` reads it, plus its registration data. */
export interface DemoDevice {
  identity: string;
  dehaId: number;
  protocol: ProtocolKey;
  name: string;
  lat: number;
  lng: number;
  behaviour: DemoBehaviour;
  /** Not secret, like the demo's passwords. */
  token?: string;
}

export interface DemoGroup {
  customer: DemoCustomerKey;
  /** Names without a number get one. */
  names: readonly string[];
  /** Hardware numbers, assigned in rotation. */
  hardware: readonly number[];
  /** Assigned in rotation; the other devices do not move. */
  behaviours: readonly DemoBehaviour[];
  lat: number;
  lng: number;
}

const numbered = (label: string, from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `${label} ${String(from + at).padStart(3, '0')}`);

/** Positions are around Ålesund and Bodø, where the simulator has streets to walk. */
export const demoGroups: readonly DemoGroup[] = [
  {
    customer: 'solvikHome',
    names: numbered('Trygghetsalarm', 1, 14),
    hardware: [23, 4, 5, 21, 15],
    behaviours: ['pressesSos', 'walks', 'stays', 'stays', 'walks', 'stays', 'stays', 'sendsBacklog'],
    lat: 62.4722,
    lng: 6.1549,
  },
  {
    customer: 'northHome',
    names: numbered('Trygghetsklokke', 1, 10),
    hardware: [14, 29, 17, 45],
    behaviours: ['stays', 'walks', 'pressesSos', 'stays', 'losesSignal', 'stays', 'walks', 'stays'],
    lat: 62.4731,
    lng: 6.1502,
  },
  {
    customer: 'southHome',
    names: numbered('Rom', 101, 10),
    hardware: [23, 16, 1, 4],
    behaviours: ['stays', 'walks', 'stays', 'falls', 'stays', 'runsOutOfBattery', 'stays', 'walks'],
    lat: 62.4711,
    lng: 6.1794,
  },
  {
    customer: 'southDistrict',
    names: numbered('Hjemmeboende', 1, 8),
    hardware: [34, 24, 11, 30, 34, 24, 11, 26],
    behaviours: ['walks', 'stays', 'walks', 'talksOnly', 'stays', 'walks', 'walks', 'watchesHome'],
    lat: 62.4708,
    lng: 6.1889,
  },
  {
    customer: 'firm',
    names: numbered('Alenearbeider', 1, 10),
    hardware: [3, 8, 25, 31, 28, 2],
    behaviours: ['walks', 'walks', 'sendsGarbage', 'stays', 'walks', 'walks', 'sendsBacklog', 'losesSignal'],
    lat: 67.2836,
    lng: 14.3851,
  },
  {
    customer: 'privateAase',
    names: ['Åse', 'Åses klokke', 'Åses telefon', 'Hytta'],
    hardware: [4, 14, 2, 25],
    behaviours: ['walks', 'stays', 'walks', 'stays'],
    lat: 62.4726,
    lng: 6.1521,
  },
  {
    customer: 'privateTor',
    names: ['Tor', 'Tors telefon', 'Tors klokke', 'Båten'],
    hardware: [21, 2, 29, 31],
    behaviours: ['stays', 'walks', 'walks', 'runsOutOfBattery'],
    lat: 62.4719,
    lng: 6.1536,
  },
];

/** The protocol's sample identity with another number, so that no identity belongs to a real device. */
const identityOf = ({ identity: { specimen } }: Protocol, number: number): string =>
  specimen.replace(/\d{4}$/, String(number).padStart(4, '0'));

function protocolOf(dehaId: number): Protocol {
  const hardware = hardwareById(dehaId);
  if (hardware === undefined) throw new Error(`the catalogue knows no hardware ${dehaId}`);
  return registrationProtocol(hardware);
}

const turn = <T>(list: readonly T[], at: number): T => {
  const value = list[at % list.length];
  if (value === undefined) throw new RangeError('an empty list has no turns');
  return value;
};

/** Devices that measure heart rate and blood pressure do so while they walk or stay. */
function behaviourOf(dehaId: number, behaviour: DemoBehaviour): DemoBehaviour {
  if (!hardwareById(dehaId)?.capabilities.health) return behaviour;
  if (behaviour === 'walks') return 'walksMeasured';
  return behaviour === 'stays' ? 'staysMeasured' : behaviour;
}

/** About ten metres between neighbours, in rows of five. */
const beside = (at: number) => ({ lat: Math.floor(at / 5) * 0.0001, lng: (at % 5) * 0.0002 });

function devicesOf(group: DemoGroup, first: number): DemoDevice[] {
  return group.names.map((name, at) => {
    const dehaId = turn(group.hardware, at);
    const protocol = protocolOf(dehaId);
    const identity = identityOf(protocol, first + at);
    const shift = beside(at);
    return {
      identity,
      dehaId,
      protocol: protocol.key,
      name,
      lat: group.lat + shift.lat,
      lng: group.lng + shift.lng,
      behaviour: behaviourOf(dehaId, turn(group.behaviours, at)),
      ...(protocol.token ? { token: `demo-token-${identity}` } : {}),
    };
  });
}

/** Sixty devices, group by group. */
export const demoFleetByCustomer: readonly { customer: DemoCustomerKey; devices: DemoDevice[] }[] = demoGroups.map(
  (group, at) => {
    const before = demoGroups.slice(0, at).reduce((sum, { names }) => sum + names.length, 0);
    return { customer: group.customer, devices: devicesOf(group, before + 1) };
  },
);

export const demoFleet: readonly DemoDevice[] = demoFleetByCustomer.flatMap(({ devices }) => devices);
