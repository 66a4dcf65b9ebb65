import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alarmSchema } from '@varde/contract/alarms';
import { api } from '@varde/contract/api';
import type { Endpoint } from '@varde/contract/endpoint';
import { errorTable } from '@varde/contract/errors';
import { alarmOutcomes } from '@varde/contract/filters';
import { addTestKey } from '@varde/testing/api-keys';
import { createAlarm, createCustomer, createDevice, createTransaction, createUser } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alarmSignals } from '#domain/alarms/tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/partner-interface.md'), 'utf8');

/** The cells of the table below a heading. */
function tableBelow(heading: string): string[][] {
  const [section = ''] = page.split(`## ${heading}\n`)[1]?.split('\n## ') ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''))
      .slice(1),
  );
}

/** The `curl` commands of the page, with these values for their variables. */
function examples(values: Readonly<Record<string, string>>) {
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const commands = blocks.flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'));
  return commands
    .filter((command) => command.startsWith('curl '))
    .map((command) => {
      const words = [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
        ([, literal, quoted, bare = '']) =>
          literal ?? (quoted ?? bare).replaceAll(/\$(\w+)/g, (_whole, name) => values[name] ?? ''),
      );
      const after = (option: string) => words.filter((_word, at) => words[at - 1] === option);
      const [body] = after('-d');
      return {
        method: (after('-X')[0] ?? 'GET') as Endpoint['method'],
        path: words.at(-1)?.replace('https://varde.example', '') ?? '',
        headers: Object.fromEntries(after('-H').map((header) => header.split(': '))),
        body: body === undefined ? undefined : JSON.parse(body),
      };
    });
}

describe('docs/partner-interface.md', () => {
  const forPrograms = Object.values(api)
    .flatMap((group): Endpoint[] => Object.values(group))
    .filter((endpoint) => endpoint.forPrograms);

  test('lists the calls that are for programs, and no others', () => {
    const listed = tableBelow('Calls').map(([method, path]) => `${method} ${path}`);
    expect(listed.sort()).toEqual(forPrograms.map(({ method, path }) => `${method} ${path}`).sort());
  });

  test('is right that the API page marks these calls, and no others', async () => {
    const { paths, components } = (await server.call('GET', '/ajax/docs/json')).body;
    expect(components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' });
    const operations = Object.values(paths).flatMap((path) => Object.values(path as object));
    const marked = operations.filter(({ security = [] }) => security.some((one: object) => 'key' in one));
    const names = marked.map(({ operationId }) => operationId.split('.')[1]);
    const expected = Object.values(api)
      .flatMap((group) => Object.entries<Endpoint>(group))
      .filter(([, endpoint]) => endpoint.forPrograms)
      .map(([name]) => name);
    expect(names.sort()).toEqual(expected.sort());
  });

  test('has an example of each call, and they work one after the other', async () => {
    const { db } = server;
    const custId = await createCustomer(db);
    const { deviId } = await createDevice(db, { custId });
    const tranId = await createTransaction(db, { deviId, custId });
    const alarmId = await createAlarm(db, { deviId, custId, tranId });
    const at = new Date();
    await db.insert(alarmSignals).values({ alarmId, tranId, code: 'sos', happenedAt: at, receivedAt: at });
    const user = await createUser(db, { role: 'FIRM', custId });
    const ids = { ALARM: String(alarmId), DEVICE: String(deviId), TRAN: String(tranId) };
    const values = { ...ids, VARDE: 'https://varde.example', KEY: await addTestKey(db, user) };
    const called = new Set<string>();
    let seen: Record<string, unknown> = {};
    for (const { method, path, body, ...example } of examples(values)) {
      // The claims in the examples are those of another alarm.
      const known: typeof seen = { claimedBy: user.userId, claimedAt: seen.claimedAt };
      const sent =
        body &&
        Object.fromEntries(
          Object.entries(body).map(([field, value]) => [field, field in known ? known[field] : value]),
        );
      const headers = { 'x-varde-context': '', ...example.headers };
      const answer = await server.call(method, path, { headers, ...(sent && { body: sent }) });
      expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBe(200);
      if ('claimedAt' in answer.body) seen = answer.body;
      const matching = forPrograms.find(
        (call) => call.method === method && new RegExp(`^${call.path.replaceAll(/:\w+/g, '\\d+')}(\\?|$)`).test(path),
      );
      called.add(matching?.path ?? path);
    }
    expect([...called].sort()).toEqual(forPrograms.map(({ path }) => path).sort());
    expect(seen).toMatchObject({ alarmId, state: 'reset' });
  });

  test('names fields, states, outcomes and errors as they are', () => {
    const [, example = ''] = /```json\n(.*)\n```/.exec(page) ?? [];
    expect(alarmSchema.partial().strict().parse(JSON.parse(example))).toEqual(JSON.parse(example));
    expect(tableBelow('States of an alarm').map(([state]) => state)).toEqual(alarmSchema.shape.state.options);
    for (const outcome of alarmOutcomes) expect(page).toContain(`\`${outcome}\``);
    const errors = tableBelow('Errors').map(([code = '', status]) => [code, Number(status)] as const);
    expect(errors.length).toBeGreaterThan(10);
    const known = errors.map(([code]) => [code, errorTable[code as keyof typeof errorTable]?.status]);
    expect(errors).toEqual(known);
  });
});
