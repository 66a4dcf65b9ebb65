import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runVarde, startVardeProcess } from '@varde/testing/varde-process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

// Each command is a process of its own that opens a database: seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let environment: Record<string, string>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'varde-cli-'));
  environment = {
    VARDE_DATA_DIR: join(folder, 'data'),
    VARDE_HTTP_HOST: '127.0.0.1',
    VARDE_DEVICE_HOST: '127.0.0.1',
    VARDE_HTTP_PORT: '0',
    VARDE_EVIEW_PORT: '0',
    VARDE_WATCH_PORT: '0',
    VARDE_OSMAND_PORT: '0',
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One clear line (or one for each mistake), no stack, and a code that scripts notice. */
function expectRefusal({ code, stderr }: { code: number | null; stderr: string }, ...said: RegExp[]): void {
  expect(code).toBe(1);
  const lines = stderr.trim().split('\n');
  expect(lines).toHaveLength(said.length);
  said.forEach((pattern, at) => {
    expect(lines[at]).toMatch(pattern);
    expect(lines[at]).toMatch(/^varde: /);
  });
}

describe('what a person can mend is one line and a non-zero exit', () => {
  test('a command that there is not', async () => {
    expectRefusal(await runVarde(['fly'], { environment }), /unknown command 'fly'/);
    expectRefusal(await runVarde(['serve', '--fast'], { environment }), /--fast/);
    expect((await runVarde(['help'])).stdout).toContain('varde create-admin');
  });

  test('a configuration that makes no sense, every mistake at once', async () => {
    const wrong = { ...environment, VARDE_HTTP_PORT: 'x', VARDE_TILES_URL: 'ftp://tiles' };
    expectRefusal(
      await runVarde(['serve'], { environment: wrong }),
      /VARDE_HTTP_PORT must/,
      /VARDE_TILES_URL must/,
    );
    expectRefusal(await runVarde(['serve', '--roles', 'cook'], { environment }), /VARDE_ROLES must/);
  });

  test('a folder that cannot be written', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const wrong = { ...environment, VARDE_DATA_DIR: join(file, 'data') };
    expectRefusal(
      await runVarde(['serve'], { environment: wrong }),
      /data folder .*a-file.data cannot be written: ENOTDIR/,
    );
  });

  test('a database that does not answer, without its password', async () => {
    const wrong = { ...environment, VARDE_DATABASE_URL: 'postgresql://varde:hush@127.0.0.1:1/varde' };
    const result = await runVarde(['serve'], { environment: wrong });
    expectRefusal(result, /PostgreSQL at 127\.0\.0\.1:1\/varde cannot be used: .*VARDE_DATABASE_URL/);
    expect(result.stderr).not.toContain('hush');
  });

  test('an old Node', async () => {
    const old = join(folder, 'old');
    cpSync(join(import.meta.dirname, '../../../../bin'), join(old, 'bin'), { recursive: true });
    const pretend = join(old, 'pretend.cjs');
    writeFileSync(pretend, "Object.defineProperty(process.versions, 'node', { value: '18.20.4' });");
    const result = await runVarde(['serve'], {
      environment,
      script: join(old, 'bin/varde.js'),
      nodeArguments: ['--require', pretend],
    });
    expectRefusal(result, /this is Node 18\.20\.4; Varde needs 22\.18 or newer/);
  });
});

test('a first start that is killed half-way leaves nothing that harms the next one', async () => {
  const killed = { ...environment, VARDE_DATA_DIR: join(folder, 'killed') };
  const first = startVardeProcess(['migrate'], { environment: killed });
  const isInitialising = () => {
    const entries = readdirSafely(killed.VARDE_DATA_DIR).filter((name) => name.startsWith('database.new-'));
    return entries.some((name) => readdirSafely(join(killed.VARDE_DATA_DIR, name)).length > 0);
  };
  while (!isInitialising()) await new Promise((resolve) => setTimeout(resolve, 5));
  first.child.kill('SIGKILL');
  await first.exit;
  expect(readdirSync(killed.VARDE_DATA_DIR)).not.toContain('database');

  const second = await runVarde(['migrate'], { environment: killed });
  expect(second).toMatchObject({ code: 0, stderr: '' });
  expect(second.stdout).toContain('0001-foundation.sql');
  expect(readdirSync(killed.VARDE_DATA_DIR)).toEqual(['database']);
});

