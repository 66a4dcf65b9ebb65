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
  key: null,
  context: 'PROFFWEB',
  address: null,
  customer: null,
  device: null,
  subject: { kind: 'customer', id: 8 },
  before: null,
  after: null,
  mentions: [],
  hash: null,
};
const rowOf = (name: string) => screen.getByRole('rowheader', { name }).closest('tr')?.textContent;

const kari = { kind: 'user' as const, id: 5, name: 'Kari Nes' };
const solvik = { kind: 'customer' as const, id: 3, name: 'Solvik sykehjem' };

it('names fields as the forms do, and values without brackets and codes', () => {
  renderPart(
    <AuditDetails
      entry={{
        ...entry,
        mentions: [solvik],
        before: { address: null, kind: 'firm', market: 1 },
        after: {
          address: { address1: 'Storgata 1', address2: '', zip: '6003', city: 'Ålesund' },
          kind: 'home',
          market: 4,
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
  expect(rowOf('Marked')).toBe('MarkedNorgeSverige');
  expect(rowOf('Roller')).toBe('Roller–Kundeadministrator hos Solvik sykehjem, Sporingsbruker hos alle kunder');
  expect(rowOf('Sporingsintervall')).toBe('Sporingsintervall–10 minutter');
});

it('names users, customers and devices, and shows the number of one whose name the reader may not see', () => {
  renderPart(
    <AuditDetails
      entry={{
        ...entry,
        subject: { kind: 'user', id: 5 },
        mentions: [kari, solvik],
        before: { claimedBy: 5, parentId: 3, state: 'claimed' },
        after: { claimedBy: 7, parentId: 4, state: 'open', deviId: 9 },
      }}
    />,
  );
  expect(screen.getByText('Kari Nes · Vanlig innlogging')).toBeDefined();
  expect(rowOf('Tatt av')).toBe('Tatt avKari NesBruker nr. 7');
  expect(rowOf('Overordnet kunde')).toBe('Overordnet kundeSolvik sykehjemKunde nr. 4');
  expect(rowOf('Status')).toBe('StatusTattIkke tatt');
  expect(rowOf('Enhet')).toBe('Enhet–Enhet nr. 9');
});

it('says in words which parts of geofences were changed', () => {
  renderPart(
    <AuditDetails
      entry={{ ...entry, action: 'defaultGeofences.saved', after: { removed: 1, changed: ['enabled', 'area'] } }}
    />,
  );
  expect(rowOf('Endret')).toBe('Endret–I bruk, Område');
  expect(rowOf('Fjernet')).toBe('Fjernet–1');
});

it('names the type of device of default settings', () => {
  renderPart(
    <AuditDetails
      entry={{
        ...entry,
        action: 'defaultSettings.saved',
        before: { dehaId: 23, trackingInterval: null },
        after: { dehaId: 23, trackingInterval: 600 },
      }}
    />,
  );
  expect(rowOf('Type')).toBe('TypeTrigger Two 4GTrigger Two 4G');
  expect(rowOf('Sporingsintervall')).toBe('Sporingsintervall–10 minutter');
});

it.each([
  ['outcome', 'falseAlarm', 'Utfall', 'Utløst ved et uhell'],
  ['template', 'resetPassword', 'Type e-post', 'Velg nytt passord'],
  ['language', 'nb', 'Språk', 'Norsk bokmål'],
  ['theme', 'auto', 'Tema', 'Følg systemet'],
  ['information', 'read', 'Tilgangsnivå', 'Bare se'],
  ['role', 'SUPERFIRM', 'Rolle', 'Systemadministrator'],
  ['policy', 'AUDIT_LOG', 'Rettighet', 'Revisjonslogg'],
  ['kind', 'health', 'Type', 'Helseopplysninger'],
  ['kind', 'company', 'Type', 'Firma'],
  ['status', 'inactive', 'Status', 'Trukket tilbake'],
  ['note', 'falseAlarm', 'Notat', 'falseAlarm'],
  ['filter', {}, 'Filter', 'Alt'],
  [
    'filter',
    { custId: 3, kind: 'looks', action: 'alarm.read', from: new Date(2026, 10, 20, 12).getTime() },
    'Filter',
    'Kunde: Solvik sykehjem, Type: Oppslag, Hendelse: Slo opp alarmen, Fra og med: 20.11.2026 12:00',
  ],
])('shows the field %s of %j in words', (field, value, name, words) => {
  renderPart(<AuditDetails entry={{ ...entry, mentions: [solvik], after: { [field]: value } }} />);
  expect(rowOf(name)).toBe(`${name}–${words}`);
});
