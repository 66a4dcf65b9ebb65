import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusalFault, runCommand } from '@varde/testing/command-line';
import { anyPorts } from '@varde/testing/free-port';
import { makeDataFolder } from '@varde/testing/test-database';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDigestBook } from '#domain/audit/digest-book.ts';
import { takeLock } from './lock-file.ts';

const typed = vi.hoisted(() => ({ secret: null as string | null }));
vi.mock('./terminal.ts', async (original) => ({
  ...(await original<typeof import('./terminal.ts')>()),
  askSecret: async () => typed.secret,
}));

// It would take this process's own signals and channel.
vi.mock('./stop-signal.ts', () => ({ askedToStop: () => new Promise(() => undefined) }));

let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'varde-cli-'));
  environment = {
    VARDE_DATA_DIR: join(folder, 'data'),
    VARDE_HTTP_HOST: '127.0.0.1',
    VARDE_DEVICE_HOST: '127.0.0.1',
    ...anyPorts,
    VARDE_LOG_LEVEL: 'silent',
  };
  await makeDataFolder(join(folder, 'data'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const varde = (args: string[], given: Record<string, string> = {}) => runCommand(args, { ...environment, ...given });

describe('an error that the operator can correct is one line and a non-zero exit', () => {
  test('an unknown command', async () => {
    expect(refusalFault(await varde(['fly']), /unknown command 'fly'/)).toBeNull();
    expect(refusalFault(await varde(['serve', '--fast']), /--fast/)).toBeNull();
    expect((await varde(['help'])).stdout).toContain('varde create-admin');
  });

  test('an invalid configuration, with every mistake at once', async () => {
    const wrong = await varde(['serve'], { VARDE_HTTP_PORT: 'x', VARDE_TILES_URL: 'ftp://tiles' });
    expect(refusalFault(wrong, /VARDE_HTTP_PORT must/, /VARDE_TILES_URL must/)).toBeNull();
    expect(refusalFault(await varde(['serve', '--roles', 'cook']), /VARDE_ROLES must/)).toBeNull();
    const some = await varde(['serve', '--roles', 'gateway,processing']);
    expect(refusalFault(some, /VARDE_ROLES must .* one process does everything/)).toBeNull();
  });

  const device = ['--hardware', '23', '--identity', '861234567890123', '--serial', 'S', '--customer', '1'];
  const commands = [['serve'], ['migrate'], ['backup', 'file'], ['add-device', ...device]];
  test.each(commands)('a folder that cannot be written, for %s', async (...args) => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const result = await varde(args, { VARDE_DATA_DIR: join(file, 'data') });
    expect(refusalFault(result, /data folder .*a-file.data cannot be written: ENOTDIR/)).toBeNull();
  });

  test('a database that does not answer, without its password', async () => {
    const url = 'postgresql://varde:hush@127.0.0.1:1/varde';
    const result = await varde(['serve'], { VARDE_DATABASE_URL: url });
    expect(refusalFault(result, /PostgreSQL at 127\.0\.0\.1:1\/varde cannot be used: .*VARDE_DATABASE_URL/)).toBeNull();
    expect(result.stderr).not.toContain('hush');
  });

  test.each(Object.keys(anyPorts))('a port in use, of %s', async (variable) => {
    const { server, port } = await occupyPort();
    const result = await varde(['serve'], { [variable]: String(port) });
    expect(refusalFault(result, new RegExp(`port ${port} is in use .*${variable}`))).toBeNull();
    server.close();
    expect(readdirSync(join(folder, 'data'))).toEqual(['database', 'lock']);
    takeLock(join(folder, 'data', 'lock'))(); // it is free
  });
});

describe('an installation from its first day', () => {
  const password = 'a long enough password';
  const admin = ['create-admin', '--username', 'Kari@Kommune.example'];

  test('an administrator is created with a password; a weak or missing one is refused', async () => {
    typed.secret = 'short';
    expect(refusalFault(await varde(admin), /at least 12 characters/)).toBeNull();
    typed.secret = null;
    expect(refusalFault(await varde(admin), /no password was given/)).toBeNull();
    typed.secret = password;
    const demo = await varde(['create-admin', '--username', 'x@solvik.example']);
    expect(refusalFault(demo, /address of the demo/)).toBeNull();
    expect(await varde(admin)).toMatchObject({ code: 0, stdout: 'kari@kommune.example can log in.\n' });
  });

  test('a customer and a device are added; a phone and a home unit get a token, once', async () => {
    const customer = await varde(['add-customer', '--name', 'Ny kommune', '--kind', 'municipality']);
    expect(customer).toMatchObject({ code: 0, stdout: 'Customer 1 is added (Ny kommune).\n' });
    const phone = ['add-device', '--identity', 'phone-1', '--serial', 'S1', '--customer', 'ny kommune'];
    const added = await varde([...phone, '--hardware', '2']);
    expect(added.stdout).toMatch(/^Device 1 is registered \(App, protocol osmand\)\.\nIts token, .*: [\w-]{43}\n$/);
    const home = ['add-device', '--identity', 'home-1', '--serial', 'S3', '--customer', 'ny kommune'];
    expect((await varde([...home, '--hardware', '13'])).stdout).toMatch(
      /^Device \d+ is registered \(Home, protocol mqtt\)\.\nIts token, .*: [\w-]{43}\n$/,
    );
    expect(refusalFault(await varde([...phone, '--hardware', '2']), /registered already/)).toBeNull();
    expect(refusalFault(await varde([...phone, '--hardware', '999']), /no hardware 999/)).toBeNull();
  });

  test.each([
    ['23', '12345678901234'],
    ['23', '1234567890123456'],
    ['14', '123456789'],
    ['2', 'two words'],
    ['13', 'two words'],
  ])(
    'a device of hardware %s is not registered as %s, an identity that it can never send',
    async (hardware, identity) => {
      const device = ['--identity', identity, '--serial', 'S2', '--customer', 'ny kommune'];
      const refused = await varde(['add-device', '--hardware', hardware, ...device]);
      expect(refusalFault(refused, new RegExp(`${identity} is no identity of .*, in which it is `))).toBeNull();
    },
  );

  test('the audit log is verified as a whole, and against a noted head', async () => {
    const verify = (...more: string[]) => varde(['verify-audit', ...more]);
    expect(await verify()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^The audit log is whole: \d/),
    });
    const other = await verify('--head', `7:${'0'.repeat(64)}`);
    expect(refusalFault(other, /entry 7 is not the one that was noted/)).toBeNull();
    expect(refusalFault(await verify('--head', '7'), /--head looks like/)).toBeNull();
  });

  test('the audit log is checked against the digests of the data folder and of a file', async () => {
    const verify = (...more: string[]) => varde(['verify-audit', ...more]);
    const digest = { at: new Date(), seq: 0, hash: '0'.repeat(64) }; // the log is still empty
    const book = openDigestBook(join(folder, 'data'));
    const file = join(folder, 'digests.txt');
    writeFileSync(file, `{"msg":"digest","digest":"${book.write(digest)}"}`);
    expect(await verify('--digest', file)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('It holds all of 2 digests.'),
    });
    writeFileSync(file, openDigestBook(join(folder, 'elsewhere')).write(digest));
    expect(refusalFault(await verify('--digest', file), /was not signed by this installation/)).toBeNull();
    writeFileSync(file, 'nothing');
    expect(refusalFault(await verify('--digest', file), /holds no digest/)).toBeNull();
    expect(refusalFault(await verify('--digest', join(folder, 'none')), /be read: ENOENT/)).toBeNull();

    book.write({ ...digest, seq: digest.seq + 1 }); // as if later entries had been cut off
    expect(refusalFault(await verify(), /tampered with: it does not hold the digest of/)).toBeNull();
    rmSync(join(folder, 'data', 'audit-digests.txt'));
    rmSync(join(folder, 'data', 'audit-digest.key'));
  });

  test('a backup restores everything, and replaces nothing unasked', async () => {
    const file = join(folder, 'backup.varde');
    expect(await varde(['backup', file])).toMatchObject({ code: 0, stderr: '' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(refusalFault(await varde(['restore', file]), /--replace/)).toBeNull();
    writeFileSync(join(folder, 'a-file'), '');
    expect(refusalFault(await varde(['restore', join(folder, 'a-file')]), /is no backup of Varde/)).toBeNull();
    expect(refusalFault(await varde(['restore', join(folder, 'nothing')]), /be read: ENOENT/)).toBeNull();
    writeFileSync(join(folder, 'torn'), readFileSync(file).subarray(0, 5_000));
    const torn = await varde(['restore', join(folder, 'torn'), '--replace']);
    expect(refusalFault(torn, /torn is damaged/)).toBeNull();

    expect(await varde(['restore', file, '--replace'])).toMatchObject({ code: 0, stderr: '' });
    const entries = readdirSync(join(folder, 'data')).sort();
    expect(entries).toEqual(['database', expect.stringMatching(/^database\.before-restore-\d+$/), 'lock']);
    typed.secret = password;
    expect(refusalFault(await varde(admin), /there is a user kari/)).toBeNull();
  });
});

function occupyPort(): Promise<{ server: Server; port: number }> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve({ server, port: typeof address === 'object' && address !== null ? address.port : 0 });
    });
  });
}
