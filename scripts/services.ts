import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** The services that tests and the benchmark need: found, or installed from Debian's packages, and started. */

const isRoot = process.getuid?.() === 0;

/** In order of preference: the headless shell is the same engine without a desktop window, and takes a fifth less time. */
const chromiums = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** Path of a Chromium, installed first when it is missing and this is allowed. */
export function ensureChromium(): string {
  return ensureProgram('Chromium', ['chromium-headless-shell'], () =>
    chromiums.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path)),
  );
}

/** Folder with `initdb` and `postgres`. */
export function ensurePostgresBinaries(): string {
  return ensureProgram('PostgreSQL', ['postgresql'], () => {
    const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
    const newest = versions
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => `/usr/lib/postgresql/${version}/bin`);
    return newest.find((folder) => existsSync(join(folder, 'initdb')));
  });
}

/** Path of a Mosquitto, the broker that devices over MQTT may use instead of the embedded one. */
export function ensureMosquitto(): string {
  return ensureProgram('Mosquitto', ['mosquitto'], () =>
    ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto'].find((path) => existsSync(path)),
  );
}

function ensureProgram(name: string, packages: string[], find: () => string | undefined): string {
  const found = find();
  if (found !== undefined) return found;
  console.log(`${name} is not installed: installing ${packages.join(', ')} …`);
  const prefix = isRoot ? [] : ['sudo', '-n'];
  for (const args of [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', ...packages],
  ]) {
    const [command = 'apt-get', ...rest] = [...prefix, ...args];
    spawnSync(command, rest, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  }
  const installed = find();
  if (installed === undefined) {
    throw new Error(
      `${name} is needed and could not be installed. Install it (Debian: apt-get install ${packages.join(' ')}) and try again.`,
    );
  }
  return installed;
}

/**
 * As in an installation, not a superuser, so that row-level security applies in every test. It creates databases, and
 * roles of its own; it drops databases in which autovacuum is busy (`pg_signal_backend`), and
 * `session_replication_role` lets it empty tables that refuse to be emptied.
 */
const ownUser = [
  'create role varde_user login createdb createrole in role pg_signal_backend;',
  'grant set on parameter session_replication_role to varde_user;',
];

export interface Postgres {
  /** URL of a user that may create databases. */
  url: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** A PostgreSQL of its own in a temporary folder, on a free port of 127.0.0.1, removed on `stop`. */
export async function startPostgres(options: { durable: boolean }): Promise<Postgres> {
  const binaries = ensurePostgresBinaries();
  const folder = mkdtempSync(join(tmpdir(), 'varde-postgres-'));
  chmodSync(folder, 0o777); // PostgreSQL refuses to run as root and must write here as its own user
  const data = join(folder, 'data');
  const asOwner = (program: string, args: string[]): [string, string[]] =>
    isRoot ? ['runuser', ['-u', 'postgres', '--', join(binaries, program), ...args]] : [join(binaries, program), args];
  const [initdb, initdbArgs] = asOwner('initdb', [
    '-D',
    data,
    '-U',
    'varde',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ]);
  const made = spawnSync(initdb, initdbArgs, { cwd: folder, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const [single, singleArgs] = asOwner('postgres', ['--single', '-D', data, 'postgres']);
  spawnSync(single, singleArgs, { cwd: folder, input: ownUser.join('\n') });
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 200,
    ...(options.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const [postgres, args] = asOwner('postgres', [
    '-D',
    data,
    ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ]);
  const child = spawn(postgres, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    let log = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('ready to accept connections')) resolve();
    });
    child.on('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)));
  });
  const stop = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    const [pgCtl, stopArgs] = asOwner('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
    spawnSync(pgCtl, stopArgs, { cwd: folder, stdio: 'ignore' });
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `postgresql://varde_user@127.0.0.1:${port}/postgres`, process: child, stop };
}
