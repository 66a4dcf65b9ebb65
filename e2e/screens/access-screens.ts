import type { Browser, Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { demoLogin } from '../fixtures/api.ts';
import { linkTo } from '../fixtures/mail.ts';
import type { RunningVarde } from '../fixtures/varde.ts';
import { type Camera, createCamera } from './camera.ts';

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true }).waitFor();
const alert = (page: Page) => page.getByRole('alert').first().waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The login and the screens around it, for a visitor who is not logged in. */
export async function takeAccess(varde: RunningVarde, browser: Browser, folder: string): Promise<void> {
  const visitor = await createCamera(browser, varde, null, folder);
  await visitor.take('access-login-centre', '/login?context=AHP', heading('Logg inn i alarmsentralen'));
  await visitor.take('access-forgot', '/forgot', heading('Glemt passord'));
  await visitor.take('access-forgot-done', '/forgot', async (page) => {
    await page.getByLabel('Brukernavn').fill('ingen@solvik.example');
    await press(page, 'Send lenke');
    await page.getByRole('status').waitFor();
  });
  await visitor.take('access-resend', '/resend', heading('Bekreft e-postadressen'));
  await visitor.take('access-validate-dead', '/validate/nothing', alert);
  await takeReset(visitor, varde);
  await takeRegistration(visitor, varde);
  await takeTwoFactor(varde, visitor, browser, folder);
  await visitor.close();
}

async function takeReset(visitor: Camera, varde: RunningVarde): Promise<void> {
  const { username } = await demoLogin(varde, 'TRACKER');
  await fetch(`${varde.url}/ajax/user/forgot/${username}`);
  const path = (await linkTo(varde, username, 'reset')).split('#')[1] ?? '';
  await visitor.take('access-reset', path, heading('Velg nytt passord'));
  await visitor.take('access-reset-fault', path, async (page) => {
    await page.getByLabel('Nytt passord', { exact: true }).fill('Sommer2026!!!!');
    await page.getByLabel('Gjenta nytt passord').fill('Sommer2026!!!!');
    await press(page, 'Bytt passord');
    await alert(page);
  });
}

async function takeRegistration(visitor: Camera, varde: RunningVarde): Promise<void> {
  for (const kind of ['private', 'company']) {
    const button = (page: Page) => page.getByRole('button', { name: 'Registrer', exact: true });
    await visitor.take(`access-register-${kind}`, `/register/${kind}`, (page) => button(page).waitFor());
    await visitor.take(`access-register-${kind}-fault`, `/register/${kind}`, async (page) => {
      await page.getByLabel('E-postadresse').fill('ikke en adresse');
      await page.getByLabel('Mobilnummer').fill('12');
      await button(page).click();
      await alert(page);
    });
  }
  await visitor.take('access-register-done', '/register/company', fillCompany);
  const path = (await linkTo(varde, 'nora@nordlys.example', 'validate')).split('#')[1] ?? '';
  await visitor.take('access-validate', path, (page) =>
    page.getByRole('button', { name: 'Bekreft adressen' }).waitFor(),
  );
}

async function fillCompany(page: Page): Promise<void> {
  const password = 'fjellrev spiser blåbær';
  for (const [label, text] of [
    ['Organisasjonsnummer', '974 760 673'],
    ['Firmanavn', 'Nordlys Trygghet AS'],
    ['Gateadresse', 'Storgata 1'],
    ['Postnummer', '6003'],
    ['Poststed', 'Ålesund'],
    ['Fornavn', 'Nora'],
    ['Etternavn', 'Nord'],
    ['Mobilnummer', '91234567'],
    ['E-postadresse', 'nora@nordlys.example'],
    ['Passord', password],
    ['Gjenta passord', password],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text);
  await press(page, 'Registrer');
  await page.getByRole('status').waitFor();
}

/** The second step of the login, and setting it up. */
async function takeTwoFactor(varde: RunningVarde, visitor: Camera, browser: Browser, folder: string): Promise<void> {
  const login = await demoLogin(varde, 'SUPERAHP');
  const user = await createCamera(browser, varde, 'SUPERAHP', folder);
  await user.take('access-gdpr', '/gdpr', (page) => page.getByText('Du har godtatt dette.').waitFor());
  await user.take('access-two-factor', '/two_factor', heading('Totrinnspålogging'));
  const begin = async (page: Page) => {
    await page.getByLabel('Passord').fill(login.password);
    await press(page, 'Fortsett');
    await page.getByLabel('Engangskode').waitFor();
  };
  await user.take('access-two-factor-key', '/two_factor', begin);
  await user.take('access-two-factor-codes', '/two_factor', async (page) => {
    await begin(page);
    const uri = await page.getByRole('link', { name: /^Åpne i autentiseringsappen/ }).getAttribute('href');
    const secret = new URL(uri ?? '').searchParams.get('secret') ?? '';
    await page.getByLabel('Engangskode').fill(generateSync({ secret }));
    await press(page, 'Slå på');
    await page.getByRole('status').waitFor();
  });
  await user.take('profile-two-factor', '/profile', (page) => page.getByText('Denne nettleseren').first().waitFor());
  await user.close();
  await visitor.take('access-login-code', '/login', async (page) => {
    await page.getByLabel('Brukernavn').fill(login.username);
    await page.getByLabel('Passord').fill(login.password);
    await press(page, 'Logg inn');
    await page.getByLabel('Engangskode').waitFor();
  });
}
