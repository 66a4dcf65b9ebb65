import type { Duplex } from 'node:stream';
import {
  acknowledgedPacket,
  type DownTopic,
  downTopics,
  downTopicsIn,
  encodePublication,
  topicOf,
} from '@varde/protocols/open/index';
import type { BrokerProtocol } from '@varde/protocols/protocol';
import type { Client } from 'aedes';
import type { Bill, WorkShares } from '#platform/limits/work-shares.ts';
import { Conversation, type ConversationHost, type DeviceLink } from './conversation.ts';
import type { Packet, Served } from './embedded-broker.ts';
import type { LatePackets } from './late-packets.ts';
import { downlinkPacket, lengthOfDownlink } from './mqtt-downlink.ts';
import { reasonCodeOf } from './mqtt-packets.ts';
import { MqttReader } from './mqtt-reader.ts';

/** Shared by the connections of one port. */
export interface MqttConnectionHost extends ConversationHost<unknown> {
  readonly protocol: BrokerProtocol<unknown>;
  /** Connections whose publications wait, the next one to go on first; the sweeper retries them. */
  readonly held: Set<MqttConnection>;
  /** Device → its connections, the oldest first. */
  readonly ofDevice: Map<string, Set<MqttConnection>>;
  /** Processor time of each device for what is read of it, on all of its connections. */
  readonly reading: WorkShares;
  readonly late: LatePackets;
}

/** Why a connection was not let in. No login: it ended, or was closed, without one. */
export type MqttRefusal = 'noLogin' | 'shareUsedUp' | 'noTls' | 'wrongToken' | 'tooManyLogins';

/** The parts of a socket that its connection uses. */
export interface MqttSocket extends Duplex {
  readonly bytesRead: number;
  setKeepAlive(enable: boolean, initialDelay?: number): unknown;
}

interface Waiting {
  frame: Uint8Array;
  /** Null: it wants no acknowledgement. */
  packet: number | null;
  taken: () => void;
}

/** Topic and header of a publication beside its payload. */
export const mqttHeadBytes = 1024;
/** Publications that wait in one connection. A device with more is sent away, and repeats those of QoS 1 and 2. */
const mostWaiting = 1000;
const mostWaitingBytes = 1024 * 1024;
/** Connections of one device, since publications of each may wait. The oldest is closed for a further one. */
const mostOfDevice = 10;
/** Packets without a message of one connection between two checks, which come every few seconds. */
const mostOthers = 5000;
/** Until a device whose message was not stored may connect again and repeat it. */
const retryMs = 1000;
/** What a turn costs in advance, milliseconds (`Bill`). */
const turnMs = 1;
/** Estimated cost of a packet beside its parsing: of its turn, of these readings, and of its answer on the socket. */
const aroundMs = 0.02;
const poll = new TextEncoder().encode('{"poll":true}');

/**
 * A conversation over one connection of the embedded broker: publications are taken while there is time and room for them,
 * and acknowledged when they are durable. The broker reads on while publications of a connection wait, so their number is
 * limited here.
 */
export class MqttConnection implements DeviceLink {
  readonly address: string;
  readonly connectionId: string;
  readonly conversation: Conversation<unknown>;
  /** Readings of the monotonic clock. */
  readonly openedAt: number;
  lastHeardAt: number;
  isClosed = false;
  /** The device whose token was right; null: none yet. */
  identity: string | null = null;
  tokenHash?: string;
  /** Pays for what is read: of its address until the token was right, then of the device. */
  bill: Bill | null = null;
  /** The topic of a last will that is not its own, which nobody will get. */
  foreignWill: string | null = null;
  /** Why it was not let in, as long as it is not. */
  refusal: MqttRefusal = 'noLogin';
  #socket: MqttSocket;
  readonly #host: MqttConnectionHost;
  readonly #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #others = 0;
  readonly #unacknowledged = new Map<number, () => void>();
  readonly #subscribed = new Set<DownTopic>();
  #client: Client | null = null;
  #reader: MqttReader | null = null;
  #takeLate: (packet: Buffer) => void = () => undefined;
  #packets = 0;
  #bytesHeard = 0;
  /** The connection is closed, and its last will has been given. */
  #isLeaving = false;

  constructor(host: MqttConnectionHost, socket: MqttSocket, address: string, connectionId: string) {
    this.address = address;
    this.connectionId = connectionId;
    this.openedAt = host.core.clock.monotonic();
    this.lastHeardAt = this.openedAt;
    this.conversation = new Conversation(host, this);
    this.#socket = socket;
    this.#host = host;
  }

