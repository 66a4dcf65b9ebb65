import type { BrokerProtocolKey, ProtocolKey, RequestProtocolKey, StreamProtocolKey } from '@varde/catalogue/protocols';
import type { DeviceCommand, DeviceReport, Sample } from '@varde/catalogue/report';
import type { SettingKey } from '@varde/catalogue/settings/vocabulary';
import type { SettingsBindings } from './settings-groups.ts';

/**
 * The interface of every protocol. All of it is pure: time is an argument, bytes are return values. framer: bytes →
 * frames · messages: frame ↔ message · session: state × input → state × output.
 */
export interface StreamProtocol<State> extends DialogueProtocol<State> {
  id: StreamProtocolKey;
  transport: 'stream';
  /** Every setting of its hardware, with the group that it is sent in. */
  settings: SettingsBindings<unknown>;
  /** A new framer for a new connection. */
  createFramer(): Framer;
  send(state: State, command: DeviceCommand, now: number): Sent<State>;
}

/** A protocol in which each message is a publication over MQTT, acknowledged when it is durable. */
export interface BrokerProtocol<State> extends DialogueProtocol<State> {
  id: BrokerProtocolKey;
  transport: 'mqtt';
  /** The settings that can be written, each by a command of its own. */
  settings: readonly SettingKey[];
  /** False: a message with this payload raises no alarm, whatever else it is. Costs far less than reading the message. */
  mayHoldAlarm(payload: Uint8Array): boolean;
}

/** A protocol in which a device that holds a connection sends frames, and gets replies and commands on it. */
export interface DialogueProtocol<State> {
  id: ProtocolKey;
  limits: ProtocolLimits;
  /** State of a new connection. Plain data, never mutated. */
  initialState: State;
  /**
   * A whole frame arrived. Never throws on device input. For a frame that cannot be read without the secret of an
   * identity it returns `needsSecret`, and is called again with the secret.
   */
  receive(state: State, frame: Uint8Array, now: number, known?: IdentitySecret): Received<State> | NeedsSecret<State>;
  /** Whether this protocol can encode a command; others may go to the device on another protocol. */
  carries(command: DeviceCommand): boolean;
  /**
   * Encodes a command for this connection, or returns why it cannot. `number` is that of the command, for protocols that
   * take a reference from the sender.
   */
  send(state: State, command: DeviceCommand, now: number, number: string): Sent<State>;
  /**
   * Frames as they are kept: with stars for the secrets of the device, and equal for each repetition of a message. Absent:
   * its frames hold no secrets.
   */
  withoutSecrets?(frames: Uint8Array, word: string): Uint8Array;
  /**
   * Whether a name under which a value of a message is kept (`Sample.unknown`) is a word of the device that the protocol
   * does not know. Absent: it is, unless it is one of Varde's own (`keptFieldNames`).
   */
  isUnknownWord?(name: string, messageWord: string): boolean;
}

export interface ProtocolLimits {
  /** A connection that is silent for longer is closed. */
  idleSeconds: number;
  /** Longer frames are malformed; the framer never buffers more than this. */
  maxFrameBytes: number;
}

/** Bytes → frames. Knows no message, never throws, resynchronises on garbage, bounded memory. */
export interface Framer {
  /**
   * A whole valid frame is emitted at once, also when it is inside a seemingly longer, incomplete one. The framer still
   * waits for that one, and emits it too when it is completed: then the bytes of the frame inside are in two outputs.
   * Otherwise each byte is in one output, and outputs are in the order of the stream.
   */
  push(chunk: Uint8Array): FramerOutput[];
  /** Whether bytes wait for the rest of a frame. */
  readonly isWaiting: boolean;
  /** The rest has not come in time: emits the waiting bytes. Then nothing waits. */
  giveUp(): FramerOutput[];
}

export type FramerOutput =
  | { type: 'frame'; bytes: Uint8Array }
  /** Bytes outside any frame, with the reason. At most `maxFrameBytes` of them are kept in `bytes`. */
  | { type: 'garbage'; reason: string; bytes: Uint8Array };

