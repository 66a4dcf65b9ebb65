import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { bearerToken } from '@varde/protocols/bearer-token';
import type { ConformanceStep, ConformanceWalk } from '@varde/protocols/open/conformance';
import { downTopics, downTopicsIn, http, isOwnFilter, topicOf, upTopicOf } from '@varde/protocols/open/index';
import { Aedes, type Client } from 'aedes';

/** Where one device is tested. */
export interface Bench {
  identity: string;
  token: string;
  walk: ConformanceWalk;
  wrong(fault: string): void;
  passed(step: ConformanceStep): void;
}

export interface BenchServer {
  port: number;
  close(): Promise<void>;
}

/** Tells what is wrong with a message; whether it is acknowledged. */
function judge(bench: Bench, text: string, namesDevice: boolean): boolean {
  const { faults, passed, acknowledged } = bench.walk.hear({ text, identity: bench.identity, namesDevice });
  for (const fault of faults) bench.wrong(fault);
  if (passed !== null) bench.passed(passed);
  return acknowledged;
}

export async function serveHttp(bench: Bench, port: number): Promise<BenchServer> {
  const server = createHttpServer(async (request, response) => {
    const text = await textOf(request);
    const { method = '', url = '' } = request;
    const { authorization } = request.headers;
    const received = http.read({ method, url, authorization, body: text });
    let status = received.type === 'malformed' ? received.status : 200;
    if (received.type === 'malformed' && received.status !== 400) bench.wrong(`${method} ${url} is answered ${status}`);
    else if (method !== 'POST') bench.wrong(`the method is ${method} instead of POST`);
    if (bearerToken(authorization) !== bench.token) {
      bench.wrong('the token is missing or wrong: it is answered 401');
      status = 401;
    } else if ((status === 200 || status === 400) && !judge(bench, text, true)) status = 503;
    const body = status === 200 ? (bench.walk.command() ?? '') : '';
    response.writeHead(status, { 'retry-after': '5' }).end(body);
  });
  return listening(server, port, async () => server.closeAllConnections());
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

export async function serveMqtt(bench: Bench, port: number): Promise<BenchServer> {
  const { identity, token } = bench;
  const listensTo = new Set<string>();
  const giveCommand = (client: Client) => {
    if (listensTo.size < downTopics.length) return;
    const body = bench.walk.command();
    if (body === null) return;
    const name = body.includes('"writeSettings"') ? 'settings/desired' : 'commands';
    const packet = {
      cmd: 'publish',
      topic: topicOf(identity, name),
      payload: body,
      qos: 1,
      retain: false,
      dup: false,
    } as const;
    client.publish(packet, () => undefined);
  };
  const broker = await Aedes.createBroker({
    preConnect: (_client, { will }, callback) => {
      listensTo.clear();
      if (!will) bench.wrong('it has no last will: a broker elsewhere could not say that it is lost');
      else if (will.topic !== topicOf(identity, 'lost')) bench.wrong(`its last will is in ${will.topic}`);
      else if (will.retain) bench.wrong('its last will is retained');
      callback(null, true);
    },
    authenticate: (_client, username, password, callback) => {
      const isRight = username === identity && password?.toString() === token;
      if (!isRight) bench.wrong('user name or password is wrong: they are its identity and token');
      callback(null, isRight);
    },
    authorizePublish: (client, packet, callback) => {
      if (client === null || client.closed) {
        callback(null);
        return;
      }
      const { topic, payload, qos, retain } = packet;
      packet.retain = false;
      const up = upTopicOf(topic);
      if (up?.identity !== identity) bench.wrong(`it publishes in ${topic}`);
      if (qos === 0) bench.wrong('it publishes with QoS 0, and is never told that a message is stored');
      if (retain) bench.wrong('it publishes a retained message');
      if (up?.identity !== identity || up.name === 'lost') callback(null);
      else if (judge(bench, payload.toString(), false)) {
        callback(null);
        setImmediate(giveCommand, client);
      } else client.close(); // not stored: it connects again, and repeats it
    },
    authorizeSubscribe: (client, subscription, callback) => {
      const isOwn = isOwnFilter(identity, subscription.topic);
      if (!isOwn) bench.wrong(`it subscribes to ${subscription.topic}`);
      callback(null, isOwn ? subscription : null);
      for (const name of downTopicsIn(identity, subscription.topic)) listensTo.add(name);
      setImmediate(giveCommand, client);
    },
    authorizeForward: (_client, packet) => (upTopicOf(packet.topic) === null ? packet : null),
  });
  const server = createServer((socket) => broker.handle(socket));
  return listening(server, port, () => new Promise((resolve) => broker.close(resolve)));
}

async function listening(server: Server, port: number, end: () => Promise<void>): Promise<BenchServer> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve));
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    await end();
    await closed;
  };
  return { port: (server.address() as AddressInfo).port, close };
}
