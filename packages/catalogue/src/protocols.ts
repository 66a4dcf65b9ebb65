import { enteredCode } from './entered-text.ts';
import type { transactionSources } from './transaction-sources.ts';

interface ProtocolFacts {
  /** Its name in the database. Never renamed. */
  key: string;
  /** Names its configuration: `VARDE_<VARIABLE>_PORT`. Never renamed. */
  variable: string;
  /** `stream`: bytes over TCP, with commands back. `http`: one request for each message. `mqtt`: over a broker. */
  transport: 'stream' | 'http' | 'mqtt';
  /** The port that devices are shipped with, or that their apps suggest. */
  port: number;
  /** The source of its transactions (`tranSource`). */
  source: (typeof transactionSources)[number]['key'];
  /** Whether each device authenticates with a token of its own. Otherwise a number is its only identification. */
  token: boolean;
  /** The identity of a device. */
  identity: {
    /** A regular expression for the whole of it. */
    pattern: string;
    /** Description of the pattern, for the form that registers a device. */
    words: string;
    /** An identity without a device. Ends in four digits, in which the demo numbers its devices. */
    specimen: string;
  };
}

/**
 * The protocols with a gateway in Varde. Adding one is a line here, its folder in `packages/protocols`, and its line in
 * `packages/protocols/src/index.ts`; ports, configuration, fleet and reference pages follow.
 */
export const protocols = [
  {
    key: 'eview',
    variable: 'EVIEW',
    transport: 'stream',
    port: 5187,
    source: 'tcp',
    token: false,
    identity: { pattern: '^\\d{15}$', words: '15 digits', specimen: '000000000090001' },
  },
  {
    key: 'watch',
    variable: 'WATCH',
    transport: 'stream',
    port: 5093,
    source: 'tcp',
    token: false,
    identity: { pattern: '^(\\d{10}|\\d{15})$', words: '10 or 15 digits', specimen: '9900000001' },
  },
  {
    key: 'osmand',
    variable: 'OSMAND',
    transport: 'http',
    port: 5055,
    source: 'http',
    token: true,
    identity: {
      pattern: '^\\S{1,128}$',
      words: '1 to 128 characters without blanks',
      specimen: 'demo-0001',
    },
  },
  {
    key: 'http',
    variable: 'DEVICE_HTTP',
    transport: 'http',
    port: 5057,
    source: 'http',
    token: true,
    identity: {
      pattern: '^\\S{1,128}$',
      words: '1 to 128 characters without blanks',
      specimen: 'demo-0001',
    },
  },
  {
    key: 'mqtt',
    variable: 'MQTT',
    transport: 'mqtt',
    port: 1883,
    source: 'mqtt',
    token: true,
    // A level of a topic, without the wildcards.
    identity: {
      pattern: '^[A-Za-z0-9_.:-]{1,64}$',
      words: '1 to 64 letters, digits and _ . : -',
      specimen: 'unit-0001',
    },
  },
] as const satisfies readonly ProtocolFacts[];

/** Protocols of hardware without a gateway in Varde yet. */
export const protocolsWithoutGateway = ['sms'] as const;

export type Protocol = (typeof protocols)[number];
export type ProtocolKey = Protocol['key'];
export type StreamProtocolKey = Extract<Protocol, { transport: 'stream' }>['key'];
export type RequestProtocolKey = Extract<Protocol, { transport: 'http' }>['key'];
export type BrokerProtocolKey = Extract<Protocol, { transport: 'mqtt' }>['key'];

/** Whether a device of this protocol holds a connection, which can be lost. */
export const holdsConnection = ({ transport }: Pick<Protocol, 'transport'>): boolean => transport !== 'http';

/** The facts of a protocol, or undefined when Varde has no gateway for it. */
export function protocolByKey(key: ProtocolKey): Protocol;
export function protocolByKey(key: string): Protocol | undefined;
export function protocolByKey(key: string): Protocol | undefined {
  return protocols.find((protocol) => protocol.key === key);
}

/**
 * The protocol that a device of this hardware is registered on: its own, or Varde's `http` where Varde has no gateway for
 * its own (decision 0020).
 */
export const registrationProtocol = (hardware: { protocol: string }): Protocol =>
  protocolByKey(hardware.protocol) ?? protocolByKey('http');

/** Whether a device of this protocol can send this identity. */
export function isIdentity({ identity: { pattern } }: Protocol, identity: string): boolean {
  return new RegExp(pattern).test(identity);
}

/** The identity that somebody has typed, a number with or without the spaces and hyphens of a label; null: none of this protocol. */
export function identityIn(protocol: Protocol, text: string): string | null {
  const code = enteredCode(text);
  const digits = /^[\d -]+$/.test(code) ? code.replaceAll(/[ -]/g, '') : code;
  return [code, digits].find((identity) => isIdentity(protocol, identity)) ?? null;
}
