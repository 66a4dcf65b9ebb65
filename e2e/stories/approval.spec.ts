import type { Page } from '@playwright/test';
import { linkTo, mailTo } from '../fixtures/mail.ts';
import { fillLogin } from '../fixtures/people.ts';
import { expect, expectAccessible, test } from '../fixtures/story.ts';

test.use({ environment: { VARDE_REGISTRATION: 'approval' } });

const password = 'fjellrev spiser blåbær';

interface Firm {
  name: string;
  orgNum: string;
  username: string;
}

async function register(page: Page, url: string, { name, orgNum, username }: Firm) {
  await page.goto(`${url}/#/register/company`);
  await expect(page.getByText(/Registreringen må godkjennes av dem som drifter Varde/)).toBeVisible();
  await page.getByLabel('Organisasjonsnummer').fill(orgNum);
  await page.getByLabel('Firmanavn').fill(name);
  await page.getByLabel('Gateadresse').fill('Storgata 1');
  await page.getByLabel('Postnummer').fill('6003');
  await page.getByLabel('Poststed').fill('Ålesund');
  await page.getByLabel('Fornavn').fill('Nora');
  await page.getByLabel('Etternavn').fill('Nord');
  await page.getByLabel('Mobilnummer').fill('91234567');
  await page.getByLabel('E-postadresse').fill(username);
  await page.getByLabel('Passord', { exact: true }).fill(password);
  await page.getByLabel('Gjenta passord').fill(password);
  await page.getByRole('button', { name: 'Registrer' }).click();
  await expect(page.getByRole('status')).toContainText('Deretter må registreringen godkjennes');
}

/** Registers a firm and confirms its address. */
async function wait(page: Page, url: string, firm: Firm, link: () => Promise<string>) {
  await register(page, url, firm);
  await page.goto(await link());
  await expect(page.getByText(`Bekreft at det er du som har registrert ${firm.name}:`)).toBeVisible();
  await page.getByRole('button', { name: 'Bekreft adressen' }).click();
  await expect(page.getByRole('status')).toContainText('kan logge inn når firmaet er godkjent');
}

const nordlys = { name: 'Nordlys Trygghet AS', orgNum: '974 760 673', username: 'nora@nordlys.example' };

test('a firm waits for an administrator, who finds it by the number in the menu, approves it, and so lets it log in', async ({
  page,
  story,
  varde,
}) => {
  await wait(page, varde.url, nordlys, () => linkTo(varde, nordlys.username, 'validate'));
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Gå til innlogging' }).click();
  await fillLogin(page, { username: nordlys.username, password });
  await expect(page.getByRole('alert')).toContainText('Feil brukernavn eller passord.');

  const admin = await story.open('SUPERFIRM', '/vardes');
  await admin.getByRole('button', { name: 'Administrasjon 1 registrering venter' }).click();
  await admin.getByRole('link', { name: 'Registreringer 1 registrering venter' }).click();
  await admin.getByRole('button', { name: /^Nordlys Trygghet AS/ }).press('Enter');
  const panel = admin.getByRole('region', { name: nordlys.name });
  for (const text of ['974760673', 'Storgata 1, 6003 Ålesund', 'Nora Nord', nordlys.username])
    await expect(panel.getByText(text)).toBeVisible();
  await expectAccessible(admin);
  await panel.getByRole('button', { name: 'Godkjenn' }).press('Enter');
  const question = admin.getByRole('dialog');
  await expect(question).toContainText('Nora Nord blir administrator');
  await expectAccessible(admin);
  await question.getByRole('button', { name: 'Godkjenn' }).press('Enter');
  await expect(admin.getByText('Ingen registreringer venter')).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Administrasjon', exact: true })).toBeVisible();

  await mailTo(varde, nordlys.username, 'Registreringen er godkjent.');
  await fillLogin(page, { username: nordlys.username, password });
  await page.getByRole('button', { name: 'Jeg har lest dette og godtar det' }).click();
  await expect(page.getByRole('heading', { name: 'Enheter' })).toBeVisible();
});

test('a second firm with a number is shown beside the first and rejected, with the reason by mail', async ({
  page,
  story,
  varde,
}) => {
  const second = {
    ...nordlys,
    name: 'Nordlys velferdsteknologileveranser To AS',
    username: 'ola@nordlys.example',
  };
  await wait(page, varde.url, second, () => linkTo(varde, second.username, 'validate'));
  const admin = await story.open('SUPERFIRM', '/admin/registrations');
  await admin.getByRole('button', { name: new RegExp(`^${second.name}`) }).click();
  const panel = admin.getByRole('region', { name: second.name });
  await expect(panel.getByRole('alert')).toContainText('Nordlys Trygghet AS har allerede');
  await expect(panel.getByRole('button', { name: 'Godkjenn' })).toHaveCount(0);
  await expectAccessible(admin);
  await panel.getByRole('button', { name: 'Avslå' }).click();
  const form = admin.getByRole('dialog');
  await admin.setViewportSize({ width: 390, height: 800 });
  await expect(form.getByRole('button', { name: 'Lukk' })).toBeInViewport({ ratio: 1 });
  await form.getByLabel('Begrunnelse').fill('Firmaet er registrert fra før. Spør Nora om en bruker.');
  await expectAccessible(admin);
  await form.getByRole('button', { name: 'Avslå' }).click();
  await expect(admin.getByText('Ingen registreringer venter')).toBeVisible();
  const mail = await mailTo(varde, second.username, 'Registreringen av firmaet ditt i Varde er avslått.');
  expect(mail).toContain('Firmaet er registrert fra før. Spør Nora om en bruker.');
});
