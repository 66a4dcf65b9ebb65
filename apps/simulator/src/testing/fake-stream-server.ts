import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { DeviceCommand } from '@varde/catalogue/report';
import type { Received, StreamProtocol } from '@varde/protocols/protocol';
import { ReceivedLog } from './received-log.ts';

type Message<State> = Extract<Received<State>, { type: 'message' }>;

export interface FakeStreamServer<State> {
  port: number;
  messages: ReceivedLog<Message<State> & { bytes: Uint8Array }>;
  garbage: ReceivedLog<Uint8Array>;
  /** While false, everything is received and nothing answered. */
  setAnswering(answering: boolean): void;
  command(command: DeviceCommand): void;
  sendBytes(bytes: Uint8Array): void;
  dropConnections(): void;
  connections(): number;
  close(): Promise<void>;
}

/** A server for tests that decodes and answers devices with the production protocol, and records their messages. */
export async function startFakeStreamServer<State>(protocol: StreamProtocol<State>): Promise<FakeStreamServer<State>> {
  const messages = new ReceivedLog<Message<State> & { bytes: Uint8Array }>();
  const garbage = new ReceivedLog<Uint8Array>();
  const sessions = new Map<Socket, State>();
  let isAnswering = true;

  const server = createServer((socket) => {
    const framer = protocol.createFramer();
    sessions.set(socket, protocol.initialState);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sessions.delete(socket));
    socket.on('data', (chunk) => {
      for (const { type, bytes } of framer.push(chunk)) {
        if (type === 'garbage') garbage.add(bytes);
        else receive(socket, bytes);
      }
    });
  });

  function receive(socket: Socket, bytes: Uint8Array): void {
    const received = protocol.receive(sessions.get(socket) ?? protocol.initialState, bytes, Date.now());
    sessions.set(socket, received.state);
    if (received.type !== 'message') {
      garbage.add(bytes);
      return;
    }
    if (isAnswering) for (const reply of received.replies) socket.write(reply);
    messages.add({ ...received, bytes });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    messages,
    garbage,
    setAnswering: (answering) => {
      isAnswering = answering;
    },
    command(command) {
      for (const [socket, state] of sessions) {
        const sent = protocol.send(state, command, Date.now());
        if (sent.type === 'unsupported') throw new Error(sent.reason);
        sessions.set(socket, sent.state);
        socket.write(sent.bytes);
      }
    },
    sendBytes: (bytes) => {
      for (const socket of sessions.keys()) socket.write(bytes);
    },
    dropConnections: () => {
      for (const socket of sessions.keys()) socket.destroy();
    },
    connections: () => sessions.size,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sessions.keys()) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
