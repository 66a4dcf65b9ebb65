import { readFileSync } from 'node:fs';
import { hardwareById } from '@varde/catalogue/hardware/index';
import {
  isIdentity,
  type ProtocolKey,
  protocolByKey,
  protocols,
  registrationProtocol,
} from '@varde/catalogue/protocols';
import { type BehaviourName, behaviourNames, isBehaviourName } from '../behaviours/index.ts';
import { CliError } from '../cli/cli-error.ts';

/** One device of a fleet file. */
export interface FleetDevice {
  identity: string;
  /** Number of its hardware in the catalogue. */
  dehaId: number;
  protocol: ProtocolKey;
  name: string;
  lat: number;
  lng: number;
  behaviour: BehaviourName;
  /** Needed by protocols with a token for each device. */
  token?: string;
}

/** Reads a fleet file. Throws CliError with the file, the place in it and the fault. */
export function readFleetFile(path: string): FleetDevice[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new CliError(`${path}: cannot be read (${error instanceof Error ? error.message : error})`);
  }
  return parseFleet(text, path);
}

/** A fleet from JSON. `source` names it in errors. */
export function parseFleet(text: string, source: string): FleetDevice[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new CliError(`${source}: is no JSON (${error instanceof Error ? error.message : error})`);
  }
  if (!Array.isArray(parsed)) throw new CliError(`${source}: must be an array of devices`);
  if (parsed.length === 0) throw new CliError(`${source}: holds no device`);

  const devices = parsed.map((entry: unknown, i) => deviceOf(entry, `${source}: device ${i + 1}`));
  const seen = new Set<string>();
  for (const { protocol, identity } of devices) {
    const name = `${protocol} ${identity}`;
    if (seen.has(name)) throw new CliError(`${source}: ${name} is in it twice`);
    seen.add(name);
  }
  return devices;
}

function deviceOf(entry: unknown, place: string): FleetDevice {
  if (typeof entry !== 'object' || entry === null) throw new CliError(`${place}: must be an object`);
  const fields: Record<string, unknown> = { ...entry };
  const fail = (field: string, expected: string): never => {
    throw new CliError(`${place}: ${field} must be ${expected}, not ${JSON.stringify(fields[field])}`);
  };
  const degrees = (field: 'lat' | 'lng', limit: number) => {
    const value = fields[field];
    const isGood = typeof value === 'number' && Math.abs(value) <= limit;
    return isGood ? value : fail(field, `a number from -${limit} to ${limit}`);
  };

  const { identity, dehaId, name, behaviour, token } = fields;
  const protocol = typeof fields.protocol === 'string' ? protocolByKey(fields.protocol) : undefined;
  if (protocol === undefined) return fail('protocol', `one of ${protocols.map(({ key }) => key).join(', ')}`);
  if (typeof identity !== 'string' || !isIdentity(protocol, identity)) return fail('identity', protocol.identity.words);
  const hardware = typeof dehaId === 'number' ? hardwareById(dehaId) : undefined;
  if (hardware === undefined) return fail('dehaId', 'the number of a known kind of hardware');
  const spoken = registrationProtocol(hardware).key;
  if (spoken !== protocol.key) return fail('protocol', `${spoken}, which ${hardware.name} speaks`);
  if (typeof name !== 'string' || name === '') return fail('name', 'a text');
  if (!isBehaviourName(behaviour)) return fail('behaviour', `one of ${behaviourNames.join(', ')}`);
  const device = {
    identity,
    dehaId: hardware.dehaId,
    protocol: protocol.key,
    name,
    lat: degrees('lat', 90),
    lng: degrees('lng', 180),
    behaviour,
  };
  if (!protocol.token) return device;
  if (typeof token !== 'string' || token === '') return fail('token', `a text (devices of ${protocol.key} need one)`);
  return { ...device, token };
}
