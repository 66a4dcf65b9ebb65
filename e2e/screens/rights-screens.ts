import type { Browser, Page } from '@playwright/test';
import { api } from '@varde/contract/api';
import { logIn } from '../fixtures/api.ts';
import type { RunningVarde } from '../fixtures/varde.ts';
import { type Camera, createCamera } from './camera.ts';
import { fillRights, type Known } from './rights-data.ts';

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor();
const text = (words: string) => (page: Page) => page.getByText(words, { exact: true }).first().waitFor();
const dialog = (page: Page) => page.getByRole('dialog').waitFor();
/** Presses a button and waits for its dialog. */
const opened = (button: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: button }).first().click();
  await dialog(page);
};

/** Every screen of administration and profile: in their initial state, and after a week. */
export async function takeRights(varde: RunningVarde, browser: Browser, folder: string): Promise<void> {
  const camera = await createCamera(browser, varde, 'SUPERFIRM', folder);
  await takeEmpty(camera);
  const known = await fillRights(varde);
  await takeCustomers(camera, known);
  await takePartners(camera, varde);
  await takeUsers(camera, known);
  await takePermissions(camera, known);
  await takeAudit(camera, known);
  await takeMails(camera);
  await takePersonalData(camera, known);
  await takeAssignment(camera, varde);
  await camera.close();
  await takeOthers(varde, browser, folder, known);
}

async function takeEmpty(camera: Camera): Promise<void> {
  await camera.take('admin-deleted-none', '/admin/deleted', text('Ingen slettede brukere'));
  await camera.take('admin-outbox-none', '/admin/outbox', text('Ingen e-poster'));
  await camera.take('admin-users-no-match', '/admin/users?search=finnes-ikke', text('Fant ingen brukere'));
  await camera.take('admin-audit-no-match', '/admin/audit?user=finnes-ikke', text('Fant ingen hendelser'));
}

async function takeCustomers(camera: Camera, { firm, custId }: Known): Promise<void> {
  await camera.take('admin-customers', '/admin/customers', text('Velg en kunde'));
  await camera.take('admin-customers-chosen', `/admin/customers?cust=${custId}`, heading('Solvik kommune'));
  await camera.take('admin-customers-firm', `/admin/customers?cust=${firm}`, (page) =>
    page.getByText('Messen i Ålesund').waitFor(),
  );
  await camera.take('admin-customers-fault', `/admin/customers?cust=${firm}`, async (page) => {
    await page.getByLabel('Organisasjonsnummer').fill('12345');
    await page.getByRole('button', { name: 'Lagre', exact: true }).first().click();
    await page.getByRole('alert').first().waitFor();
  });
  await camera.take('admin-customers-search', '/admin/customers?search=solvik', (page) =>
    page.getByRole('button', { name: /Solvik sykehjem/ }).waitFor(),
  );
  await camera.take('admin-customers-add', `/admin/customers?cust=${custId}`, opened('Ny underliggende kunde'));
  await camera.take('admin-customers-move', '/admin/customers?cust=5', opened('Flytt'));
  await camera.take('admin-coupon-add', `/admin/customers?cust=${firm}`, opened('Ny kode'));
}

async function takePartners(camera: Camera, varde: RunningVarde): Promise<void> {
  const { call } = await logIn(varde, 'SUPERFIRM');
  const [partner] = (await call(api.partners.listPartners, { query: {} })).partners;
  const chosen = `/admin/partners?cust=${partner?.custId}`;
  await camera.take('admin-partners', '/admin/partners', text('Velg en partner'));
  await camera.take('admin-partners-prices', chosen, (page) => page.getByText('Watch Seven').waitFor());
  await camera.take('admin-partners-edit', chosen, opened('Endre priser for Watch Seven'));
  await camera.take('admin-partners-add', chosen, opened('Legg til pris for en type'));
}

async function takeUsers(camera: Camera, { userId }: Known): Promise<void> {
  const chosen = `/admin/users?user=${userId}`;
  await camera.take('admin-users', '/admin/users', text('Velg en bruker'));
  await camera.take('admin-users-chosen', chosen, heading(/Ragnhild/));
  await camera.take('admin-users-access', chosen, async (page) => {
    await page.getByRole('button', { name: 'Velg kunde' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Solvik kommune/ })
      .click();
    await page.getByRole('table').last().scrollIntoViewIfNeeded();
  });
  await camera.take('admin-users-add', '/admin/users', opened('Ny bruker'));
  await camera.take('admin-users-role', chosen, opened('Legg til rolle'));
  await camera.take('admin-users-delete', chosen, opened('Slett'));
  await camera.take('admin-deleted', '/admin/deleted', (page) => page.getByText('Sommervikar').first().waitFor());
}