export type Received<State> =
  | {
      type: 'message';
      state: State;
      /** The device's own identity (IMEI or a part of it); null while the connection is anonymous. */
      identity: string | null;
      /** The wire's own word for this message: `data`, `AL`, … for logs and metrics. */
      word: string;
      /**
       * Equal for a device's retry of the same message, different for a new one. Null: the message has neither sequence
       * nor time, so that a retry cannot be recognised (a plain keep-alive).
       */
      retryKey: string | null;
      /**
       * True when the message holds its own time, so that `retryKey` is unique for ever and not only for a minute. An
       * alarm needs a sequence beside the time. Decision 0005.
       */
      timed: boolean;
      report: DeviceReport;
      /** To be sent in this order, and only once the report is durable. */
      replies: Uint8Array[];
      /** The frames among the replies with which a command goes on that had to wait for this message. */
      goesOn?: SentFrames;
    }
  | {
      type: 'malformed';
      state: State;
      identity: string | null;
      /** Short, stable, without device data: `crc`, `truncatedItem`, `noIdentity`, … */
      reason: string;
    };

/**
 * The frame waits, and all later ones of the connection, until the secret is known. An unknown identity, or one without
 * a secret, ends like a frame with a wrong secret: the gateway records it as malformed, `wrongSecret`.
 */
export interface NeedsSecret<State> {
  type: 'needsSecret';
  state: State;
  identity: string;
}

export interface IdentitySecret {
  identity: string;
  secret: string;
}

/** Reason for a malformed frame whose identity is unknown or has another secret. */
export const wrongSecret = 'wrongSecret';

/** A command on the wire, in one or more frames. */
export interface SentFrames {
  bytes: Uint8Array;
  /** The wire's own word for them, as of `Received`. */
  word: string;
  /** Matches `Confirmation.ref`; null when the device never answers. */
  ref: string | null;
}

export type Sent<State> = (SentFrames & { type: 'sent'; state: State }) | { type: 'unsupported'; reason: string };

/** A protocol in which each message is one HTTP request, answered when it is durable. */
export interface RequestProtocol {
  id: RequestProtocolKey;
  transport: 'http';
  /** Longer bodies are not read. */
  maxBodyLength: number;
  /** Reads a request. Never throws on device input. */
  read(request: DeviceRequest): RequestReceived;
  /** A device's request for this sample. Values without a word in the protocol are left out. */
  write(sample: Sample, sender: DeviceSender): DeviceRequest;
  /** The commands that an answer can hold; null: its answers hold none. */
  commands: RequestCommands | null;
  /** A request or an answer as it is kept, as of `DialogueProtocol`. */
  withoutSecrets?(text: Uint8Array): Uint8Array;
}

export interface RequestCommands {
  carries(command: DeviceCommand): boolean;
  /** The settings that can be written, each by a command of its own. */
  settings: readonly SettingKey[];
  /**
   * The body of an answer with this command; null: the protocol does not carry it, or a value of it. The device confirms it with the
   * reference in a later request.
   */
  write(command: DeviceCommand, ref: string): string | null;
}

export interface DeviceSender {
  identity: string;
  token: string;
}

/** The parts of an HTTP request that a protocol reads. */
export interface DeviceRequest {
  /** `GET`, `POST`, … */
  method: string;
  /** Path and query, as in the request line. */
  url: string;
  contentType?: string | undefined;
  /** The `Authorization` header. */
  authorization?: string | undefined;
  /** Text of the body, empty when there is none. */
  body: string;
}

/** `word`, `retryKey`, `timed` and `report` are those of `Received`. */
export type RequestReceived =
  | {
      type: 'message';
      identity: string;
      /** Null when it is missing: the gateway answers that like a wrong one, with 401. */
      token: string | null;
      word: string;
      retryKey: string | null;
      timed: boolean;
      report: DeviceReport;
    }
  | MalformedRequest;

export interface MalformedRequest {
  type: 'malformed';
  /** The status to answer. */
  status: 400 | 404 | 405 | 413 | 415;
  /** Short, stable, without device data: `method`, `tooLong`, `badJson`, `noIdentity`, … */
  reason: string;
}
