import { connect, type Socket } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** Floods the port for MQTT on some connections, in a separate process. Ends with its parent, or on its message. */
export interface MqttOrder {
  port: number;
  /** Bytes in base64. What each connection begins with; then it waits for an answer. Null: it does not begin. */
  login: string | null;
  /** What it sends then, again and again as fast as it is taken. */
  flood: string;
  connections: number;
}

export interface MqttReport {
  /** Times that a connection was closed. */
  closed: number;
  megabytes: number;
}

/** Not the address of the operator, who works on the same machine. */
const localAddress = '127.0.0.2';
const report: MqttReport = { closed: 0, megabytes: 0 };
let ended = false;

async function flood(socket: Socket, bytes: Buffer): Promise<void> {
  while (!ended && !socket.destroyed) {
    report.megabytes += bytes.length / 1e6;
    if (!socket.write(bytes)) await event(socket, 'drain');
    else await pause(0);
  }
}

/** Resolves with the event, or with the end of the connection. */
const event = (socket: Socket, name: 'connect' | 'drain' | 'data'): Promise<void> =>
  new Promise((resolve) => {
    socket.once(name, () => resolve());
    socket.once('close', () => resolve());
  });

async function loop({ port, login, flood: given }: MqttOrder): Promise<void> {
  while (!ended) {
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
    socket.setMaxListeners(0).on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await event(socket, 'connect');
    if (login !== null) {
      socket.write(Buffer.from(login, 'base64'));
      await event(socket, 'data');
    }
    socket.on('data', () => undefined);
    await flood(socket, Buffer.from(given, 'base64'));
    await closed;
    report.closed += 1;
    await pause(login === null ? 1 : 100);
  }
}

setPriority(19); // lowest priority: real attackers do not use this machine's processors
process.on('message', (message: MqttOrder | 'end') => {
  if (message === 'end') {
    ended = true;
    process.send?.(report, () => process.exit());
    return;
  }
  for (let n = 0; n < message.connections; n++) void loop(message);
});
process.on('disconnect', () => process.exit());
