import { expect, test } from 'vitest';
import { jobs } from './job-list.ts';
import { type JobShare, jobsOfShare } from './jobs-of-share.ts';

const namesOf = (share: JobShare) => jobsOfShare(jobs, share).map(({ name }) => name);

test('what measures since when devices are heard runs where they are heard, and all else beside it', () => {
  expect(namesOf('atGateway')).toEqual([
    'offline-check',
    'outdated-position-check',
    'connection-check',
    'self-check-due',
    'inactivity-check',
    'command-retries',
  ]);
  expect(namesOf('others')).toEqual(expect.arrayContaining(['notification-steps', 'sms-delivery', 'email-delivery']));
});

test('each job is in one share', () => {
  expect([...namesOf('atGateway'), ...namesOf('others')].sort()).toEqual(namesOf('all').sort());
  expect(namesOf('all')).toHaveLength(jobs.length);
});
