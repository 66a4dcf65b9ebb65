import { afterEach, describe, expect, it } from 'vitest';
import { consoleRouter } from '../testing/console-router.ts';
import { createConsoleRouter } from './router.tsx';

afterEach(() => {
  location.hash = '';
});

/** The parameters that a screen reads from an address. */
function searchAt(address: string): unknown {
  location.hash = address;
  const router = createConsoleRouter();
  const { search } = router.matchRoutes(router.latestLocation).at(-1) ?? {};
  router.history.destroy(); // or it would hear of all that follow
  return search;
}

const screens = [
  [
    '/vardes',
    {
      status: 'battery',
      custId: 3,
      dehaId: 34,
      filter: 'technical',
      userTags: 'GPS,OTHER',
      columns: 'status,name,phone',
      wifi: 1,
      maintain: 1,
      testDue: 1,
      reachesNobody: 1,
      unplaced: 1,
      sensor: '4100010',
      sort: 'name',
    },
  ],
  ['/mapsingle/12', { count: 25 }],
  ['/map', { search: 'sol', filters: 'ALARM,STATIC', status: 'battery', filter: 'technical', custId: 3, wifi: 1 }],
  [
    '/alarms/history',
    {
      cust: 1,
      kind: 27,
      outcome: 'helped',
      from: '2026-02-28',
      to: '2026-03-01',
      search: '100',
    },
  ],
  ['/alarms/answer_times', { cust: 1, by: 'hour', from: '2026-02-28', to: '2026-03-01' }],
  ['/admin/customers', { cust: 2_147_483_647, search: 'sol vik' }],
  ['/admin/partners', { cust: 8 }],
  ['/admin/permissions', { cust: 7 }],
  ['/admin/registrations', { registration: 3 }],
  ['/admin/users', { user: 5, search: '100', state: 'invited' }],
  ['/admin/personal_data', { search: 'kari', device: 9 }],
  [
    '/admin/audit',
    {
      cust: 1,
      device: 2,
      user: 'kari',
      action: 'alarm.reset',
      kind: 'looks',
      from: '2026-02-28',
      to: '2026-03-01',
    },
  ],
] as const;

const malformed = [
  '[1]',
  '{"then":1}',
  'true',
  'null',
  '2147483648',
  '-1',
  '0',
  '1.5',
  '1e400',
  '2026-02-30',
  '1850-01-01',
  '%00',
  '__proto__',
  'constructor',
  'x'.repeat(5_000),
];

/** Any text is one. */
const words = ['search', 'user', 'sensor'];

describe.each(screens)('the address %s', (path, good) => {
  it('gives the screen its parameters, written as text or by the console itself', () => {
    expect(searchAt(`#${path}?${new URLSearchParams(Object.entries(good).map(([k, v]) => [k, `${v}`]))}`)).toEqual(
      good,
    );
    const router = consoleRouter();
    expect(searchAt(`#${path}${router.options.stringifySearch?.(good)}`)).toEqual(good);
  });

  it('leaves out a malformed parameter, and keeps the others', () => {
    for (const hostile of malformed) {
      for (const name of Object.keys(good).filter((each) => !words.includes(each))) {
        const { [name as never]: _, ...others } = good;
        const query = new URLSearchParams(Object.entries(others).map(([k, v]) => [k, `${v}`]));
        expect(searchAt(`#${path}?${query}&${name}=${hostile}`), `${name}=${hostile.slice(0, 20)}`).toEqual(others);
      }
    }
  });
});

it.each(['/admin/customers?search=', '/admin/users?search=', '/admin/personal_data?search=', '/admin/audit?user='])(
  '%s accepts numeric words, and leaves out lists, objects and texts that the call would refuse',
  (address) => {
    const name = address.slice(address.indexOf('?') + 1, -1);
    expect(searchAt(`#${address}007`)).toEqual({ [name]: '007' });
    expect(searchAt(`#${address}123`)).toEqual({ [name]: '123' });
    for (const hostile of ['["a"]', '{"a":1}', 'true', 'x'.repeat(121)])
      expect(searchAt(`#${address}${hostile}`)).toEqual({});
  },
);
