import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** Repeats a request on some connections, in a separate process. Ends with its parent, or on its message. */
export interface LoopOrder {
  port: number;
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  /** Of sessions, one for each connection in turn. */
  cookies?: readonly string[];
  /** Sent in turn. */
  bodies: readonly string[];
  connections: number;
}

/** Answers by HTTP status; 0: the connection failed. */
export type LoopReport = Record<number, number>;

/** Not the address of the operator, who works on the same machine. */
const localAddress = '127.0.0.2';
const answers: LoopReport = {};
let ended = false;

function send({ port, method, path, headers }: LoopOrder, agent: Agent, body: string): Promise<number> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, localAddress, method, path, agent, headers };
    const sent = request(options, (response) => {
      response.resume().on('close', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}

async function loop(given: LoopOrder, agent: Agent, number: number): Promise<void> {
  const { cookies = [], headers } = given;
  const cookie = cookies[number % cookies.length];
  const order = cookie === undefined ? given : { ...given, headers: { ...headers, cookie } };
  for (let round = 0; !ended; round++) {
    const status = await send(order, agent, order.bodies[round % order.bodies.length] ?? '');
    answers[status] = (answers[status] ?? 0) + 1;
    if (status === 0) await pause(10);
  }
}

setPriority(19); // lowest priority: real attackers do not use this machine's processors
process.on('message', (message: LoopOrder | 'end') => {
  if (message === 'end') {
    ended = true;
    process.send?.(answers, () => process.exit());
    return;
  }
  const agent = new Agent({ keepAlive: true, maxSockets: message.connections });
  for (let n = 0; n < message.connections; n++) void loop(message, agent, n);
});
process.on('disconnect', () => process.exit());
