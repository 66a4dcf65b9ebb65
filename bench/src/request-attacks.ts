import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { ProtocolKey } from '@varde/catalogue/protocols';
import { routes } from '@varde/contract/routes';
import { contextHeader } from '@varde/contract/transport';
import type { LoopOrder, LoopReport } from './request-loops.ts';
import type { Attack } from './stranger-attack.ts';

const connections = 20;
const settlingMs = 3000;
const json = { 'content-type': 'application/json', [contextHeader]: 'PROFFWEB' };
const form = { 'content-type': 'application/x-www-form-urlencoded', [contextHeader]: 'PROFFWEB' };

/** Text of this length: a little within the limit of the call, and far beyond it. */
const repeated = (part: string, ...lengths: number[]): string[] =>
  lengths.map((length) => part.repeat(Math.floor(length / part.length)));
const objects = (...lengths: number[]): string[] => repeated('{},', ...lengths).map((members) => `[${members}{}]`);
const [publicBytes, deviceBytes, beyond] = [4_000, 60_000, 100_000];

type Request = Pick<LoopOrder, 'method' | 'path' | 'headers' | 'bodies'> & { protocol?: ProtocolKey };

const answer = routes.answerAlarm.path.replace(':token', 'x');
const replies = routes.answerBySms.path.replace(':key', 'x');

const requests: readonly (Request & { name: string })[] = [
  {
    name: 'empty objects to a shared alarm',
    method: 'POST',
    path: answer,
    headers: json,
    bodies: objects(publicBytes, beyond),
  },
  {
    name: 'brackets to a shared alarm',
    method: 'POST',
    path: answer,
    headers: json,
    bodies: repeated('[', publicBytes, beyond),
  },
  {
    name: 'empty objects to the registration',
    method: 'POST',
    path: routes.registerCompany.path,
    headers: json,
    bodies: objects(2 * publicBytes, beyond),
  },
  {
    name: 'fields to the login',
    method: 'POST',
    path: routes.login.path,
    headers: form,
    bodies: repeated('a=1&', publicBytes, beyond),
  },
  {
    name: 'fields to the answers by SMS',
    method: 'POST',
    path: replies,
    headers: form,
    bodies: repeated('a=1&', 4 * publicBytes, beyond),
  },
  {
    name: 'the description of the interface',
    method: 'HEAD',
    path: '/ajax/docs/json',
    headers: {},
    bodies: [''],
  },
  {
    name: 'fields of a phone',
    protocol: 'osmand',
    method: 'POST',
    path: '/',
    headers: form,
    bodies: repeated('a&', deviceBytes),
  },
  {
    name: 'brackets of a device',
    protocol: 'http',
    method: 'POST',
    path: '/v1/messages',
    headers: json,
    bodies: repeated('[', deviceBytes),
  },
  {
    name: 'objects of a device',
    protocol: 'http',
    method: 'POST',
    path: '/v1/messages',
    headers: json,
    bodies: objects(deviceBytes),
  },
];

/** A stranger without a login, at one address. */
export const requestAttacks: readonly Attack[] = requests.map(({ name, protocol, ...request }) => ({
  name,
  text: `${connections} connections from one address repeat a request without pause`,
  settlingMs,
  start: async ({ url, ports }) => {
    const port = protocol === undefined ? Number(new URL(url).port) : ports[protocol];
    const child = fork(new URL('./request-loops.ts', import.meta.url));
    child.send({ ...request, port, connections } satisfies LoopOrder);
    return {
      end: async () => {
        const report = once(child, 'message');
        child.send('end');
        const [answers] = (await report) as [LoopReport];
        const counts = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
        return `the answers were ${counts.join(', ') || 'none'}`;
      },
    };
  },
}));
