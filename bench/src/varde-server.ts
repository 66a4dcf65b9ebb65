import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ProtocolKey, protocols } from '@varde/catalogue/protocols';
import { portVariable } from '@varde/server/config';
import { freePort } from '../../scripts/free-port.ts';
import { root } from '../../scripts/run.ts';
import type { ProbeReport } from './server-probe.ts';
import type { Site } from './site.ts';

/** Varde as in production: `varde serve` in a separate process. */
export interface VardeServer {
  url: string;
  /** Ports for devices. */
  ports: Record<ProtocolKey, number>;
  /** Memory (after a garbage collection) and processor time of the process. */
  probe(): Promise<ProbeReport>;
  /** The longest block of its event loop in milliseconds since the last call; the first call starts the measurement. */
  longestHold(): Promise<number>;
  stop(): Promise<void>;
}

/** Those that run: of a section that has failed, too. */
const running = new Set<ChildProcess>();

/** Ends what a section that has failed left behind. */
export function killServers(): void {
  for (const child of running) child.kill('SIGKILL');
}

const pinned = join(root, 'node_modules/.bin/node');
const probeFile = new URL('./server-probe.ts', import.meta.url);

export async function startServer(site: Site): Promise<VardeServer> {
  const [http = 0, ...devicePorts] = await freePorts(1 + protocols.length);
  const ports = Object.fromEntries(protocols.map(({ key }, at) => [key, devicePorts[at]])) as Record<
    ProtocolKey,
    number
  >;
  const child = spawn(
    existsSync(pinned) ? pinned : process.execPath,
    ['--expose-gc', '--import', probeFile.href, join(root, 'bin/varde.js'), 'serve'],
    {
      cwd: root,
      env: {
        ...process.env,
        ...site.environment,
        VARDE_HTTP_PORT: String(http),
        ...Object.fromEntries(protocols.map(({ key }) => [portVariable(key), String(ports[key])])),
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  running.add(child.once('exit', () => running.delete(child)));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const url = `http://127.0.0.1:${http}`;
  await untilReady(child, url, () => printed);
  return {
    url,
    ports,
    probe: async () => {
      const answer = once(child, 'message');
      child.send('probe');
      const [report] = await answer;
      return report as ProbeReport;
    },
    longestHold: async () => {
      const answer = once(child, 'message');
      child.send('longestHold');
      const [milliseconds] = await answer;
      return milliseconds as number;
    },
    stop: async () => {
      if (child.exitCode !== null) throw new Error(`the server ended by itself:\n${printed}`);
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function untilReady(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const deadline = performance.now() + 300_000;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended instead of starting:\n${output()}`);
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`the server was not ready within five minutes:\n${output()}`);
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}