  /** The broker serves it on this stream, and gets the packets that are read from it. */
  servedBy(stream: MqttSocket, serve: (onPacket: (packet: Packet) => void, onEnd: () => void) => Served): void {
    const { core, protocol, late } = this.#host;
    const { client, parse, takeLate } = serve(
      ({ cmd }) => this.#count(cmd),
      () => this.#ends(),
    );
    this.#client = client;
    this.#socket = stream;
    const charged = (act: (packet: Buffer) => void) => (packet: Buffer) => {
      const began = core.clock.busy();
      act(packet);
      const ms = core.clock.busy() - began;
      core.charge(this.address, undefined, ms);
      this.bill?.pay(this.identity === null ? ms : ms + aroundMs - turnMs);
      this.proceed();
    };
    this.#takeLate = charged(takeLate);
    const reader = new MqttReader(stream, protocol.limits.maxFrameBytes + mqttHeadBytes, {
      turn: () => this.#turn(),
      work: charged(parse),
      refuse: (reason) => this.#refuseToRead(reason),
      mayHoldAlarm: (packet) => protocol.mayHoldAlarm(packet),
      late,
    });
    this.#reader = reader;
    stream.on('data', (chunk: Uint8Array) => {
      this.#heard();
      reader.hear(chunk);
    });
    stream.resume();
  }

