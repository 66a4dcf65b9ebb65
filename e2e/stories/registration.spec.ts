import { linkTo, mailTo } from '../fixtures/mail.ts';
import { expect, expectAccessible, test } from '../fixtures/story.ts';

const password = 'fjellrev spiser blåbær';

test('a private user registers with a coupon of a firm, confirms the address by the mail, logs in, and sees nothing until the use of personal data is accepted [C2.17 C2.18]', async ({
  page,
  story,
  varde,
}) => {
  const admin = await story.open('SUPERFIRM', '/admin/customers?search=Fjelldrift');
  await admin.getByRole('button', { name: 'Solvik Fjelldrift AS' }).click();
  await admin.getByRole('button', { name: 'Ny kode' }).click();
  await expectAccessible(admin);
  await admin.getByRole('dialog').getByRole('button', { name: 'Opprett' }).click();
  const coupon = admin.getByRole('button', { name: /^Deaktiver kupongkoden / });
  const code = (await coupon.getAttribute('aria-label'))?.replace('Deaktiver kupongkoden ', '') ?? '';
  for (const width of [390, 1024, 1600]) {
    await admin.setViewportSize({ width, height: 800 });
    const words = await admin.getByText(code, { exact: true }).boundingBox();
    const button = await coupon.boundingBox();
    expect((words?.x ?? 0) + (words?.width ?? 0), `${width} px`).toBeLessThanOrEqual(button?.x ?? 0);
    await expect(async () => {
      // The page may still be taking its new width.
      await coupon.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await expect(coupon).toBeInViewport({ ratio: 1, timeout: 1000 });
    }).toPass();
  }

  await page.goto(varde.url);
  await page.getByRole('link', { name: 'Registrer deg som privatkunde' }).click();
  await page.getByLabel('Kupongkode').fill('FEILKODE99');
  await page.getByLabel('Fornavn').fill('Åse');
  await expect(page.getByText('Kupongkoden er ikke gyldig.')).toBeVisible();
  await page.getByLabel('Kupongkode').fill(`${code.slice(0, 5)}-${code.slice(5).toLowerCase()}`);
  await page.getByLabel('Etternavn').fill('Ny');
  await expect(page.getByText('Koden er fra Solvik Fjelldrift AS.')).toBeVisible();
  await page.getByLabel('Mobilnummer').fill('12');
  await page.getByLabel('E-postadresse').fill('aase@privat.example');
  await page.getByLabel('Passord', { exact: true }).fill(password);
  await page.getByLabel('Gjenta passord').fill(password);
  await page.getByRole('button', { name: 'Registrer' }).click();
  await expect(page.getByText('Dette er ikke et gyldig mobilnummer.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Mobilnummer').fill('912 34 567');
  await page.getByRole('button', { name: 'Registrer' }).click();
  await expect(page.getByRole('status')).toContainText('Vi har sendt deg en e-post');

  await page.goto(await linkTo(varde, 'aase@privat.example', 'validate'));
  await page.getByRole('button', { name: 'Bekreft adressen' }).click();
  await expect(page.getByText('Adressen er bekreftet.')).toBeVisible();
  await page.getByRole('link', { name: 'Gå til innlogging' }).click();
  await page.getByLabel('Brukernavn').fill('aase@privat.example');
  await page.getByLabel('Passord').fill(password);
  await page.getByRole('button', { name: 'Logg inn', exact: true }).click();
  const privacy = page.getByRole('heading', { name: 'Slik bruker vi opplysninger om deg' });
  await expect(privacy).toBeVisible();
  await page.goto(`${varde.url}/#/vardes`);
  await page.reload();
  await expect(privacy).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Enheter' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Jeg har lest dette og godtar det' }).click();
  await expect(page.getByRole('heading', { name: 'Enheter' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Administrasjon' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Enheter' })).toBeVisible();
  await expect(privacy).toHaveCount(0);

  await admin.reload();
  await expect(admin.getByText('1 av 1 brukt')).toBeVisible();
});

test('a company registers, and its first user administers it [C2.19]', async ({ page, varde }) => {
  await page.goto(`${varde.url}/#/register/company`);
  await page.getByLabel('Organisasjonsnummer').fill('974 760 674');
  await page.getByLabel('Firmanavn').fill('Nordlys Trygghet AS');
  await page.getByLabel('Gateadresse').fill('Storgata 1');
  await page.getByLabel('Postnummer').fill('6003');
  await page.getByLabel('Poststed').fill('Ålesund');
  await page.getByLabel('Fornavn').fill('Nora');
  await page.getByLabel('Etternavn').fill('Nord');
  await page.getByLabel('Mobilnummer').fill('91234567');
  await page.getByLabel('E-postadresse').fill('nora@nordlys.example');
  await page.getByLabel('Passord', { exact: true }).fill(password);
  await page.getByLabel('Gjenta passord').fill(password);
  await page.getByRole('button', { name: 'Registrer' }).click();
  await expect(page.getByText('Dette er ikke et gyldig organisasjonsnummer.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Organisasjonsnummer').fill('974 760 673');
  await page.getByRole('button', { name: 'Registrer' }).click();
  await expect(page.getByRole('status')).toContainText('Vi har sendt deg en e-post');

  await page.goto(await linkTo(varde, 'nora@nordlys.example', 'validate'));
  await page.getByRole('button', { name: 'Bekreft adressen' }).click();
  await expect(page.getByText('Adressen er bekreftet.')).toBeVisible();
  await page.getByRole('link', { name: 'Gå til innlogging' }).click();
  await page.getByLabel('Brukernavn').fill('nora@nordlys.example');
  await page.getByLabel('Passord').fill(password);
  await page.getByRole('button', { name: 'Logg inn', exact: true }).click();
  await page.getByRole('button', { name: 'Jeg har lest dette og godtar det' }).click();
  await page.getByRole('button', { name: 'Administrasjon' }).click();
  await page.getByRole('link', { name: 'Kunder' }).click();
  await page.getByRole('button', { name: /^Nordlys Trygghet AS/ }).click();
  await expect(page.getByLabel('Organisasjonsnummer')).toHaveValue('974760673');
});

test('the owner of an existing account is notified by mail, and the page gives its usual answer', async ({
  page,
  varde,
}) => {
  await page.goto(`${varde.url}/#/register/company`);
  await page.getByLabel('Organisasjonsnummer').fill('923 609 016');
  await page.getByLabel('Firmanavn').fill('Annet AS');
  await page.getByLabel('Gateadresse').fill('Storgata 2');
  await page.getByLabel('Postnummer').fill('6003');
  await page.getByLabel('Poststed').fill('Ålesund');
  await page.getByLabel('Fornavn').fill('Noen');
  await page.getByLabel('Etternavn').fill('Andre');
  await page.getByLabel('Mobilnummer').fill('91234567');
  await page.getByLabel('E-postadresse').fill('admin@solvik.example');
  await page.getByLabel('Passord', { exact: true }).fill(password);
  await page.getByLabel('Gjenta passord').fill(password);
  await page.getByRole('button', { name: 'Registrer' }).click();
  await expect(page.getByRole('status')).toContainText('Vi har sendt deg en e-post');
  await mailTo(varde, 'admin@solvik.example', 'Du har allerede en, så ingenting er endret.');
});
