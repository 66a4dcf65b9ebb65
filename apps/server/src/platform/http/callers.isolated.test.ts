import { createCustomer, createUser, type TestUser } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppError } from '../app-error.ts';
import { enterAsPayer, type PaidWork } from '../database/paid-time.ts';
import { hashOfToken } from '../secrets/tokens.ts';
import { type Callers, createCallers } from './callers.ts';
import type { SessionHolder, Sessions } from './sessions.ts';

const defaults = { callsPerSecond: 20, databasePerSecond: 250, engine: 'postgresql' } as const;
const arrival = (address = '203.0.113.9') => ({ address, roles: null });

/** Sessions whose tokens are `<user id> <anything>`; a token of user 0 is made up. */
function sessionsOf(resolved: string[] = []): Sessions {
  const holderOf = (token: string): SessionHolder | null => {
    resolved.push(token);
    const userId = Number(token.split(' ', 1)[0]);
    return userId === 0
      ? null
      : ({ tokenHash: hashOfToken(token), caller: { userId, payingCustomer: null } } as SessionHolder);
  };
  return {
    resolve: async (token) => holderOf(token),
    resolveKey: async (key) => holderOf(key),
    resolveAll: async (bearers) => bearers.map(({ token }) => holderOf(token)),
    onEnded: () => undefined,
  };
}

/** Identifies a caller, and starts this many calls that do not end. Returns how many were started. */
async function callsOf(callers: Callers, count: number, who: { user?: string; address?: string } = {}) {
  const from = arrival(who.address);
  const holder = who.user === undefined ? null : await callers.identify(who.user, from);
  let begun = 0;
  const never = () => {
    begun += 1;
    return new Promise<never>(() => undefined);
  };
  for (let n = 0; n < count; n += 1) callers.serve(holder, from, never).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  return begun;
}

afterEach(() => {
  vi.useRealTimers();
});

describe('with slow calls', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  test('four of a user are answered at a time, however many sessions they use, and others are not delayed', async () => {
    const callers = createCallers(sessionsOf(), defaults);
    expect(await callsOf(callers, 40, { user: '1 phone' })).toBe(4);
    expect(await callsOf(callers, 40, { user: '1 tablet', address: '198.51.100.7' })).toBe(0);
    expect(await callsOf(callers, 1, { user: '2 phone' })).toBe(1);
  });

  test('four of an address without a login are answered at a time; another address and users there are not delayed', async () => {
    const callers = createCallers(sessionsOf(), defaults);
    expect(await callsOf(callers, 40, { address: '2001:db8::1' })).toBe(4);
    expect(await callsOf(callers, 40, { address: '2001:db8::2' })).toBe(0); // of the same network
    expect(await callsOf(callers, 1, { address: '2001:db8:0:1::1' })).toBe(1);
    expect(await callsOf(callers, 1, { user: '1', address: '2001:db8::1' })).toBe(1);
  });
});

test('calls about alarms are answered while as many others of the user wait as there may be', async () => {
  vi.useFakeTimers();
  const callers = createCallers(sessionsOf(), defaults);
  await callsOf(callers, 2_000, { user: '1 phone' });
  const { aboutAlarms } = callers;
  const holder = await aboutAlarms.identify('1 phone', arrival());
  await expect(aboutAlarms.serve(holder, arrival(), async () => 'alarms')).resolves.toBe('alarms');
});

test('a thousand screens of 50 users come back at once, and 200 of one login, each with its lists', async () => {
  vi.useFakeTimers();
  const sessions = sessionsOf();
  const resolve: Sessions['resolve'] = async (token, from) => {
    await new Promise((done) => setTimeout(done, 5));
    return sessions.resolve(token, from);
  };
  const callers = createCallers({ ...sessions, resolve }, defaults);
  const comeBack = async (token: string) => {
    const holder = await callers.identifyLive(token, arrival());
    if (holder === null) throw new Error('unknown');
    for (const aboutAlarms of [true, false])
      for (const part of ['open', 'first']) await callers.subscribe(holder, async () => part, aboutAlarms);
    await callers.serve(await callers.identify(token, arrival()), arrival(), async () => 'list');
  };
  const screens = Array.from({ length: 1_000 }, (_, n) => `${2 + (n % 50)} screen ${n}`);
  const shared = Array.from({ length: 200 }, (_, n) => `1 screen ${n}`);
  for (const _ of ['restart of the server', 'lost connections']) {
    const back = Promise.all([...screens, ...shared].map(comeBack));
    await vi.advanceTimersByTimeAsync(5_000);
    await expect(back).resolves.toHaveLength(1_200);
    await vi.advanceTimersByTimeAsync(60_000);
  }
});

