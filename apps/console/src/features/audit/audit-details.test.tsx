import { screen } from '@testing-library/react';
import type { AuditEntry } from '@varde/contract/audit';
import { beforeAll, expect, it } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { renderPart } from '../../testing/render-part.tsx';
import { AuditDetails } from './audit-details.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

const entry: AuditEntry = {
  auditId: 1,
  at: 0,
  action: 'customer.changed',
  user: null,
  context: 'PROFFWEB',
  address: null,
  customer: null,
  device: null,
  subject: { kind: 'customer', id: 8 },
  before: null,
  after: null,
  hash: null,
};
const rowOf = (name: string) => screen.getByRole('rowheader', { name }).closest('tr')?.textContent;

it('names fields as the forms do, and values without brackets and codes', () => {
  renderPart(
    <AuditDetails
      entry={{
        ...entry,
        before: { address: null, kind: 'firm' },
        after: {
          address: { address1: 'Storgata 1', address2: '', zip: '6003', city: 'Ålesund' },
          kind: 'home',
          policies: [
            { role: 'FIRM', custId: 3 },
            { role: 'TRACKER', custId: null },
          ],
          trackingInterval: 600,
        },
      }}
    />,
  );
  expect(rowOf('Adresse')).toBe('Adresse–Storgata 1, 6003, Ålesund');
  expect(rowOf('Type')).toBe('TypeFirmaInstitusjon');
  expect(rowOf('Roller')).toBe('Roller–Kundeadministrator hos kunde 3, Sporingsbruker hos alle kunder');
  expect(rowOf('Sporingsintervall')).toBe('Sporingsintervall–600');
});
