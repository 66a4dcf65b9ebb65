import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusalFault } from '@varde/testing/command-line';
import { anyPorts, freePort } from '@varde/testing/free-port';
import { makeDataFolder } from '@varde/testing/test-database';
import { runVarde, startVardeProcess } from '@varde/testing/varde-process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoLogins } from '../demo/accounts.ts';

let folder: string;
let environment: Record<string, string>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'varde-process-'));
  environment = {
    VARDE_DATA_DIR: join(folder, 'data'),
    VARDE_HTTP_HOST: '127.0.0.1',
    VARDE_DEVICE_HOST: '127.0.0.1',
    ...anyPorts,
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('an old Node prints the required version', async () => {
  const old = join(folder, 'old');
  cpSync(join(import.meta.dirname, '../../../../bin'), join(old, 'bin'), { recursive: true });
  const pretend = join(old, 'pretend.cjs');
  writeFileSync(pretend, "Object.defineProperty(process.versions, 'node', { value: '18.20.4' });");
  const result = await runVarde(['serve'], {
    environment,
    script: join(old, 'bin/varde.js'),
    nodeArguments: ['--require', pretend],
  });
  expect(refusalFault(result, /this is Node 18\.20\.4; Varde needs 22\.18 or newer/)).toBeNull();
});

test.runIf(existsSync('/proc/self'))('a data folder that cannot be created is one line, at once', async () => {
  const nowhere = { ...environment, VARDE_DATA_DIR: '/proc/nope' };
  const result = await runVarde(['migrate'], { environment: nowhere });
  expect(refusalFault(result, /data folder \/proc\/nope cannot be written: ENOENT/)).toBeNull();
});

// These have folders and ports of their own, and wait for processes most of the time.

test.concurrent('a first start that is killed half-way harms nothing: the next one shows its progress, its address and the logins', async () => {
  const port = String(await freePort());
  const dataDir = join(folder, 'demo');
  const demo = { ...environment, VARDE_DATA_DIR: dataDir, VARDE_HTTP_PORT: port };
  const start = () => startVardeProcess(['demo', '--no-fleet', '--no-build'], { environment: demo });
  const killed = start();
  const isInitialising = () => {
    const entries = readdirSafely(dataDir).filter((name) => name.startsWith('database.new-'));
    return entries.some((name) => readdirSafely(join(dataDir, name)).length > 0);
  };
  while (!isInitialising()) await new Promise((resolve) => setTimeout(resolve, 5));
  killed.child.kill('SIGKILL');
  await killed.exit;
  expect(readdirSync(dataDir)).not.toContain('database');

  const first = start();
  await first.printed('Ctrl+C');
  const said = first.stdout();
  expect(said).toMatch(/^Making the database .*\nFilling in Solvik kommune …\n/);
  expect(said).toContain(`Varde is ready: http://127.0.0.1:${port}\n`);
  for (const { username, password, role } of demoLogins)
    expect(said).toMatch(new RegExp(`${username} +${password} +${role}`));
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  first.child.kill('SIGTERM');
  expect(await first.exit).toBe(0);
  expect(readdirSync(dataDir)).toEqual(['database', 'lock']);
});

test.concurrent('serve runs until SIGTERM, lets the administrator log in, and shares neither its folder nor its port', async () => {
  const port = String(await freePort());
  const elsewhere = join(folder, 'elsewhere');
  await Promise.all([makeDataFolder(join(folder, 'data')), makeDataFolder(elsewhere)]);
  const password = 'a long enough password';
  const admin = ['create-admin', '--username', 'kari@kommune.example'];
  expect(await runVarde(admin, { environment, input: `${password}\n` })).toMatchObject({
    code: 0,
    stderr: '',
  });

  const behindProxy = { VARDE_PUBLIC_URL: 'https://varde.example' };
  const server = startVardeProcess(['serve'], {
    environment: { ...environment, ...behindProxy, VARDE_HTTP_PORT: port },
  });
  await server.printed('Varde is ready');
  expect(server.stdout()).toContain('VARDE_TRUST_PROXY is not set');
  const login = (username: string, secret: string) =>
    fetch(`http://127.0.0.1:${port}/perform_login`, {
      method: 'POST',
      headers: { 'x-varde-context': 'PROFFWEB' },
      body: new URLSearchParams({ username, password: secret }),
    });
  expect((await login('kari@kommune.example', password)).status).toBe(200);
  expect((await login('admin@solvik.example', 'varde-demo')).status).toBe(401);
  const config = await fetch(`http://127.0.0.1:${port}/ajax/config`);
  expect(await config.json()).toMatchObject({ demoLogins: null });

  const refused = (given: Record<string, string>) => runVarde(['serve'], { environment: { ...environment, ...given } });
  expect(refusalFault(await refused({}), /data folder is in use by process \d+/)).toBeNull();
  const taken = await refused({ VARDE_DATA_DIR: elsewhere, VARDE_HTTP_PORT: port });
  expect(refusalFault(taken, new RegExp(`port ${port} is in use .*VARDE_HTTP_PORT`))).toBeNull();

  server.child.kill('SIGTERM');
  expect(await server.exit).toBe(0);
  expect(await runVarde(['migrate'], { environment })).toMatchObject({ code: 0, stderr: '' });
});

test.concurrent('serve exits when the disk is full, to be restarted', async () => {
  const dataDir = join(folder, 'broken');
  await makeDataFolder(dataDir);
  const isBroken = join(folder, 'is-broken');
  const pretend = join(folder, 'broken-disk.cjs');
  writeFileSync(
    pretend,
    `const fs = require('node:fs');
    const { fsyncSync } = fs;
    fs.fsyncSync = (descriptor) => {
      if (fs.existsSync(${JSON.stringify(isBroken)})) throw Object.assign(new Error('EIO'), { code: 'EIO' });
      fsyncSync(descriptor);
    };`,
  );
  const port = String(await freePort());
  const server = startVardeProcess(['serve'], {
    environment: { ...environment, VARDE_DATA_DIR: dataDir, VARDE_HTTP_PORT: port },
    nodeArguments: ['--require', pretend],
  });
  await server.printed('Varde is ready');
  writeFileSync(isBroken, '');
  // A job may meet the disk before this call does: then it gets no answer at all.
  const asksForMail = fetch(`http://127.0.0.1:${port}/ajax/user/forgot/kari@kommune.example`);
  const answered = asksForMail.then(
    ({ status }) => status,
    () => 'no answer',
  );
  expect(await answered).not.toBe(200);
  expect(await server.exit).toBe(1);
  expect(server.stderr()).toMatch(/^varde: the embedded database has stopped: could not fsync file /);
});

function readdirSafely(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