/** A query that takes this long, paid for by whoever asks. */
const queryOf =
  (ms: number, work: PaidWork = 'calls') =>
  async () => {
    const leave = await enterAsPayer(work);
    await new Promise((done) => setTimeout(done, ms));
    leave(ms);
  };

test.each(['pglite', 'postgresql'] as const)(
  'on %s the alarms of 250 screens of one login, each 200 ms of the database, are subscribed to by all',
  async (engine) => {
    vi.useFakeTimers();
    const callers = createCallers(sessionsOf(), { ...defaults, engine });
    const [shared, other] = await Promise.all([
      callers.identifyLive('1', arrival()),
      callers.identifyLive('2', arrival()),
    ]);
    if (shared === null || other === null) throw new Error('unknown');
    const alarms = Array.from({ length: 250 }, () => callers.subscribe(shared, queryOf(200), true));
    const ofOther = callers.subscribe(other, queryOf(200), true);
    await vi.advanceTimersByTimeAsync(1_000);
    await ofOther; // in turn, and not after them
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(Promise.all(alarms)).resolves.toHaveLength(250);
  },
);

test('a user whose other subscriptions wait for the database’s time gets the alarms, on any screen', async () => {
  vi.useFakeTimers();
  const callers = createCallers(sessionsOf(), defaults);
  const holder = await callers.identifyLive('1 ward', arrival());
  if (holder === null) throw new Error('unknown');
  const hour = callers.subscribe(holder, queryOf(3_600_000), false);
  await vi.advanceTimersByTimeAsync(3_600_000);
  await hour;
  for (let n = 0; n < 8; n += 1) callers.subscribe(holder, queryOf(1), false).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  await callers.identifyLive('1 ward', arrival());
  await expect(callers.subscribe(holder, async () => 'alarms', true)).resolves.toBe('alarms');
});

test('an export that waits for its turn in the background takes no place of its customer’s calls', async () => {
  vi.useFakeTimers();
  const callers = createCallers(sessionsOf(), { ...defaults, engine: 'pglite' });
  const holder = await callers.identify('1 office', arrival());
  const serve = (ms: number, work: PaidWork) => callers.serve(holder, arrival(), queryOf(ms, work));
  const exported = serve(1_000, 'background');
  await vi.advanceTimersByTimeAsync(0);
  const listed = serve(1, 'calls');
  await vi.advanceTimersByTimeAsync(1);
  await listed;
  await vi.advanceTimersByTimeAsync(1_000);
  await exported;
});

