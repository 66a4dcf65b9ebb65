import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage, sessionRecord } from '../testing/render-page.tsx';
import { GuardedPage } from './guarded-page.tsx';
import { areasFor, guardedAreaOf } from './navigation.ts';

const open = (path: string, fields: Parameters<typeof sessionRecord>[0] = {}) =>
  renderPage(<GuardedPage path={path} />, sessionRecord(fields), path, 'Siden selv');
const everything = sessionRecord({
  abilities: [
    ...(['addDevice', 'customers', 'partners', 'users', 'deletedUsers', 'permissions', 'audit'] as const),
    ...(['notificationLists', 'sensors', 'personalData', 'unknownDevices', 'registrations', 'admin'] as const),
  ],
});

it.each([
  ['/admin/users', 'Brukere', '«Brukerrettigheter: se»'],
  ['/admin/permissions', 'Rettigheter', '«Brukerrettigheter: se»'],
  ['/admin/deleted', 'Slettede brukere', '«Slettede brukere»'],
  ['/admin/audit', 'Revisjonslogg', '«Revisjonslogg»'],
  ['/device_audit_log/12', 'Revisjonslogg', '«Revisjonslogg»'],
  ['/admin/personal_data', 'Personopplysninger', '«Brukerrettigheter: endre»'],
  ['/admin/customers', 'Kunder', '«Underorganisasjoner»'],
  ['/admin/partners', 'Partnere', '«Partner»'],
  ['/add_varde/import', 'Legg til enhet', '«Legge til enheter»'],
  ['/admin/outbox', 'Utboks', 'systemadministratorer for alle kunder'],
  ['/admin/alarm_path', 'Egenkontroll', 'systemadministratorer for alle kunder'],
  ['/admin/unknown', 'Ukjente enheter', 'systemadministratorer for alle kunder'],
  ['/admin/registrations', 'Registreringer', 'systemadministratorer for alle kunder'],
])('%s says what its user lacks for it', async (path, name, missing) => {
  await open(path);
  expect(await screen.findByText(`Du har ikke tilgang til siden ${name}`)).toBeTruthy();
  expect(screen.getByText(new RegExp(missing))).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Gå til enhetene' }).getAttribute('href')).toBe('/vardes');
});

it('names the roles that the user has left out, and says to private users that a page is not for them', async () => {
  const roles = [
    { role: 'FIRM', selected: false },
    { role: 'TRACKER', selected: true },
  ] as const;
  await open('/admin/users', { roles: [...roles] });
  expect(await screen.findByText(/Du har valgt bort disse rollene i brukermenyen: Kundeadministrator\./)).toBeTruthy();
  await open('/admin/customers', { abilities: ['private'] });
  expect(await screen.findByText('Siden er ikke for privatkunder.')).toBeTruthy();
});

it('is there for each area of administration, and shows the page to whoever has the ability', async () => {
  for (const { path, key } of areasFor(everything).filter(({ administration }) => administration)) {
    expect(guardedAreaOf(path)?.key).toBe(key);
    const { unmount } = await open(path, everything);
    expect(await screen.findByText('Siden selv')).toBeTruthy();
    unmount();
  }
});