  #ends(): void {
    if (this.refusal === 'noLogin') this.#reader?.ends();
    this.#takeWhatIsLate();
  }

  /** Alarms of a device whose connection ended after its login had arrived and before the broker let it in. */
  #takeWhatIsLate(): void {
    if (this.identity === null) return;
    for (const packet of this.#reader?.late() ?? []) {
      this.#takeLate(packet);
      this.#isLeaving = true;
    }
    if (this.#isLeaving) this.proceed();
  }

  /** A stranger has paid for its turn when its connection was accepted. */
  #turn(): true | Promise<boolean> {
    if (this.identity === null || this.bill === null) return this.#host.core.turns.now();
    return this.bill.turn();
  }

  #refuseToRead(reason: string): void {
    this.conversation.recordMalformed(this.identity, reason, new Uint8Array());
    this.#client?.disconnect({ reasonCode: reasonCodeOf(reason) });
  }

  /** The broker has let the device in, and has said so. */
  letIn(): void {
    this.#reader?.letIn();
  }

  /** It is not let in, which the broker says. */
  isRefused(reason: MqttRefusal): void {
    this.refusal = reason;
    this.#reader?.late();
  }

  /** It is not let in, and ends. */
  refuse(reason: MqttRefusal): void {
    this.isRefused(reason);
    this.sendAway();
  }

  get waitsForLogin(): boolean {
    return this.#reader?.waitsForLogin === true;
  }

  /** Something was received. */
  #heard(): void {
    const { clock, guard } = this.#host.core;
    this.lastHeardAt = clock.monotonic();
    guard.heard(this.address, this.#socket.bytesRead - this.#bytesHeard, this.lastHeardAt);
    this.#bytesHeard = this.#socket.bytesRead;
  }

  /** Packets without a message of its own, which no limit of messages counts, have one of their number. */
  #count(cmd: string): void {
    if (cmd === 'publish') return;
    this.#others += 1;
    if (this.#others > mostOthers) this.#client?.close(); // the rest of what was read is not even parsed
  }

  /** Call every few seconds. */
  checked(): void {
    this.#others = 0;
  }

  /** Its connection may have ended meanwhile. */
  isProven(identity: string, tokenHash: string): void {
    this.identity = identity;
    this.tokenHash = tokenHash;
    this.bill?.cancel();
    this.bill = this.#host.reading.bill(identity);
    if (this.foreignWill !== null)
      this.conversation.recordMalformed(identity, 'foreignWill', Buffer.from(`WILL ${this.foreignWill}`));
    if (!this.isClosed) this.#joins(identity);
    this.#takeWhatIsLate();
  }

  #joins(identity: string): void {
    const { ofDevice, core } = this.#host;
    const others = ofDevice.get(identity) ?? new Set();
    const [oldest] = others;
    if (oldest !== undefined && others.size >= mostOfDevice) {
      others.delete(oldest);
      oldest.sendAway();
    }
    ofDevice.set(identity, others.add(this));
    core.isKnown(this);
  }

  /** A publication of the device; `proceed` then. `taken`: it is durable, or wants no acknowledgement, or would not be better the next time. */
  take(topic: string, { qos, payload }: { qos: number; payload: Uint8Array }, taken: () => void): void {
    if (!this.#hasRoom(1)) {
      this.sendAway();
      // It repeats the others on its next connection. An alarm is taken on this one, since there may be no next one.
      if (!this.#host.protocol.mayHoldAlarm(payload) || !this.#hasRoom(2)) return;
    }
    this.#packets += 1;
    const packet = qos === 0 ? null : this.#packets;
    const frame = encodePublication({ topic, packet, payload });
    this.#waiting.push({ frame, packet, taken });
    this.#waitingBytes += frame.length;
  }

  /** Whether fewer publications wait than may, or than so many times as many. */
  #hasRoom(times: number): boolean {
    return this.#waiting.length < times * mostWaiting && this.#waitingBytes < times * mostWaitingBytes;
  }

  /** It listens to these topics of its own. With all of them it is within reach of commands, and is in contact. */
  subscribed(identity: string, filter: string): void {
    const before = this.#subscribed.size;
    for (const name of downTopicsIn(identity, filter)) this.#subscribed.add(name);
    if (before === downTopics.length || this.#subscribed.size < downTopics.length) return;
    this.take(topicOf(identity, 'report'), { qos: 0, payload: poll }, () => undefined);
    this.proceed();
  }

  /** Processes publications while limits allow, and at most `atMost`. Returns whether it has done some and has more to do. */
  proceed(atMost = Number.POSITIVE_INFINITY): boolean {
    const { core, held } = this.#host;
    let done = 0;
    let began = core.clock.busy();
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (done === atMost || this.#mustWait()) {
        this.#hold(done > 0);
        return done > 0;
      }
      done += 1;
      this.#waiting.shift();
      this.#waitingBytes -= next.frame.length;
      this.#process(next);
      began = core.worked(this.address, this.conversation.work, began);
    }
    held.delete(this);
    if (this.#isLeaving) this.conversation.leave();
    return false;
  }

  #process({ frame, packet, taken }: Waiting): void {
    if (packet !== null) this.#unacknowledged.set(packet, taken);
    const refused = this.conversation.take(frame);
    if (packet === null) this.#taken(taken);
    else if (refused !== null) void this.#settleRefused(refused, packet);
  }

  /** A message that could not be read is acknowledged when it is recorded: it may be an alarm, and nobody sends it again. */
  async #settleRefused(recorded: Promise<boolean>, packet: number): Promise<void> {
    const isDone = await recorded;
    const taken = this.#unacknowledged.get(packet);
    this.#unacknowledged.delete(packet);
    if (taken === undefined) return;
    if (isDone) this.#taken(taken);
    else this.notStored();
  }

  #taken(taken: () => void): void {
    if (!this.isClosed) taken();
  }

  #mustWait(): boolean {
    const { turns } = this.#host.core;
    if (turns.mayWork()) return !this.isClosed && this.#isFull();
    turns.wait(this);
    return true;
  }

  #isFull(): boolean {
    const { core } = this.#host;
    const { work, waiting } = this.conversation;
    return (
      !work.hasSome(core.clock.monotonic()) ||
      waiting >= core.limits.inFlightPerConnection ||
      core.isFull ||
      !core.takeMessage(this.address)
    );
  }

  /** A connection that was served goes to the end of the queue. */
  #hold(wasServed: boolean): void {
    const { held } = this.#host;
    if (this.isClosed) return;
    if (wasServed) held.delete(this);
    held.add(this);
  }

  /** The socket is closed. What was read is still processed. */
  closed(): void {
    const { held, ofDevice } = this.#host;
    this.isClosed = true;
    held.delete(this);
    const siblings = ofDevice.get(this.identity ?? '');
    siblings?.delete(this);
    if (siblings?.size === 0) ofDevice.delete(this.identity ?? '');
    this.#unacknowledged.clear();
    this.proceed();
  }

  /** The broker has ended it: it says no more. */
  left(): void {
    this.isClosed = true;
    this.#isLeaving = true;
    this.proceed();
  }

  get isWritable(): boolean {
    return !this.isClosed && !this.#socket.destroyed && this.#subscribed.size === downTopics.length;
  }

  /** A device with MQTT 5 may say how long a packet it can take. */
  canCarry(frame: Uint8Array): boolean {
    const most = this.#client?.maximumPacketSize ?? Number.POSITIVE_INFINITY;
    return most === Number.POSITIVE_INFINITY || lengthOfDownlink(frame) <= most;
  }

  write(bytes: Uint8Array): void {
    const packet = acknowledgedPacket(bytes);
    if (packet === null) this.#publish(bytes);
    else {
      this.#unacknowledged.get(packet)?.();
      this.#unacknowledged.delete(packet);
    }
    if (this.#socket.writableLength > this.#host.core.limits.writeBufferBytes) this.#socket.destroy();
  }

  #publish(frame: Uint8Array): void {
    const packet = downlinkPacket(frame);
    if (packet !== null) this.#client?.publish(packet, () => undefined);
  }

  settled(): void {
    this.proceed();
  }

  /** A device repeats what was not acknowledged on its next connection only. */
  notStored(): void {
    setTimeout(() => this.sendAway(), retryMs).unref();
  }

  probe(everyMs: number | null): void {
    if (everyMs === null) this.#socket.setKeepAlive(false);
    else this.#socket.setKeepAlive(true, everyMs);
  }

  closeSilent(): void {
    // A device that waits to be read by us is not silent.
    if (this.#waiting.length === 0) this.#socket.destroy();
  }

  sendAway(): void {
    this.#socket.destroy();
  }
}
