import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock/clock.ts';
import { Turns } from '../limits/turns.ts';
import { type Bill, WorkShares } from '../limits/work-shares.ts';
import { metrics } from '../log/metrics.ts';
import { countedAddress, plainAddress } from '../net/address.ts';
import { PacedConnection } from '../net/paced-connection.ts';
import { unserved } from './allowed-methods.ts';
import { apiKeyOf } from './api-key.ts';
import type { Callers } from './callers.ts';
import { hasTooManyFields, mostFields } from './form-fields.ts';
import { tokenOf } from './sessions.ts';

export interface DoorOptions {
  callers: Pick<Callers, 'userOf'>;
  clock: Clock;
  /** Whether the connections are those of a trusted proxy. */
  trustProxy: boolean;
  /** Processor time of one user, or of one address without a login: milliseconds a second for long. */
  msPerSecond: number;
  /** Connections of one address at once, without a proxy. */
  connectionsPerAddress: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of its processor time; null before its payer is known. */
    bill: Bill | null;
    /** A reading of `Clock.busy`: since then it has been worked on without a pause. Null: it waits. */
    workedSince: number | null;
  }
}

interface Connection {
  paced: PacedConnection;
  /** Pays for what is read; null behind a proxy, whose connections are everybody's. */
  bill: Bill | null;
}

/** Length of a turn of all calls, before the other work of the process; and a burst, in seconds of the rate. */
const turnMs = 4;
const secondsAtOnce = 10;

/**
 * Charges all requests for their processor time, those that are refused included, and lets them wait when it is used up,
 * before anything more is read: every route, unknown ones, upgrades, and what the HTTP parser refuses.
 */
export class Door {
  readonly #options: DoorOptions;
  readonly #turns: Turns;
  readonly #shares: WorkShares;
  readonly #connections = new WeakMap<Socket, Connection>();
  readonly #ofAddress = new Map<string, number>();
  /** Connections that were to be upgraded; only where that is refused there is an answer. */
  readonly #upgrades = new WeakSet<Socket>();

  constructor(options: DoorOptions) {
    const { clock, msPerSecond: perSecond } = options;
    this.#options = options;
    this.#turns = new Turns(clock, turnMs);
    const rate = { perSecond, atOnce: perSecond * secondsAtOnce };
    this.#shares = new WorkShares(rate, this.#turns, () => clock.monotonic());
  }

