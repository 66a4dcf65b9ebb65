import { expect, test } from 'vitest';
import { parseConfig } from '../config.ts';
import { jobShareOf } from './job-share.ts';
import { UserError } from './user-error.ts';

const postgres = { VARDE_DATABASE_URL: 'postgresql://varde@db.example/varde' };
const reachable = { ...postgres, VARDE_PUBLIC_URL: 'https://varde.example.no' };
const shareOf = (roles: string, environment: Record<string, string> = reachable) =>
  jobShareOf(parseConfig({ ...environment, VARDE_ROLES: roles }));

test.each([
  ['gateway,processing,console,jobs', 'all'],
  ['jobs,console,processing,gateway', 'all'],
  ['gateway,processing,console', 'atGateway'],
  ['jobs', 'others'],
])('on PostgreSQL a process with %s runs the jobs %s', (roles, share) => {
  expect(shareOf(roles)).toBe(share);
});

test.each(['gateway', 'gateway,processing', 'console', 'console,jobs', 'gateway,jobs', 'processing,console,jobs'])(
  'no process has %s, and the error says what is possible',
  (roles) => {
    expect(() => shareOf(roles)).toThrow(UserError);
    expect(() => shareOf(roles)).toThrow(
      `VARDE_ROLES cannot be ${roles}: one process has gateway,processing,console, with or without jobs, and any number of processes beside it have jobs alone`,
    );
  },
);

test.each(['gateway,processing,console', 'jobs', 'console'])(
  'on the embedded database, and in the demo, %s is refused: one process does everything',
  (roles) => {
    expect(() => shareOf(roles, {})).toThrow(
      /VARDE_ROLES must be gateway,processing,console,jobs on the embedded database: one process does everything.*PostgreSQL/,
    );
    expect(() => shareOf(roles, { ...reachable, VARDE_DEMO: 'true' })).toThrow('in the demo');
    expect(shareOf('gateway,processing,console,jobs', {})).toBe('all');
  },
);

test('jobs alone need the address of the console, for the links in their messages', () => {
  expect(() => shareOf('jobs', postgres)).toThrow('VARDE_PUBLIC_URL is required by a process with jobs alone');
  expect(shareOf('gateway,processing,console', postgres)).toBe('atGateway');
});
