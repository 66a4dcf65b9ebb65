import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '@varde/contract/routes';
import { contextHeader, livePath } from '@varde/contract/transport';
import { WebSocket } from 'ws';

/**
 * Attackers with accounts who try to delay alarms, in a separate process: many sockets, one half with one subscription
 * to each of two lists, which exceed no limit but a user's number of sockets, the other half with as many subscriptions
 * as they get, some of which send endless line feeds; calls in loops; an administrator who toggles a role policy.
 * Refused requests are retried. Ends with its parent, or on its message.
 */
export interface AttackOrder {
  url: string;
  /** Session cookies of the attacker, used in rotation. */
  cookies: readonly string[];
  /** Session cookie of the toggling administrator. */
  adminCookie: string;
  custId: number;
  sockets: number;
  loops: number;
}

export interface AttackReport {
  /** Sockets that were open at the end. */
  openSockets: number;
  /** Number of times a socket was refused or closed. */
  lostSockets: number;
  /** Answers by HTTP status; 0: the connection failed. */
  answers: Record<number, number>;
  toggles: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const lists = ['/topic/alarms', '/topic/devices'];
const subscriptionsEach = 100;
/** One in this many sockets sends line feeds. */
const oneNoisyIn = 20;
const noiseMs = 10;
const noise = '\n'.repeat(100);
const retryMs = 1000;

let ended = false;
let opened = 0;
let lost = 0;
let toggles = 0;
const answers: Record<number, number> = {};

function openForEver(order: AttackOrder, number: number): void {
  if (ended) return;
  const cookie = order.cookies[number % order.cookies.length] ?? '';
  const socket = new WebSocket(`${order.url.replace('http', 'ws')}${livePath}`, ['v12.stomp'], {
    headers: { cookie },
  });
  let timer: NodeJS.Timeout | undefined;
  let wasOpen = false;
  socket.on('open', () => {
    wasOpen = true;
    opened += 1;
    const destinations = number % 2 === 0 ? lists : Array<string>(subscriptionsEach).fill('/topic/alarms');
    const subscribe = destinations.map((destination, id) => `SUBSCRIBE\nid:${id}\ndestination:${destination}\n\n\0`);
    socket.send(`CONNECT\naccept-version:1.2\n\n\0${subscribe.join('')}`);
    if (number % oneNoisyIn === 1) timer = setInterval(() => socket.send(noise), noiseMs);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    if (wasOpen) opened -= 1;
    lost += 1;
    clearInterval(timer);
    setTimeout(openForEver, retryMs, order, number);
  });
}

function call({ url }: AttackOrder, cookie: string, method: string, path: string, body?: unknown): Promise<number> {
  const headers = {
    cookie,
    [contextHeader]: 'PROFFWEB',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return new Promise((resolve) => {
    const sent = request(`${url}${path}`, { method, agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', () => resolve(0));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function callForEver(order: AttackOrder, number: number): Promise<void> {
  const cookie = order.cookies[number % order.cookies.length] ?? '';
  for (let round = 0; !ended; round++) {
    const status = await oneCall(order, cookie, number, round);
    answers[status] = (answers[status] ?? 0) + 1;
    if (status === 0) await pause(100);
  }
}

function oneCall(order: AttackOrder, cookie: string, number: number, round: number): Promise<number> {
  if (number % 5 === 0)
    return call(order, cookie, routes.createUser.method, routes.createUser.path, {
      username: `made-up-${number}-${round}@bench.example`,
      firstName: 'Made',
      lastName: 'Up',
      mobile: null,
      language: 'nb',
      custId: order.custId,
      temporaryUntil: null,
      policies: [],
    });
  const lists = [`${routes.listDevices.path}?limit=500`, routes.listUsers.path, routes.getSession.path];
  return call(order, cookie, 'GET', lists[number % lists.length] ?? '');
}

async function toggleForEver(order: AttackOrder): Promise<void> {
  const path = routes.saveRolePolicy.path.replace(':custId', String(order.custId));
  for (let round = 0; !ended; round++) {
    const body = {
      role: 'FIRM',
      policy: 'AUDIT_LOG',
      status: round % 2 ? null : 'active',
      information: null,
    };
    const status = await call(order, order.adminCookie, routes.saveRolePolicy.method, path, body);
    if (status === 200) toggles += 1;
    else await pause(100);
  }
}

async function attack(order: AttackOrder): Promise<void> {
  setPriority(19); // lowest priority: real attackers do not use this machine's processors
  for (let number = 0; number < order.loops; number++) void callForEver(order, number);
  void toggleForEver(order);
  for (let number = 0; number < order.sockets; number++) {
    openForEver(order, number);
    await pause(1);
  }
}

process.on('message', (message: AttackOrder | 'end') => {
  if (message !== 'end') {
    void attack(message);
    return;
  }
  ended = true;
  const report: AttackReport = { openSockets: opened, lostSockets: lost, answers, toggles };
  process.send?.(report, () => process.exit());
});
process.on('disconnect', () => process.exit());
