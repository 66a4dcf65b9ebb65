import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { linkTo } from '../fixtures/mail.ts';
import { fillLogin } from '../fixtures/people.ts';
import { expect, expectAccessible, test } from '../fixtures/story.ts';

// On a server of its own: it changes the password of a demo user, as whom other stories log in.

const username = 'privat@solvik.example';
const password = 'fjellrev spiser blåbær';

/** Checks a screen in both themes: no axe violation, and nothing wider than a phone. */
async function expectGoodScreen(page: Page, name: string): Promise<void> {
  const pictures = process.env.VARDE_TEST_PICTURES;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(async (theme) => {
      document.documentElement.setAttribute('data-mantine-color-scheme', theme);
      // Two frames: then the colours on the screen are those of the theme.
      for (let frame = 0; frame < 2; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
    }, colorScheme);
    await expectAccessible(page);
    for (const width of [1600, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(wide, `${name} is wider than ${width}`).toBe(false);
      if (pictures !== undefined)
        await page.screenshot({ path: `${pictures}/${name}-${colorScheme}-${width}.png`, fullPage: true });
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('a forgotten password is replaced by the link in the mail, and the app of the second step is set up [C2.14 C2.15]', async ({
  page,
  varde,
}) => {
  await page.goto(varde.url);
  await expectGoodScreen(page, 'login');
  await page.getByRole('link', { name: 'Glemt passord?' }).click();
  await expect(page.getByRole('heading', { name: 'Glemt passord' })).toBeVisible();
  await expectGoodScreen(page, 'forgot');
  await page.getByLabel('Brukernavn').fill(username);
  await page.getByRole('button', { name: 'Send lenke' }).click();
  await expect(page.getByRole('status')).toContainText('Hvis brukeren finnes, har vi sendt en e-post.');

  await page.goto(await linkTo(varde, username, 'reset'));
  await page.getByLabel('Nytt passord', { exact: true }).fill('Sommer2026!!!!');
  await page.getByLabel('Gjenta nytt passord').fill('Sommer2026!!!!');
  await page.getByRole('button', { name: 'Bytt passord' }).click();
  await expect(page.getByRole('alert')).toContainText('lett å gjette');
  await expectGoodScreen(page, 'reset');
  await page.getByLabel('Nytt passord', { exact: true }).fill(password);
  await page.getByLabel('Gjenta nytt passord').fill(password);
  await page.getByRole('button', { name: 'Bytt passord' }).click();
  await expect(page.getByRole('status')).toContainText('Passordet er byttet.');
  await page.getByRole('link', { name: 'Gå til innlogging' }).click();
  await fillLogin(page, { username, password });
  await expect(page.getByRole('heading', { name: 'Enheter' })).toBeVisible();

  await page.getByRole('button', { name: /meny/ }).click();
  await page.getByRole('menuitem', { name: 'Profil' }).click();
  await expect(page.getByText('Du logger inn med bare passord.', { exact: false })).toBeVisible();
  await expect(page.getByText('Denne nettleseren')).toBeVisible();
  await expectGoodScreen(page, 'profile');
  await page.getByLabel('Mobilnummer').fill('+47 412 34 567');
  await page.getByRole('button', { name: 'Lagre', exact: true }).click();
  await expect(page.getByText('Profilen er lagret.')).toBeVisible();

  await page.getByRole('link', { name: 'Slå på totrinnspålogging' }).click();
  await expect(page.getByRole('button', { name: 'Fortsett' })).toBeVisible();
  await expectGoodScreen(page, 'two-factor-password');
  await page.getByLabel('Passord').fill(password);
  await page.getByRole('button', { name: 'Fortsett' }).click();
  const uri = await page.getByRole('link', { name: 'Åpne i autentiseringsappen' }).getAttribute('href');
  const secret = new URL(uri ?? '').searchParams.get('secret') ?? '';
  await expectGoodScreen(page, 'two-factor-secret');
  await page.getByLabel('Engangskode').fill(generateSync({ secret }));
  await page.getByRole('button', { name: 'Slå på' }).click();
  await expect(page.getByRole('status')).toHaveText('Totrinnspålogging er slått på.');
  await expectGoodScreen(page, 'two-factor-codes');
  const [recoveryCode = ''] = await page.getByRole('listitem').allTextContents();
  await page.getByRole('button', { name: 'Jeg har tatt vare på kodene' }).click();
  await expect(page.getByRole('heading', { name: 'Enheter' })).toBeVisible();

  await page.getByRole('button', { name: /meny/ }).click();
  await page.getByRole('menuitem', { name: 'Logg ut' }).click();
  await fillLogin(page, { username, password });
  await expect(page.getByLabel('Engangskode')).toBeFocused();
  await expectGoodScreen(page, 'login-code');
  // The code that set up the app is used up: this is the app's next one.
  await page.getByLabel('Engangskode').fill(generateSync({ secret, epoch: Date.now() / 1000 + 30 }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Enheter' })).toBeVisible();

  await page.getByRole('button', { name: /meny/ }).click();
  await page.getByRole('menuitem', { name: 'Logg ut' }).click();
  await fillLogin(page, { username, password });
  await page.getByLabel('Engangskode').fill(recoveryCode);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Enheter' })).toBeVisible();
});

test('the outbox lists mails and lets an administrator read them', async ({ story, varde }) => {
  await fetch(`${varde.url}/ajax/user/forgot/${username}`);
  await linkTo(varde, username, 'reset');
  const page = await story.open('SUPERFIRM', '/admin/outbox');
  await page
    .getByRole('button', { name: /^Les «Velg nytt passord»/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toContainText('/#/reset/');
  await page.getByRole('button', { name: 'Lukk' }).click();
  await expectGoodScreen(page, 'outbox');
});

test('the other screens around the login pass the same checks, and a dead link says so [C2.16]', async ({ story }) => {
  const page = await story.open('FIRM', '/gdpr');
  await expect(page.getByText('Du har godtatt dette.')).toBeVisible();
  await expectGoodScreen(page, 'gdpr');
  await page.goto('/#/resend');
  await expect(page.getByRole('heading', { name: 'Bekreft e-postadressen' })).toBeVisible();
  await expectGoodScreen(page, 'resend');
  await page.goto('/#/validate/nothing');
  await expect(page.getByRole('alert')).toContainText('Lenken er ikke gyldig');
  await expectGoodScreen(page, 'validate');
});