const readdirSafely = (path: string): string[] => {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
};

describe('an installation from its first day', () => {
  const password = 'a long enough password';
  const admin = ['create-admin', '--username', 'Kari@Kommune.example'];

  test('an administrator is made with a password from the pipe; a weak one or none is refused', async () => {
    expectRefusal(await runVarde(admin, { environment, input: 'short\n' }), /at least 12 characters/);
    expectRefusal(await runVarde(admin, { environment }), /no password was given/);
    expectRefusal(
      await runVarde(['create-admin', '--username', 'x@solvik.example'], {
        environment,
        input: `${password}\n`,
      }),
      /address of the demo/,
    );
    const made = await runVarde(admin, { environment, input: `${password}\n` });
    expect(made).toMatchObject({ code: 0, stdout: 'kari@kommune.example can log in.\n' });
  });

  test('a customer and a device are added; a phone gets its token, once', async () => {
    const customer = await runVarde(['add-customer', '--name', 'Ny kommune', '--kind', 'municipality'], {
      environment,
    });
    expect(customer).toMatchObject({ code: 0, stdout: 'Customer 1 is added (Ny kommune).\n' });
    const device = ['add-device', '--identity', 'phone-1', '--serial', 'S1', '--customer', 'ny kommune'];
    const added = await runVarde([...device, '--hardware', '2'], { environment });
    expect(added.stdout).toMatch(
      /^Device 1 is registered \(App, protocol osmand\)\.\nIts token, .*: [\w-]{43}\n$/,
    );
    expectRefusal(await runVarde([...device, '--hardware', '2'], { environment }), /registered already/);
    expectRefusal(await runVarde([...device, '--hardware', '999'], { environment }), /no hardware 999/);
  });

  test('serve runs until SIGTERM, lets the administrator in, and shares its folder with nobody', async () => {
    const port = await freePort();
    const serving = { ...environment, VARDE_HTTP_PORT: String(port) };
    const server = startVardeProcess(['serve'], { environment: serving });
    await server.printed('Varde is ready');
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

    expectRefusal(await runVarde(['serve'], { environment }), /data folder is in use by process \d+/);
    const elsewhere = { ...serving, VARDE_DATA_DIR: join(folder, 'killed') };
    expectRefusal(
      await runVarde(['serve'], { environment: elsewhere }),
      new RegExp(`port ${port} is in use .*VARDE_HTTP_PORT`),
    );

    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
    expect(readdirSync(environment.VARDE_DATA_DIR ?? '')).toEqual(['database']);
  });

  test('the audit log is proven whole, and against a head that was noted', async () => {
    const verify = (...more: string[]) => runVarde(['verify-audit', ...more], { environment });
    const { code, stdout } = await verify();
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^The audit log is whole: \d/),
    });
    expectRefusal(await verify('--head', `7:${'0'.repeat(64)}`), /entry 7 is not the one that was noted/);
    expectRefusal(await verify('--head', '7'), /--head looks like/);
  });

  test('a backup brings everything back, and replaces nothing unasked', async () => {
    const file = join(folder, 'backup.varde');
    expect(await runVarde(['backup', file], { environment })).toMatchObject({ code: 0, stderr: '' });
    expectRefusal(await runVarde(['restore', file], { environment }), /--replace/);
    expectRefusal(
      await runVarde(['restore', join(folder, 'a-file')], { environment }),
      /is no backup of Varde/,
    );
    expectRefusal(await runVarde(['restore', join(folder, 'nothing')], { environment }), /be read: ENOENT/);
    writeFileSync(join(folder, 'torn'), readFileSync(file).subarray(0, 5_000));
    const torn = await runVarde(['restore', join(folder, 'torn'), '--replace'], { environment });
    expectRefusal(torn, /torn is damaged/);

    const replaced = await runVarde(['restore', file, '--replace'], { environment });
    expect(replaced).toMatchObject({ code: 0, stderr: '' });
    const entries = readdirSync(environment.VARDE_DATA_DIR ?? '').sort();
    expect(entries).toEqual(['database', expect.stringMatching(/^database\.before-restore-\d+$/)]);
    expectRefusal(await runVarde(admin, { environment, input: `${password}\n` }), /there is a user kari/);
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
