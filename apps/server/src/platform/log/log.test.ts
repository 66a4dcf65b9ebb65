import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLog } from './log.ts';

function linesOf(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog({ level: 'info' }, { write: (line) => void lines.push(line) }));
  return lines.join('');
}

test('names, secrets and positions are removed at any depth', () => {
  const text = linesOf((log) => {
    log.info({ username: 'kari', user: { firstName: 'Kari', password: 'hush' }, deviId: 7 }, 'login');
    log.info({ event: { device: { deviceName: 'Kari sin klokke', posLati: 62.47 } } }, 'event');
  });
  expect(text).not.toMatch(/kari|hush|62\.47/i);
  expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ level: 'info', deviId: 7, msg: 'login' });
});

test('an error is logged with its causes, and without the failed statement and its values', () => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (username)=(kari)' });
  const error = new Error('Failed query: insert into users …\nparams: kari,hush', { cause });
  const text = linesOf((log) => log.error({ err: error }, 'a call failed'));
  expect(text).not.toMatch(/kari|hush|insert into/);
  expect(JSON.parse(text)).toMatchObject({
    err: { message: 'Failed query', cause: { code: '23505' } },
  });
  expect(JSON.parse(text).err.stack).toContain('log.test.ts');
});

describe('a repeated failure', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const lost = (): Error =>
    new Error('Failed query: select 1\nparams: kari', {
      cause: Object.assign(new Error('the connection is lost'), { code: '57P01' }),
    });
  function open() {
    const lines: { level: string; msg: string; times?: number; err?: object }[] = [];
    const log = createLog({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
    return { log, lines };
  }

  test('is logged once, and then its count every 10 s, until 10 s pass without it', () => {
    const { log, lines } = open();
    for (let time = 0; time < 1000; time++) log.error({ err: lost(), uplinks: time }, 'a batch was lost');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 'error', msg: 'a batch was lost', uplinks: 0 });

    vi.advanceTimersByTime(9_999);
    expect(lines).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(lines.slice(1)).toEqual([
      expect.objectContaining({ level: 'warn', msg: 'a batch was lost (repeated)', times: 999, seconds: 10 }),
    ]);

    log.error({ err: lost() }, 'a batch was lost');
    vi.advanceTimersByTime(10_000);
    expect(lines[2]).toMatchObject({ times: 1 });
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(3);
    log.error({ err: lost() }, 'a batch was lost');
    expect(lines[3]).toMatchObject({ level: 'error', err: { cause: { code: '57P01' } } });
  });

  test('hides no other failure: another message, code, job or route is logged at once', () => {
    const { log, lines } = open();
    log.error({ err: lost() }, 'a batch was lost');
    log.error({ err: lost() }, 'a call failed');
    log.error({ err: new Error('no room', { cause: Object.assign(new Error(), { code: '53100' }) }) }, 'a call failed');
    log.error({ err: lost(), route: '/ajax/devices' }, 'a call failed');
    log.error({ err: lost(), job: 'offline' }, 'a job failed');
    log.error({ err: lost(), job: 'retention' }, 'a job failed');
    expect(lines).toHaveLength(6);
  });

  test('hides no warning and no line without an error', () => {
    const { log, lines } = open();
    for (const _ of [1, 2, 3]) {
      log.warn({ err: lost() }, 'slow');
      log.error({ code: 1 }, 'a child has ended');
      log.error('stopped');
      log.info('message %d of %d', 1, 3);
    }
    expect(lines).toHaveLength(12);
    expect(lines[3]?.msg).toBe('message 1 of 3');
  });
});