async function takePermissions(camera: Camera, { custId }: Known): Promise<void> {
  await camera.take('admin-permissions-none', '/admin/permissions', text('Ingen kunde er valgt'));
  const chosen = (cust: number) => `/admin/permissions?cust=${cust}`;
  const table = (page: Page) => page.getByRole('rowheader').first().waitFor();
  await camera.take('admin-permissions', chosen(custId), table);
  await camera.take('admin-permissions-inherited', chosen(5), table);
}

async function takeAudit(camera: Camera, { firm }: Known): Promise<void> {
  const rows = (page: Page) => page.getByRole('row').nth(3).waitFor();
  await camera.take('admin-audit', '/admin/audit', rows);
  await camera.take('admin-audit-open', `/admin/audit?cust=${firm}&kind=changes`, async (page) => {
    await page
      .getByRole('row')
      .filter({ hasText: 'Endret kunde' })
      .getByRole('button', { name: /^Mer om/ })
      .first()
      .click();
  });
  await camera.take('admin-audit-retention', `/admin/audit?cust=${firm}`, opened('Lagringstid'));
  await camera.take('admin-audit-verified', '/admin/audit', opened('Kontroller loggen'));
}

async function takeMails(camera: Camera): Promise<void> {
  const read = (page: Page) => page.getByRole('button', { name: /^Les/ }).first();
  await camera.take('admin-outbox', '/admin/outbox', (page) => read(page).waitFor());
  await camera.take('admin-outbox-mail', '/admin/outbox', opened(/^Les/));
}

async function takePersonalData(camera: Camera, { userId }: Known): Promise<void> {
  await camera.take('admin-personal-data', '/admin/personal_data', text('Velg en bruker eller en enhet'));
  await camera.take('admin-personal-data-user', `/admin/personal_data?user=${userId}`, heading(/Ragnhild/));
  await camera.take('admin-personal-data-device', '/admin/personal_data?device=1', (page) =>
    page.getByRole('heading', { level: 2 }).last().waitFor(),
  );
}

async function takeAssignment(camera: Camera, varde: RunningVarde): Promise<void> {
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { devices } = await call(api.devices.listDevices, { query: {} });
  const device = devices.find(({ deviceName }) => deviceName === 'Trygghetsalarm 001');
  await camera.take(
    'assignment',
    `/settings/${device?.deviId}/${device?.dehaId}/general/organization`,
    opened(/Overfør/),
  );
}

/** The screens of users with fewer rights, and one's own profile. */
async function takeOthers(varde: RunningVarde, browser: Browser, folder: string, known: Known): Promise<void> {
  const nurse = await createCamera(browser, varde, 'RESTRICTED_USER', folder);
  await nurse.take('admin-customers-read-only', '/admin/customers?cust=5', heading('Solvik sykehjem'));
  await nurse.take('admin-users-forbidden', `/admin/users?user=${known.userId}`, (page) =>
    page.getByRole('main').getByRole('heading').first().waitFor(),
  );
  await nurse.take('profile', '/profile', (page) => page.getByText('Denne nettleseren').first().waitFor());
  await nurse.take('profile-fault', '/profile', async (page) => {
    await page.getByLabel('Nåværende passord').fill('feil');
    await page.getByLabel('Nytt passord', { exact: true }).fill('kort');
    await page.getByLabel('Gjenta nytt passord').fill('lang');
    await page.getByRole('button', { name: 'Bytt passord' }).click();
    await page.getByRole('alert').first().waitFor();
  });
  await nurse.close();
}

/** Administration with hundreds of records of each kind. */
export async function takeOverfullRights(camera: Camera): Promise<void> {
  await camera.take('overfull-customers', '/admin/customers', text('Velg en kunde'));
  await camera.take('overfull-users', '/admin/users', (page) =>
    page.getByRole('button', { name: 'Vis flere' }).waitFor(),
  );
  await camera.take('overfull-outbox', '/admin/outbox', (page) =>
    page.getByRole('button', { name: /^Les/ }).nth(20).waitFor(),
  );
  await camera.take('overfull-audit', '/admin/audit', (page) => page.getByRole('row').nth(8).waitFor());
}
