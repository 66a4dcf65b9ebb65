import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eview } from '@varde/protocols/eview/index';
import { watch } from '@varde/protocols/watch/index';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFakeStreamServer } from '../testing/fake-stream-server.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestIo, type TestIo } from '../testing/test-io.ts';
import { run } from './run.ts';
import { send } from './send-command.ts';

let folder: string;
let io: TestIo;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'varde-send-'));
  io = createTestIo();
});
afterEach(() => rmSync(folder, { recursive: true }));

function capture(...lines: string[]): string {
  const path = join(folder, 'frames.txt');
  writeFileSync(path, lines.join('\n'));
  return path;
}

describe('varde send', () => {
  it('replays text frames and prints the replies', async () => {
    const server = await startFakeStreamServer(watch);
    const clock = createManualClock();
    const file = capture('# a watch says hello', '[3G*5678901234*0002*LK]', '', '[3G*5678901234*0003*TKQ]');
    const code = send(['--port', String(server.port), file], io, clock);
    await server.messages.waitFor(() => true, 2);
    await io.lines.first((line) => line.startsWith('<') && line.includes('*TKQ]'));
    clock.advance(1_000);
    expect(await code).toBe(0);
    expect(io.lines.all.slice(0, 2)).toEqual(['> [3G*5678901234*0002*LK]', '> [3G*5678901234*0003*TKQ]']);
    expect(io.lines.all.slice(2).join('')).toContain('[3G*5678901234*0002*LK]');
    await server.close();
  });

  it('replays frames in hex, with any separators between the digits', async () => {
    const server = await startFakeStreamServer(eview);
    const clock = createManualClock();
    const file = capture('AB 10 03 00 08 C7 05:00 7F 01 00');
    const code = send(['--port', String(server.port), file], io, clock);
    await io.lines.first((line) => line === '> ab10030008c705007f0100');
    await server.garbage.first(() => true);
    clock.advance(1_000);
    expect(await code).toBe(0);
    await server.close();
  });

  it('fails with one line when there is no server, or the server hangs up', async () => {
    const server = await startFakeStreamServer(watch);
    const file = capture('[3G*5678901234*0002*LK]');
    const code = run(['send', '--port', String(server.port), file], io, io.printError);
    await server.messages.first(() => true);
    await server.close();
    expect(await code).toBe(1);
    expect(io.errors[0]).toMatch(/^varde send: (the server ended the connection|connection lost)/);

    expect(await run(['send', '--port', String(server.port), file], io, io.printError)).toBe(1);
    expect(io.errors[1]).toBe(`varde send: cannot connect to 127.0.0.1:${server.port} (ECONNREFUSED)`);
  });

  it('refuses a malformed file', async () => {
    const odd = capture('[3G*5678901234*0002*LK]', 'abc');
    expect(await run(['send', '--port', '1', odd], io, io.printError)).toBe(1);
    expect(await run(['send', '--port', '1', capture('# nothing')], io, io.printError)).toBe(1);
    expect(await run(['send', '--port', '1'], io, io.printError)).toBe(1);
    expect(await run(['send', 'x'], io, io.printError)).toBe(1);
    expect(io.errors).toEqual([
      `varde send: ${odd}:2: 3 hex digits are no whole bytes`,
      `varde send: ${odd}: holds no frame`,
      'varde send: the file with the frames is missing',
      'varde send: --port is missing',
    ]);
  });
});
