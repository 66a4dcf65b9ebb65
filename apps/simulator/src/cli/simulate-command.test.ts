import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eview } from '@varde/protocols/eview/index';
import { watch } from '@varde/protocols/watch/index';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFakeStreamServer } from '../testing/fake-stream-server.ts';
import { createTestIo, type TestIo } from '../testing/test-io.ts';
import { run } from './run.ts';

let folder: string;
let io: TestIo;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'varde-fleet-'));
  io = createTestIo();
});
afterEach(() => rmSync(folder, { recursive: true }));

const place = { lat: 67.28, lng: 14.4, behaviour: 'walks' };
const pendant = { ...place, identity: '861234567890123', dehaId: 4, protocol: 'eview', name: 'Pendant' };
const wristwatch = { ...place, identity: '5678901234', dehaId: 14, protocol: 'watch', name: 'Watch' };

function fleetFile(devices: readonly object[]): string {
  const path = join(folder, 'fleet.json');
  writeFileSync(path, JSON.stringify(devices));
  return path;
}

const simulate = (...args: string[]) => run(['simulate', ...args], io, io.printError);

describe('varde simulate', () => {
  it('connects every device of the fleet to the port of its protocol, and ends on a stop signal', async () => {
    const servers = [await startFakeStreamServer(eview), await startFakeStreamServer(watch)] as const;
    const ports = ['--eview-port', String(servers[0].port), '--watch-port', String(servers[1].port)];
    const code = simulate('--fleet', fleetFile([pendant, wristwatch]), ...ports);
    expect((await servers[0].messages.first(() => true)).identity).toBe(pendant.identity);
    expect((await servers[1].messages.first(() => true)).identity).toBe(wristwatch.identity);
    io.end();
    expect(await code).toBe(0);
    expect(io.lines.all[0]).toBe('2 devices connect to 127.0.0.1');
    await Promise.all(servers.map((server) => server.close()));
  });

  it('reports a missing server, also with --quiet, and keeps trying', async () => {
    const server = await startFakeStreamServer(eview);
    await server.close();
    const code = simulate('--quiet', '--fleet', fleetFile([pendant]), '--eview-port', String(server.port));
    await io.lines.first((line) => line.startsWith('No contact with 127.0.0.1 for eview (ECONNREFUSED)'));
    io.end();
    expect(await code).toBe(0);
  });

  it.each([
    [[], 'varde simulate: --fleet is missing'],
    [['--fleet', '/nowhere.json'], 'varde simulate: /nowhere.json: cannot be read'],
    [['--flet', 'x'], "varde simulate: Unknown option '--flet'"],
    [['extra'], "varde simulate: unexpected argument 'extra'"],
  ])('ends with one line for %j', async (args, message) => {
    expect(await simulate(...args)).toBe(1);
    expect(io.errors).toHaveLength(1);
    expect(io.errors[0]).toContain(message);
    expect(io.errors[0]).not.toContain('\n');
  });

  it.each([
    [['--eview-port', '99999'], "--eview-port must be a port from 1 to 65535, not '99999'"],
    [['--speed', '0'], "--speed must be a number above 0, not '0'"],
  ])('ends with one line for %j', async (args, message) => {
    expect(await simulate('--fleet', fleetFile([pendant]), ...args)).toBe(1);
    expect(io.errors).toEqual([`varde simulate: ${message}`]);
  });

  it('prints its help', async () => {
    expect(await simulate('--help')).toBe(0);
    expect(io.lines.all[0]).toContain('--fleet <file>');
    expect(await run([], io, io.printError)).toBe(1);
    expect(await run(['dance'], io, io.printError)).toBe(1);
    expect(io.errors).toEqual(["varde: unknown command 'dance'; there are simulate and send"]);
  });
});
