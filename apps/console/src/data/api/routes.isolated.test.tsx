import { firstRoutes } from '@varde/contract/first-routes';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const asked = vi.fn<(url: string) => void>();

beforeEach(() => {
  vi.resetModules();
  asked.mockReset();
  vi.stubGlobal('fetch', async (url: string) => {
    asked(url);
    return Response.json({});
  });
});

afterEach(() => {
  vi.doUnmock('@varde/contract/routes');
});

it('a call that handles an alarm needs nothing more from the server than its answer', async () => {
  vi.doMock('@varde/contract/routes', () => {
    throw new Error('not reachable');
  });
  const { call } = await import('./call.ts');
  await call('claimAlarm', { params: { alarmId: 7 } });
  await call('resetAlarm', { params: { alarmId: 7 }, body: { reasonText: 'Falsk alarm' } } as never);
  expect(asked.mock.calls.flat()).toEqual(['/ajax/alarms/7/claim', '/ajax/alarms/7/reset']);
  expect(Object.keys(firstRoutes)).toEqual(
    expect.arrayContaining(['listAlarms', 'claimAlarm', 'releaseAlarm', 'resetAlarm', 'reopenAlarm', 'escalateAlarm']),
  );
});

it('a call of a page gets its address with the first such call, and says that the server is out of reach without', async () => {
  vi.doMock('@varde/contract/routes', () => {
    throw new Error('not reachable');
  });
  const first = await import('./call.ts');
  await expect(first.call('listUsers', { query: {} } as never)).rejects.toMatchObject({ code: 'network' });
  expect(asked).not.toHaveBeenCalled();
  vi.doUnmock('@varde/contract/routes');
  await first.call('listUsers', { query: {} } as never);
  expect(asked.mock.calls.flat()).toEqual(['/ajax/users']);
});
