import { expect, test } from '@playwright/test';
import { startMailServer } from '../fixtures/mail-server.ts';
import { fillLogin } from '../fixtures/people.ts';
import { startVarde } from '../fixtures/varde.ts';

test('a company registers, and a real mail server delivers the mail that lets its first user log in', async ({
  page,
}) => {
  const mailServer = await startMailServer();
  const varde = await startVarde({ fleet: false, env: { VARDE_SMTP_URL: mailServer.url } });
  try {
    const username = 'kari@havgap.example';
    const password = 'fjellrev spiser blåbær';
    await page.goto(`${varde.url}/#/register/company`);
    for (const [label, text] of [
      ['Organisasjonsnummer', '974 760 673'],
      ['Firmanavn', 'Havgap Trygghet AS'],
      ['Gateadresse', 'Storgata 1'],
      ['Postnummer', '6003'],
      ['Poststed', 'Ålesund'],
      ['Fornavn', 'Kari'],
      ['Etternavn', 'Hav'],
      ['Mobilnummer', '91234567'],
      ['E-postadresse', username],
      ['Passord', password],
      ['Gjenta passord', password],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Registrer', exact: true }).click();
    await expect(page.getByRole('status')).toContainText('Vi har sendt deg en e-post');

    const link = /http:\/\/localhost:\d+(\/#\/validate\/[\w-]+)/;
    await expect.poll(() => mailServer.taken(username).at(-1), { timeout: 30_000 }).toMatch(link);
    const mail = mailServer.taken(username).at(-1) ?? '';
    expect(mail).toContain('Bekreft at det var deg, så fortsetter registreringen.');
    await page.goto(`${varde.url}${link.exec(mail)?.[1]}`);
    await page.getByRole('button', { name: 'Bekreft adressen' }).click();
    await expect(page.getByText('Adressen er bekreftet.')).toBeVisible();
    await page.getByRole('link', { name: 'Gå til innlogging' }).click();
    await fillLogin(page, { username, password });
    await page.getByRole('button', { name: 'Jeg har lest dette og godtar det' }).click();
    await expect(page.getByRole('heading', { name: 'Enheter' })).toBeVisible();
  } finally {
    await varde.dispose();
    await mailServer.close();
  }
});
