import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyPorts, freePort } from '@varde/testing/free-port';
import { makeDataFolder } from '@varde/testing/test-database';
import { startVardeProcess } from '@varde/testing/varde-process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registrations, users } from '#domain/accounts/tables.ts';
import { openPglite } from '#platform/database/database.ts';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'varde-registration-'));
  await makeDataFolder(join(folder, 'data'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Registers a new firm. Returns the username when the call is answered, otherwise null. */
async function register(url: string, n: number): Promise<string | null> {
  const username = `leder-${n}@test.example`;
  const address = { address1: 'Storgata 1', address2: '', zip: '6003', city: 'Ålesund' };
  const customer = { company: true, name: `Firma ${n}`, orgNum: '974760673', address, billingAddress: null };
  const user = {
    firstName: 'Åse',
    lastName: 'Ny',
    mobile: '91234567',
    username,
    passwordClear: 'fjellrev spiser blåbær',
  };
  const answer = await fetch(`${url}/ajax/customer/new/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-varde-context': 'PROFFWEB',
      'x-forwarded-for': `10.0.0.${n}`, // avoids the limit for one address
    },
    body: JSON.stringify({ customer, user }),
  }).catch(() => null);
  return answer?.status === 200 ? username : null;
}

test('killed during registrations, Varde has kept each answered one', async () => {
  const port = await freePort();
  const server = startVardeProcess(['serve'], {
    environment: {
      VARDE_DATA_DIR: join(folder, 'data'),
      ...anyPorts,
      VARDE_HTTP_HOST: '127.0.0.1',
      VARDE_HTTP_PORT: String(port),
      VARDE_TRUST_PROXY: 'true',
    },
  });
  await server.printed('Varde is ready');
  const url = `http://127.0.0.1:${port}`;
  const pending = Array.from({ length: 40 }, (_, n) => register(url, n));
  let answers = 0;
  for (const answer of pending)
    answer.then(() => {
      answers += 1;
      if (answers === 12) server.child.kill('SIGKILL');
    });
  const answered = (await Promise.all(pending)).filter((username) => username !== null);
  await server.exit;
  expect(answered.length).toBeGreaterThan(5);

  const { db, close } = await openPglite(join(folder, 'data/database'));
  const stored = await db.select().from(registrations);
  expect(stored.map(({ username }) => username)).toEqual(expect.arrayContaining(answered));
  expect(answered.length).toBeLessThan(40);
  expect(await db.select().from(users)).toEqual([]);
  await close();
});