  /** Its hook comes before those of routes. */
  open(app: FastifyInstance): void {
    app.server.on('connection', (socket) => this.#admit(socket));
    app.server.prependListener('upgrade', (_request, socket: Socket) => {
      this.#connections.get(socket)?.paced.release();
      this.#upgrades.add(socket);
    });
    app.decorateRequest('bill', null);
    app.decorateRequest('workedSince', null);
    app.addHook('onRequest', (request, reply) => this.#begin(request, reply));
    app.addHook('preSerialization', (request, _reply, payload, done) => {
      this.pause(request);
      this.work(request);
      done(null, payload);
    });
    app.addHook('onSend', (request, reply, payload, done) => {
      this.pause(request);
      if (request.raw.complete === false) reply.header('connection', 'close'); // its body is not read
      done(null, payload);
    });
    app.addHook('onResponse', async ({ raw: { socket } }) => {
      if (this.#upgrades.has(socket)) socket.destroy(); // it has no HTTP server any more
    });
    app.addHook('onClose', async () => this.#turns.stop());
  }

  /** The caller has proved to be a user, who pays for what the address has paid until now. */
  recognise(request: FastifyRequest, userId: number): void {
    this.#setPayer(request, payerOfUser(userId));
  }

  /** Waits for the share of the payer and for a turn. Throws `tooManyCalls`. */
  async turn({ bill }: FastifyRequest): Promise<void> {
    if (bill === null || (await bill.turn())) return;
    metrics.requestsRefused.inc({ protocol: 'browser', reason: 'shareUsedUp' });
    throw new AppError('tooManyCalls');
  }

  /** Processor time is charged from now on, until `pause`. */
  work(request: FastifyRequest): void {
    request.workedSince = this.#options.clock.busy();
  }

  /** Charges the work until now. */
  pause(request: FastifyRequest): void {
    if (request.workedSince === null) return;
    request.bill?.pay(this.#options.clock.busy() - request.workedSince);
    request.workedSince = null;
  }

  /**
   * Charges what is received on a connection that was upgraded to a live channel, and lets it wait. From a share of its
   * own: the calls of a user's programs leave the user's screens alone, and a screen leaves the calls alone.
   */
  pace(socket: Socket, userId: number): void {
    const bill = this.#shares.bill(`live ${payerOfUser(userId)}`);
    this.#paced(socket, () => bill);
  }

  #admit(socket: Socket): void {
    const { trustProxy, connectionsPerAddress } = this.#options;
    const address = countedAddress(plainAddress(socket.remoteAddress));
    const count = this.#ofAddress.get(address) ?? 0;
    if (!trustProxy && count >= connectionsPerAddress) {
      metrics.connectionsRefused.inc({ protocol: 'browser', reason: 'tooManyOfAddress' });
      socket.destroy();
      return;
    }
    this.#ofAddress.set(address, count + 1);
    socket.on('close', () => this.#left(address));
    const connection: Connection = {
      bill: trustProxy ? null : this.#shares.bill(address),
      paced: this.#paced(socket, () => connection.bill),
    };
    this.#connections.set(socket, connection);
  }

  #paced(socket: Socket, billOf: () => Bill | null): PacedConnection {
    const { clock } = this.#options;
    return new PacedConnection(socket, {
      turn: () => billOf()?.turn() ?? this.#turns.now(),
      work: (parse) => {
        const began = clock.busy();
        parse();
        billOf()?.pay(clock.busy() - began);
      },
    });
  }

  #left(address: string): void {
    const count = this.#ofAddress.get(address) ?? 0;
    if (count > 1) this.#ofAddress.set(address, count - 1);
    else this.#ofAddress.delete(address);
  }

  async #begin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const connection = this.#connections.get(request.raw.socket);
    const begun = connection?.paced.begin(request.raw, reply.raw);
    if (begun === 'ignore') return reply.hijack();
    const userId = this.#options.callers.userOf(apiKeyOf(request) ?? tokenOf(request));
    const address = countedAddress(plainAddress(request.ip));
    this.#setPayer(request, userId === undefined ? address : payerOfUser(userId));
    reply.raw.on('close', () => this.#renewBill(request));
    if (begun === 'refuse') {
      metrics.requestsRefused.inc({ protocol: 'browser', reason: 'severalAtOnce' });
      reply.header('connection', 'close');
      throw new AppError('tooManyCalls');
    }
    // A connection of its own has waited for its turn before anything of it was read.
    if (connection === undefined || connection.bill === null) await this.turn(request);
    if (request.is404) throw unserved(request); // its body is not read
    if (hasTooManyFields(request.url))
      throw new AppError('malformedRequest', [{ path: '', message: `more than ${mostFields} parameters` }]);
    return undefined;
  }

  #setPayer(request: FastifyRequest, payer: string): void {
    const connection = this.#connections.get(request.raw.socket);
    const former = request.bill ?? connection?.bill;
    const bill = former?.payer === payer ? former : this.#shares.bill(payer);
    if (former && former !== bill) bill.pay(former.cancel());
    if (connection?.bill) connection.bill = bill;
    request.bill = bill;
  }

  /** What is given back for this request is not for the next one on its connection. */
  #renewBill({ raw }: FastifyRequest): void {
    const connection = this.#connections.get(raw.socket);
    if (connection?.bill) connection.bill = this.#shares.bill(connection.bill.payer);
  }
}

const payerOfUser = (userId: number): string => `user ${userId}`;
