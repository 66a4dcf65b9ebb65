import { expect, it } from 'vitest';
import { createOutageReport } from './outage-report.ts';

it('an outage is reported once for each protocol, and again only after an answer', () => {
  const report = createOutageReport('varde.example');
  const refused = { type: 'disconnected', reason: 'ECONNREFUSED' } as const;
  const line = 'No contact with varde.example for eview (ECONNREFUSED); the devices go on trying';
  expect(report('eview', refused)).toBe(line);
  expect(report('eview', refused)).toBeNull();
  expect(report('watch', refused)).toContain('watch');
  report('eview', { type: 'acknowledged', message: { identity: '1', sequence: 1, records: [] } });
  expect(report('eview', refused)).toBe(line);
  expect(report('osmand', { type: 'left', why: 'outOfCoverage' })).toBeNull();
});
