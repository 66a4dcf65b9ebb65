import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** Who may connect: devices with their tokens, and Varde. */
export interface BrokerUser {
  name: string;
  password: string;
}

export interface Mosquitto {
  port: number;
  /** For Varde. */
  url: string;
  /** It is away until `start`. What it has to keep, it keeps. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Loses what it has kept. While it is away. */
  forget(): void;
  close(): Promise<void>;
}

const varde: BrokerUser = { name: 'varde', password: 'a secret of Varde' };

/** Hashes the passwords of a file; it is in the same package. */
const hasher = 'mosquitto_passwd';

/** The rules of docs/protocols/mqtt.md. */
const rules = `user varde
topic read varde/v1/+/report
topic read varde/v1/+/results
topic read varde/v1/+/settings/reported
topic read varde/v1/+/lost
topic write varde/v1/#

pattern write varde/v1/%u/report
pattern write varde/v1/%u/results
pattern write varde/v1/%u/settings/reported
pattern write varde/v1/%u/lost
pattern read varde/v1/%u/commands
pattern read varde/v1/%u/settings/desired
`;

/** `npm test` finds or installs it. */
function program(): string {
  const found = [process.env.VARDE_TEST_MOSQUITTO ?? '', '/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto'].find(
    (path) => path !== '' && existsSync(path),
  );
  if (found !== undefined) return found;
  throw new Error('Mosquitto is needed for this test: apt-get install mosquitto, or its path in VARDE_TEST_MOSQUITTO');
}

/** A Mosquitto of its own on a free port of this machine, with one credential for each device. */
export async function startMosquitto(devices: readonly BrokerUser[]): Promise<Mosquitto> {
  const folder = mkdtempSync(join(tmpdir(), 'varde-mosquitto-'));
  const port = await freePort();
  const inFolder = (name: string) => join(folder, name);
  writeFileSync(
    inFolder('passwords'),
    [varde, ...devices].map(({ name, password }) => `${name}:${password}\n`).join(''),
  );
  spawnSync(hasher, ['-U', inFolder('passwords')]);
  writeFileSync(inFolder('acl'), rules);
  const settings = [
    `listener ${port} 127.0.0.1`,
    ...(process.getuid?.() === 0 ? ['user root'] : []),
    'allow_anonymous false',
    `password_file ${inFolder('passwords')}`,
    `acl_file ${inFolder('acl')}`,
    'persistence true',
    `persistence_location ${folder}/`,
    'message_size_limit 65536',
    'max_inflight_messages 1000',
  ];
  writeFileSync(inFolder('mosquitto.conf'), `${settings.join('\n')}\n`);
  let child: ChildProcess | null = null;

  const start = async () => {
    const started = spawn(program(), ['-c', inFolder('mosquitto.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
    child = started;
    let log = '';
    started.stderr?.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
    while (!(await listens(port))) {
      if (started.exitCode !== null) throw new Error(`Mosquitto did not start: ${log}`);
      await delay(20);
    }
  };
  const stop = async () => {
    if (child === null) return;
    const gone = new Promise((resolve) => child?.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
    child = null;
  };
  await start();
  const secret = encodeURIComponent(varde.password);
  return {
    ...{ port, url: `mqtt://${varde.name}:${secret}@127.0.0.1:${port}`, start, stop },
    forget: () => rmSync(inFolder('mosquitto.db')),
    close: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
