import type { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import type { Client } from 'aedes';
import { metrics } from '#platform/log/metrics.ts';
import { plainAddress } from '#platform/net/address.ts';
import { connectionNumbers } from './connection-numbers.ts';
import { EmbeddedBroker } from './embedded-broker.ts';
import { MqttConnection, type MqttConnectionHost, mqttHeadBytes } from './mqtt-connection.ts';
import type { MqttLogins } from './mqtt-logins.ts';
import { mqttRules } from './mqtt-rules.ts';
import { StrangerShares } from './stranger-shares.ts';

/** Estimated processor time of a TLS handshake, which nothing here can measure. */
const handshakeMs = 2;

/** The open connections of the port, and the broker that speaks MQTT on them. */
export class MqttConnections {
  readonly #host: MqttConnectionHost;
  readonly #logins: MqttLogins;
  readonly #secureContext: SecureContext | undefined;
  readonly #strangers: StrangerShares;
  readonly #broker: EmbeddedBroker;
  readonly #connections = new Map<Socket, MqttConnection>();
  readonly #byClient = new WeakMap<Client, MqttConnection>();
  readonly #nextNumber: () => string;
  #isStopping = false;

  constructor(host: MqttConnectionHost, logins: MqttLogins, secureContext: SecureContext | undefined) {
    const { core, protocol } = host;
    this.#host = host;
    this.#logins = logins;
    this.#secureContext = secureContext;
    this.#nextNumber = connectionNumbers(core.clock);
    this.#strangers = new StrangerShares(core);
    const connectionOf = (client: Client) => this.#byClient.get(client);
    this.#broker = new EmbeddedBroker({
      ...mqttRules({
        ...{ connectionOf, logins, isStopping: () => this.#isStopping },
        mayHoldAlarm: (payload) => protocol.mayHoldAlarm(payload),
      }),
      maximumPacketSize: protocol.limits.maxFrameBytes + mqttHeadBytes,
      receiveMaximum: core.limits.inFlightPerConnection,
      connectTimeout: core.limits.loginSeconds * 1000,
      maxClientsIdLength: Number.POSITIVE_INFINITY,
    });
    this.#broker.on('clientDisconnect', (client) => connectionOf(client)?.left());
    this.#broker.on('clientReady', (client) => connectionOf(client)?.letIn());
    this.#broker.on('clientError', (client, error) => this.#recordFault(client, error));
    this.#broker.on('connectionError', (client, error) => this.#recordFault(client, error));
  }

  async listen(): Promise<void> {
    await this.#broker.listen();
  }

  accept(socket: Socket): void {
    const { core } = this.#host;
    const address = plainAddress(socket.remoteAddress);
    socket.on('error', ignore); // the close that follows is what counts
    if (!core.admits(address, 'waits')) {
      socket.destroy();
      return;
    }
    const connection = new MqttConnection(this.#host, socket, address, this.#nextNumber());
    this.#connections.set(socket, connection);
    core.opened(connection);
    socket.on('close', () => {
      this.#connections.delete(socket);
      core.closed(connection, address);
      connection.closed();
      const { identity, refusal: reason } = connection;
      if (identity === null) metrics.connectionsRefused.inc({ protocol: core.protocol, reason });
    });
    void this.#begin(socket, connection);
  }

  /** Of a stranger nothing is read, no handshake either, before its address has a share of the processor left. */
  async #begin(socket: Socket, connection: MqttConnection): Promise<void> {
    const bill = this.#strangers.billOf(connection.address);
    connection.bill = bill;
    if (!(await bill.turn())) connection.refuse('shareUsedUp');
    if (socket.destroyed) return;
    const stream = this.#secured(socket, connection);
    connection.servedBy(stream, (onPacket, onEnd) => {
      const served = this.#broker.serve(stream, onPacket, onEnd);
      this.#byClient.set(served.client, connection);
      return served;
    });
  }

  /** The stream of the device's bytes: behind TLS where there is a certificate. */
  #secured(socket: Socket, connection: MqttConnection): Socket {
    const secureContext = this.#secureContext;
    if (secureContext === undefined) return socket;
    connection.bill?.pay(handshakeMs);
    const stream = new TLSSocket(socket, { isServer: true, secureContext });
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code?.startsWith('ERR_SSL') !== true || connection.identity !== null) return;
      void connection.conversation.recordMalformed(null, 'noTls', Buffer.from(code));
      connection.refuse('noTls');
    });
    return stream;
  }

  /** The identity was assigned to a device, removed from it, or has another token. */
  sendAway(identity: string): void {
    for (const connection of this.#host.ofDevice.get(identity) ?? []) connection.sendAway();
  }

  /** Closes connections that are idle for too long, or that never proved a device. */
  closeIdle(): void {
    const { core, protocol } = this.#host;
    const now = core.clock.monotonic();
    for (const connection of this.#connections.values()) {
      const anonymousFor = connection.identity === null ? now - connection.openedAt : 0;
      const isIdle = now - connection.lastHeardAt > protocol.limits.idleSeconds * 1000;
      connection.checked();
      if (isIdle || anonymousFor > core.limits.anonymousSeconds * 1000) connection.sendAway();
    }
    core.rest();
    this.#logins.forgetRested();
    this.#strangers.forgetRested();
  }

  /** From now on, last wills mean nothing. */
  stopping(): void {
    this.#isStopping = true;
  }

  /** Ends all connections. Acknowledgements that were written still leave. */
  async close(): Promise<void> {
    await new Promise(setImmediate);
    if (!this.#broker.closed) await new Promise<void>((resolve) => this.#broker.close(resolve));
  }

  destroyAll(): void {
    for (const socket of this.#connections.keys()) socket.destroy();
  }

  #recordFault(client: Client, error: Error): void {
    const connection = this.#byClient.get(client);
    const reason = reasonOf(error);
    if (connection !== undefined && reason !== null)
      void connection.conversation.recordMalformed(connection.identity, reason, new Uint8Array());
  }
}

/** What the broker could not read; null: a connection that ended, or one that was refused. */
function reasonOf({ message }: Error): string | null {
  if (message === 'packet too large') return 'tooLong';
  return /^(invalid|cannot parse|malformed|packet|empty|not supported|unacceptable)/i.test(message)
    ? 'badPacket'
    : null;
}

function ignore(): void {
  return;
}
