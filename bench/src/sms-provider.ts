import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** The last alarms are waited for so long. */
const patienceMs = 30_000;

/** A provider that takes every SMS after `answerMs`, and remembers by the name in its text when it came. */
export async function startProvider(answerMs = 0) {
  const times = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const { text } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as { text: string };
    const [name = ''] = /Smykke \d+,/.exec(text) ?? [];
    if (!times.has(name)) times.set(name, performance.now());
    if (answerMs > 0) await pause(answerMs);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/sms`,
    /** When each came. Throws when one of these never did. */
    taken: async (names: readonly string[], longestMs = patienceMs) => {
      for (let waited = 0; ; waited += 100) {
        const missing = names.filter((name) => !times.has(name));
        if (missing.length === 0) return times;
        if (waited > longestMs) throw new Error(`${missing.length} of ${names.length} alarms were not told`);
        await pause(100);
      }
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