test('without a login a call takes a turn before its body is read, and another one for the answer', async () => {
  vi.useFakeTimers();
  const callers = createCallers(sessionsOf(), defaults);
  expect(await callsOf(callers, 4)).toBe(4);
  let read = 0;
  void callers.identify(null, arrival()).then(() => {
    read += 1;
  });
  await callers.identify(null, arrival('198.51.100.7'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(read).toBe(0);
});

test('made-up tokens use up the rate of an address; real ones use none of it', async () => {
  vi.useFakeTimers();
  const resolved: string[] = [];
  const callers = createCallers(sessionsOf(resolved), defaults);
  for (let n = 1; n <= 2_000; n += 1) await callers.identify(`${n} console`, arrival());
  expect(resolved).toHaveLength(2_000);
  for (let n = 0; n < 1_000; n += 1) void callers.identify(`0 ${n}`, arrival()).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(resolved).toHaveLength(2_000 + 20 * 2 * 20);
  await callers.identify('1 console', arrival()); // known: takes nothing from the address
  await callers.identify('0 elsewhere', arrival('198.51.100.7'));
  expect(resolved).toHaveLength(2_002 + 20 * 2 * 20);
});

describe('wrong API keys of an address', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  const wrongKeys = (callers: Callers, count: number) => {
    const answers: string[] = [];
    for (let n = 0; n < count; n += 1)
      callers.identifyKey(`0 ${n}`, arrival()).catch((error: AppError) => answers.push(error.code));
    return answers;
  };

  test('are answered 100 at once, as wrong passwords are, then one each second, and refused beyond that', async () => {
    const resolved: string[] = [];
    const callers = createCallers(sessionsOf(resolved), defaults);
    const answers = wrongKeys(callers, 200);
    await vi.advanceTimersByTimeAsync(0);
    expect(resolved).toHaveLength(100);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(resolved.length).toBeLessThanOrEqual(100 + 10);
    expect(answers.slice(0, 100)).toEqual(Array(100).fill('keyInvalid'));
    expect(answers.slice(-90)).toEqual(Array(90).fill('tooManyCalls'));
  });

  test('hold up no login, no session, no key that was right, and nobody elsewhere', async () => {
    const resolved: string[] = [];
    const callers = createCallers(sessionsOf(resolved), defaults);
    await callers.identifyKey('1 right', arrival());
    wrongKeys(callers, 200);
    await vi.advanceTimersByTimeAsync(0);
    resolved.length = 0;
    await callers.identifyKey('1 right', arrival());
    await callers.identify('2 console', arrival());
    await callers.identifyKey('3 right', arrival('198.51.100.7'));
    await expect(callers.serve(null, arrival(), async () => 'login page')).resolves.toBe('login page');
    expect(resolved).toEqual(['1 right', '2 console', '3 right']);
  });

  test('are not used up by right ones', async () => {
    const resolved: string[] = [];
    const callers = createCallers(sessionsOf(resolved), defaults);
    for (let n = 1; n <= 500; n += 1) await callers.identifyKey(`${n} program`, arrival());
    expect(resolved).toHaveLength(500);
  });
});

describe('over HTTP', () => {
  let server: TestServer;
  let custId: number;
  let kari: TestUser;
  let ola: TestUser;
  // A server for each test: each replaced clock begins at 0, and the rates of a gate that has seen a later time would
  // count the way back as negative time.
  beforeEach(async () => {
    server = await startTestServer({ environment: { VARDE_CALLS_PER_SECOND: '1' } });
    custId = await createCustomer(server.db);
    kari = await createUser(server.db, { role: 'SUPERFIRM', custId });
    ola = await createUser(server.db, { role: 'SUPERFIRM', custId });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await server.close();
  });

  /** Work in progress continues between them. */
  async function passSeconds(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      await workDone();
    }
  }
  const workDone = () => new Promise<void>((resolve) => setImmediate(resolve));

  test('a user with endless calls is answered 20 s’ worth at once, then at the allowed rate, and refused beyond it', async () => {
    const [hers, his] = [await server.loginAs(kari), await server.loginAs(ola)];
    const calls = Array.from({ length: 160 }, () => server.call('GET', '/ajax/users', { as: hers }));
    // While hers wait, another user is answered.
    expect((await server.call('GET', '/ajax/users', { as: his })).status).toBe(200);
    await passSeconds(25);
    const refused = (await Promise.all(calls)).filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(50);
    expect(refused.length).toBeLessThan(145);
    for (const answer of refused)
      expect(answer).toMatchObject({
        status: 429,
        headers: { 'retry-after': '5' },
        body: { code: 'tooManyCalls' },
      });
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await server.call('GET', '/ajax/users', { as: hers })).status).toBe(200);
  });

  test('a user whose queries have used up the time of the database waits, but not for alarms, and other customers do not', async () => {
    await server.close();
    server = await startTestServer({ environment: { VARDE_DATABASE_PER_SECOND: '1' } }); // 10 statements, then one a second
    custId = await createCustomer(server.db);
    kari = await createUser(server.db, { role: 'SUPERFIRM', custId });
    ola = await createUser(server.db, { role: 'SUPERFIRM', custId: await createCustomer(server.db) });
    const [hers, his] = [await server.loginAs(kari), await server.loginAs(ola)];
    let answered = 0;
    for (let n = 0; n < 20; n += 1)
      void server.call('GET', '/ajax/users', { as: hers }).then(() => {
        answered += 1;
      });
    for (const as of [hers, his])
      expect((await server.call('GET', '/ajax/alarms', { as })).status, 'the list of alarms').toBe(200);
    expect((await server.call('GET', '/ajax/users', { as: his })).status).toBe(200);
    expect(answered).toBeLessThan(20);
    while (answered < 20) await passSeconds(1);
  });

  test('calls without the database are answered however many calls of their address wait', async () => {
    let answered = 0;
    const waiting = Array.from({ length: 100 }, async (_, n) => {
      const answer = await server.call('GET', '/ajax/session', { as: `varde_session=made-up-${n}` });
      answered += 1;
      return answer;
    });
    expect((await server.call('GET', '/ajax/config')).status).toBe(200);
    expect((await server.call('GET', '/ajax/text/forLogin')).status).toBe(200);
    // A connection to the database that is still being opened would count the elapsed seconds as its own.
    // `expect.poll` would pass time itself.
    while (answered < 20 * 2) await workDone();
    expect(answered).toBe(20 * 2);
    await passSeconds(20);
    for (const { status } of await Promise.all(waiting)) expect([401, 429]).toContain(status);
  });
});
