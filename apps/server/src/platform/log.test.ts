import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function linesOf(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog({ level: 'info' }, { write: (line) => void lines.push(line) }));
  return lines.join('');
}

test('names, secrets and places are removed, however deep they were put', () => {
  const text = linesOf((log) => {
    log.info({ username: 'kari', user: { firstName: 'Kari', password: 'hush' }, deviId: 7 }, 'login');
    log.info({ event: { device: { deviceName: 'Kari sin klokke', posLati: 62.47 } } }, 'event');
  });
  expect(text).not.toMatch(/kari|hush|62\.47/i);
  expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ level: 'info', deviId: 7, msg: 'login' });
});

test('an error is logged with its causes and without the values of the statement that failed', () => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (username)=(kari)' });
  const error = new Error('Failed query: insert into users …\nparams: kari,hush', { cause });
  const text = linesOf((log) => log.error({ err: error }, 'a call failed'));
  expect(text).not.toMatch(/kari|hush/);
  expect(JSON.parse(text)).toMatchObject({
    err: { message: 'Failed query: insert into users …', cause: { code: '23505' } },
  });
  expect(JSON.parse(text).err.stack).toContain('log.test.ts');
});
