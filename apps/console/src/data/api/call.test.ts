import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { call, urlOf, whenLoggedOut } from './call.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('document', { cookie: '' });
});
/** A body can be read only once, so every call gets a new response. */
const answer = (body: unknown, status = 200) =>
  fetched.mockImplementation(async () => new Response(JSON.stringify(body), { status }));

describe('a call of the contract', () => {
  it('puts parameters into the path and the others into the query, encoded', () => {
    const route = { method: 'GET', path: '/ajax/devices/:deviId' } as const;
    expect(urlOf(route, { params: { deviId: 'a/b' }, query: { search: 'Åse & Co', cursor: undefined } })).toBe(
      '/ajax/devices/a%2Fb?search=%C3%85se+%26+Co',
    );
  });

  it('sends each selected role as a parameter', async () => {
    answer({});
    vi.stubGlobal('document', { cookie: 'theme=dark; roles=FIRM.TRACKER' });
    await call('listAlarms', { query: { limit: 5 } });
    await call('logout', {});
    expect(fetched.mock.calls.map(([url]) => url)).toEqual([
      '/ajax/alarms?limit=5&roles=FIRM&roles=TRACKER',
      '/logout?roles=FIRM&roles=TRACKER',
    ]);
  });

  it('carries the context header when it changes something, and not when it reads', async () => {
    answer({});
    await call('claimAlarm', { params: { alarmId: 3 } });
    await call('getSession', {});
    const headers = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('x-varde-context'));
    expect(headers).toEqual(['PROFFWEB', null]);
  });

  it('sends the login as a form', async () => {
    answer({});
    await call('login', { body: { username: 'kari', password: 'p&q' } });
    expect(String(fetched.mock.calls[0]?.[1]?.body)).toBe('username=kari&password=p%26q');
  });

  it('throws the code and the fields of the problem when it is refused', async () => {
    answer({ code: 'validationFailed', errors: [{ path: 'note', message: 'tooLong' }] }, 400);
    const error = await call('getConfig', {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'validationFailed', fields: [{ path: 'note' }] });
  });

  it('throws a network error without an answer', async () => {
    fetched.mockRejectedValue(new TypeError('failed'));
    await expect(call('getConfig', {})).rejects.toMatchObject({ code: 'network' });
  });

  it('throws another one when it may have been carried out and cannot be repeated', async () => {
    fetched.mockRejectedValue(new TypeError('failed'));
    const params = { deviId: 1 };
    await expect(call('deleteDevice', { params })).rejects.toMatchObject({ code: 'noAnswer' });
    await expect(call('switchDevice', { params, body: { serialNum: 'A' } })).rejects.toMatchObject({
      code: 'noAnswer',
    });
    const renamed = call('renameDevice', { params, body: { deviceName: 'A' } });
    await expect(renamed).rejects.toMatchObject({ code: 'network' });
    const rows = { rows: [], dryRun: true };
    const tried = call('importDevices', { body: rows }, { repeatable: true });
    await expect(tried, 'a call that changes nothing').rejects.toMatchObject({ code: 'network' });
  });

  it.each([
    ['getConfig', 'network'],
    ['logout', 'noAnswer'],
  ] as const)('throws the same when the answer to %s breaks off', async (name, code) => {
    const broken = () => new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) });
    fetched.mockImplementation(async () => new Response(broken()));
    await expect(call(name, {})).rejects.toMatchObject({ code });
  });

  it('handles an answer of a proxy', async () => {
    fetched.mockResolvedValue(new Response('<html>', { status: 502 }));
    await expect(call('getConfig', {})).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('reports that the session has ended, except for the call that asks for it', async () => {
    const ended = vi.fn();
    whenLoggedOut(ended);
    fetched.mockImplementation(async () => new Response('{"code":"notLoggedIn"}', { status: 401 }));
    await call('getSession', {}).catch(() => undefined);
    expect(ended).not.toHaveBeenCalled();
    await call('listAlarms', { query: {} }).catch(() => undefined);
    expect(ended).toHaveBeenCalledOnce();
  });
});
