import { once } from 'node:events';
import type { LiveMessage } from '@varde/contract/live';
import { liveDestinations, livePath } from '@varde/contract/transport';
import { WebSocket } from 'ws';
import { clockTime } from './browser.ts';
import type { HttpClient } from './http-client.ts';

/** An operator's live channel without a browser. */
export interface LiveWatch {
  /** Resolves with the time of the next message about an open alarm of a device with this prefix in its name. */
  shown(name: string): Promise<number>;
  close(): void;
}

/** Anything longer is a loss, not a latency. */
const lostMs = 60_000;

export async function watchLive(url: string, { cookie }: HttpClient): Promise<LiveWatch> {
  const waiting = new Map<string, (at: number) => void>();
  const socket = new WebSocket(`${url.replace('http', 'ws')}${livePath}`, ['v12.stomp'], {
    headers: { cookie },
  });
  await once(socket, 'open');
  socket.send(
    `CONNECT\naccept-version:1.2\n\n\0SUBSCRIBE\nid:a\ndestination:${liveDestinations.alarms}\nreceipt:r\n\n\0`,
  );
  socket.on('message', (data: Buffer) => {
    const at = clockTime();
    const text = data.toString();
    if (!text.startsWith('MESSAGE')) return;
    const { alarms } = JSON.parse(text.slice(text.indexOf('\n\n') + 2, -1)) as LiveMessage<'alarms'>;
    for (const { deviceName, state } of alarms)
      for (const [name, resolve] of waiting) if (state === 'open' && deviceName.startsWith(name)) resolve(at);
  });
  return {
    shown: async (name) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      waiting.set(name, resolve);
      const timer = setTimeout(() => reject(new Error(`no message about ${name}`)), lostMs);
      const over = (code: number) => reject(new Error(`the operator's channel was closed: ${code}`));
      socket.once('close', over);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        socket.off('close', over);
        waiting.delete(name);
      }
    },
    close: () => socket.terminate(),
  };
}
