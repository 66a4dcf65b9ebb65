import type { RequestProtocolKey, StreamProtocolKey } from '@varde/catalogue/protocols';
import type { DeviceCommand, DeviceReport, Sample } from '@varde/catalogue/report';
import type { SettingsBindings } from './settings-groups.ts';

/**
 * What every protocol offers. All of it is pure: time comes in as an argument, bytes go out as values.
 * framer: bytes → frames · messages: frame ↔ message · session: state × input → state × output.
 */
export interface StreamProtocol<State> {
  id: StreamProtocolKey;
  transport: 'stream';
  limits: ProtocolLimits;
  /** Every setting that its hardware has, with the group that it is sent in. */
  settings: SettingsBindings<unknown>;
  /** A new framer for a new connection. */
  createFramer(): Framer;
  /** State of a new connection. Plain data, never mutated. */
  initialState: State;
  /**
   * A whole frame arrived. Never throws on device input. A frame that cannot be read without the secret of an identity
   * answers `needsSecret`, and comes again with it.
   */
  receive(
    state: State,
    frame: Uint8Array,
    now: number,
    known?: IdentitySecret,
  ): Received<State> | NeedsSecret<State>;
  /** Whether this protocol has bytes for a command; what it cannot carry may go to the device on another. */
  carries(command: DeviceCommand): boolean;
  /** Turns a command into bytes for this connection, or says that this protocol cannot send it. */
  send(state: State, command: DeviceCommand): Sent<State>;
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
   * A whole valid frame comes out at once, also when it is inside of what seems to be a longer one whose end has not
   * come. That one is waited for all the same, and comes out too when it turns out to be whole: then the bytes of the
   * frame inside are in two outputs. Else each byte is in one output, and outputs are in the order of the stream.
   */
  push(chunk: Uint8Array): FramerOutput[];
  /** Whether bytes wait for the rest of a frame. */
  readonly isWaiting: boolean;
  /** The rest has not come in time: hands out what waits. Then nothing waits. */
  giveUp(): FramerOutput[];
}

export type FramerOutput =
  | { type: 'frame'; bytes: Uint8Array }
  /** Bytes that belong to no frame, with why. At most `maxFrameBytes` of them are kept in `bytes`. */
  | { type: 'garbage'; reason: string; bytes: Uint8Array };

export type Received<State> =
  | {
      type: 'message';
      state: State;
      /** As the device names itself (IMEI or a part of it); null while the connection is anonymous. */
      identity: string | null;
      /** The wire's own word for what this was: `data`, `AL`, … for logs and metrics. */
      word: string;
      /**
       * Equal for a device's retry of the same message, different for anything new. Null: the message has
       * neither sequence nor time, so it can never be told from a new one (a plain keep-alive).
       */
      retryKey: string | null;
      /**
       * True when the message holds its own time, so that `retryKey` is unique for ever and not only for a minute.
       * An alarm needs a sequence beside the time. Decision 0008.
       */
      timed: boolean;
      report: DeviceReport;
      /** To be sent in this order, and only once the report is durable. */
      replies: Uint8Array[];
    }
  | {
      type: 'malformed';
      state: State;
      identity: string | null;
      /** Short, stable, without device data: `crc`, `truncatedItem`, `noIdentity`, … */
      reason: string;
    };

/**
 * The frame waits, and all that the connection sends after it, until the secret is known. An identity that is unknown, or
 * has no secret, ends like a frame that its secret does not open: the gateway records it as malformed, `wrongSecret`.
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

/** Why a frame is malformed that the secret of its identity does not open, or whose identity nobody knows. */
export const wrongSecret = 'wrongSecret';

export type Sent<State> =
  | {
      type: 'sent';
      state: State;
      bytes: Uint8Array /** Matches `Confirmation.ref`; null when the device never answers. */;
      ref: string | null;
    }
  | { type: 'unsupported'; reason: string };

/** A protocol in which each message is one HTTP request, answered when it is durable, and no command goes back. */
export interface RequestProtocol {
  id: RequestProtocolKey;
  transport: 'http';
  /** Longer bodies are not read. */
  maxBodyLength: number;
  /** Reads a request. Never throws on what a device sends. */
  read(request: DeviceRequest): RequestReceived;
  /** What a device sends for this sample. Only what the protocol has words for goes along. */
  write(sample: Sample, sender: DeviceSender): DeviceRequest;
}

export interface DeviceSender {
  identity: string;
  token: string;
}

/** An HTTP request as far as a protocol looks at it. */
export interface DeviceRequest {
  /** `GET`, `POST`, … */
  method: string;
  /** Path and query, as they stand in the request line. */
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
      /** Null when none came: the gateway answers that like a wrong one, with 401. */
      token: string | null;
      word: string;
      retryKey: string | null;
      timed: boolean;
      report: DeviceReport;
    }
  | MalformedRequest;

export interface MalformedRequest {
  type: 'malformed';
  /** What to answer. */
  status: 400 | 404 | 405 | 413 | 415;
  /** Short, stable, without device data: `method`, `tooLong`, `badJson`, `noIdentity`, … */
  reason: string;
}
