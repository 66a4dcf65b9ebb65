import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import type { Alarm } from '@varde/contract/alarms';
import { routes } from '@varde/contract/routes';
import { encodeUplinks } from '@varde/simulator/load/uplink';
import { clockTime } from './browser.ts';
import { identityOf, nameOf } from './fill.ts';
import type { HttpClient } from './http-client.ts';

export const pendants = 20;
/** More than the section with the most presses has for each. */
const pressesEach = 500;

/** Connected EV-07B devices, numbers 1 to `pendants`, whose SOS buttons are pressed in turn. */
export interface Pendants {
  /**
   * Presses the next button. `shown` gets the device's name and resolves with the time at which its alarm was
   * displayed.
   */
  press(shown: (name: string) => Promise<number>): Promise<number>;
  close(): void;
}

export async function connectPendants(port: number): Promise<Pendants> {
  const sockets = await Promise.all(Array.from({ length: pendants }, () => openSocket(port)));
  const frames = Array.from({ length: pendants }, (_, i) =>
    encodeUplinks({
      identity: identityOf(i + 1),
      count: pressesEach,
      firstAt: Date.now() - pressesEach * 1000,
      sosEvery: 1,
    }),
  );
  let pressed = 0;
  return {
    press: (shown) => {
      const number = pressed % pendants;
      const frame = frames[number]?.[Math.floor(pressed / pendants)];
      if (frame === undefined) throw new Error('a pendant has no frames left');
      pressed += 1;
      return milliseconds(sockets[number], frame.bytes, shown(nameOf(number + 1)));
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

export async function openSocket(port: number): Promise<Socket> {
  const socket = createConnection({ host: '127.0.0.1', port, noDelay: true });
  await once(socket, 'connect');
  return socket.resume();
}

/** Time from the last byte written to display. */
export async function milliseconds(
  socket: Socket | undefined,
  bytes: Uint8Array | string,
  shown: Promise<number>,
): Promise<number> {
  if (socket === undefined) throw new Error('no socket');
  const start = clockTime();
  socket.write(bytes);
  return (await shown) - start;
}

export async function resetAlarms(client: HttpClient): Promise<void> {
  const { alarms } = (await client.get(routes.listAlarms.path)) as { alarms: Alarm[] };
  for (const { alarmId, claimedAt, signalCount } of alarms) {
    const path = routes.resetAlarm.path.replace(':alarmId', String(alarmId));
    await client.post(path, { handledBy: 'bench', outcome: 'test', claimedAt, signalCount });
  }
}
