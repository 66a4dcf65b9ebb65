import { linkTo } from '../fixtures/mail.ts';
import { addPerson, customerNamed, fillLogin } from '../fixtures/people.ts';
import { expect, expectAccessible, findDevices, test } from '../fixtures/story.ts';

const accept = { name: 'Jeg har lest dette og godtar det' };
const password = 'fjellrev spiser blåbær';

test('an administrator adds a municipality, a home below it and a user there, who logs in by the link in the mail', async ({
  story,
  page,
  varde,
}) => {
  const username = 'leder@bjorkelia.example';
  const admin = await story.open('SUPERFIRM', '/admin/customers');
  await admin.getByRole('button', { name: 'Ny kunde' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Type').selectOption('Kommune');
  await dialog.getByLabel('Navn').fill('Bjørkelia kommune');
  await dialog.getByRole('button', { name: 'Legg til' }).click();
  await expect(admin.getByRole('heading', { name: 'Bjørkelia kommune' })).toBeVisible();
  await admin.getByRole('button', { name: 'Ny underliggende kunde' }).click();
  await dialog.getByLabel('Type').selectOption('Institusjon');
  await dialog.getByLabel('Navn').fill('Bjørkelia bosenter');
  await dialog.getByRole('button', { name: 'Legg til' }).click();
  await expect(admin.getByRole('heading', { name: 'Bjørkelia bosenter' })).toBeVisible();

  await admin.goto('/#/admin/users');
  await admin.getByRole('button', { name: 'Ny bruker' }).click();
  const form = admin.getByRole('dialog', { name: 'Ny bruker' });
  await form.getByLabel('E-postadresse').fill(username);
  await form.getByLabel('Fornavn').fill('Leif');
  await form.getByLabel('Etternavn').fill('Leder');
  await form.getByRole('button', { name: /^Kunde/ }).click();
  const chooser = form.getByRole('region', { name: 'Velg kunde' });
  await chooser.getByRole('searchbox').fill('Bjørkelia bosenter');
  await expect(chooser.getByRole('listitem')).toHaveCount(1);
  await chooser.getByRole('button', { name: /^Bjørkelia bosenter/ }).click();
  await form.getByLabel('Rolle').selectOption('Bruker med begrenset tilgang');
  await form.getByRole('button', { name: 'Legg til' }).click();
  await expect(admin.getByRole('heading', { name: 'Leif Leder' })).toBeVisible();
  await expect(admin.getByText('Bruker med begrenset tilgang · Bjørkelia bosenter')).toBeVisible();

  await page.goto(await linkTo(varde, username, 'reset'));
  await page.getByLabel('Nytt passord', { exact: true }).fill(password);
  await page.getByLabel('Gjenta nytt passord').fill(password);
  await page.getByRole('button', { name: 'Bytt passord' }).click();
  await expect(page.getByRole('status')).toContainText('Passordet er byttet.');
  await page.getByRole('link', { name: 'Gå til innlogging' }).click();
  await fillLogin(page, { username, password });
  await page.getByRole('button', accept).click();
  await expect(page.getByText('Ingen enheter ennå')).toBeVisible();
  await page.getByRole('button', { name: 'Administrasjon' }).click();
  await page.getByRole('link', { name: 'Kunder' }).click();
  await expect(page.getByRole('region', { name: 'Kundetre' }).getByRole('button')).toHaveText([/^Bjørkelia bosenter/]);
});

test('the administrator of a municipality adds a user for a home, with the roles that they hold themselves, and reads what is missing for the rest', async ({
  story,
  varde,
}) => {
  const username = 'vikar@solvik-sykehjem.example';
  const coordinator = await story.open('FIRM', '/admin/users');
  await coordinator.getByRole('button', { name: 'Ny bruker' }).click();
  const form = coordinator.getByRole('dialog', { name: 'Ny bruker' });
  await form.getByLabel('E-postadresse').fill(username);
  await form.getByLabel('Fornavn').fill('Vilde');
  await form.getByLabel('Etternavn').fill('Vikar');
  await form.getByRole('button', { name: /^Kunde/ }).click();
  const chooser = form.getByRole('region', { name: 'Velg kunde' });
  await chooser.getByRole('searchbox').fill('Solvik sykehjem');
  await expect(chooser.getByRole('listitem')).toHaveCount(1);
  await chooser.getByRole('button', { name: /^Solvik sykehjem/ }).click();
  const role = form.getByLabel('Rolle');
  await expect(role.locator('option:not([value=""])')).toHaveText([
    'Kundeadministrator',
    'Bruker med begrenset tilgang',
    'Sporingsbruker',
  ]);
  await role.selectOption('Bruker med begrenset tilgang');
  await expectAccessible(coordinator);
  await form.getByRole('button', { name: 'Legg til' }).click();
  await expect(coordinator.getByRole('heading', { name: 'Vilde Vikar' })).toBeVisible();
  await expect(coordinator.getByText('Bruker med begrenset tilgang · Solvik sykehjem')).toBeVisible();
  await linkTo(varde, username, 'reset');

  await coordinator.goto('/#/admin/outbox');
  await expect(coordinator.getByText('Du har ikke tilgang til siden Utboks')).toBeVisible();
  await expect(coordinator.getByText('Siden er bare for systemadministratorer for alle kunder.')).toBeVisible();
  await expectAccessible(coordinator);

  const nurse = await story.open('RESTRICTED_USER', '/admin/users');
  await expect(nurse.getByText('Du har ikke tilgang til siden Brukere')).toBeVisible();
  await expect(nurse.getByText(/krever rettigheten «Brukerrettigheter: se»/)).toBeVisible();
  await expect(nurse.getByText('Velg en bruker')).toHaveCount(0);
});

test('a right that a customer gives to a role appears on the screen of a care worker, and goes when it is taken back', async ({
  story,
  page,
  varde,
}) => {
  const custId = await customerNamed(varde, 'Nordstranda omsorgssenter');
  const nurse = await addPerson(varde, 'nattevakt@nordstranda.example', 'RESTRICTED_USER', custId);
  await page.goto(varde.url);
  await fillLogin(page, nurse);
  await page.getByRole('button', accept).click();
  await page.getByRole('link', { name: 'Innstillinger for Trygghetsklokke 001' }).click();
  await page.getByRole('link', { name: 'Generelt' }).click();
  await page.getByRole('link', { name: 'Enhetslogger' }).click();
  const log = page.getByRole('link', { name: 'Revisjonslogg' });
  await expect(page.getByRole('heading', { name: /^Trygghetsklokke 001/ })).toBeVisible();
  await expect(log).toHaveCount(0);

  const admin = await story.open('SUPERFIRM', `/admin/permissions?cust=${custId}`);
  const cell = admin.getByLabel('Bruker med begrenset tilgang: Revisjonslogg');
  await cell.selectOption('Ja');
  await expect(admin.getByText('Lagret for Nordstranda omsorgssenter.')).toBeVisible();
  await page.reload();
  await log.click();
  await expect(page.getByRole('heading', { name: 'Revisjonslogg' })).toBeVisible();

  await cell.selectOption('Som overordnet kunde');
  await expect(cell.locator('option').first()).toHaveText('Nei');
  await page.reload();
  await expect(page.getByText(/har ikke tilgang/i).first()).toBeVisible();
});

test('the next customer of a device does not see its earlier positions', async ({ story }) => {
  // Not as the administrator of everything: a user with ACCESS_TO_ALL also sees the time before.
  const coordinator = await story.open('FIRM', '/vardes');
  const device = await story.device(({ name }) => name === 'Rom 105');
  device.wire.sendPosition();
  await findDevices(coordinator, device.name);
  await coordinator.getByRole('link', { name: `Kart for ${device.name}` }).click();
  const details = coordinator.getByRole('button', { name: /^Vis detaljer/ });
  const positions = coordinator.getByRole('row').filter({ has: details });
  await expect(positions.first()).toBeVisible();

  await coordinator.getByRole('link', { name: 'Innstillinger' }).click();
  await coordinator.getByRole('link', { name: 'Generelt' }).click();
  await coordinator.getByRole('link', { name: 'Organisasjon' }).click();
  await coordinator.getByRole('button', { name: 'Overfør enheten' }).click();
  const dialog = coordinator.getByRole('dialog');
  await expect(dialog).toContainText('ser ikke tidligere historikk');
  await expectAccessible(coordinator);
  await dialog.getByRole('button', { name: `Overfør ${device.name}` }).click();
  await expect(coordinator.getByText(/tilhører nå .*, og historikken starter på nytt/)).toBeVisible();
  await coordinator.getByRole('main').getByRole('link', { name: 'Kart' }).click();
  await expect(coordinator.getByRole('heading', { name: /^Transaksjonslogg/ })).toBeVisible();
  await expect(positions).toHaveCount(0);

  device.wire.sendPosition();
  await expect(positions).toHaveCount(1);
});
