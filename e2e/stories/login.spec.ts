import { expect, expectAccessible, logInByHand, test } from '../fixtures/story.ts';

test('a wrong password is refused with a message, the right one opens the devices, and logging out leads to the logout screen [C2.12 C2.13]', async ({
  page,
  varde,
}) => {
  await page.goto(varde.url);
  await expectAccessible(page);
  await page.getByLabel('Brukernavn').fill('admin@solvik.example');
  await page.getByLabel('Passord').fill('not the password');
  await page.getByRole('button', { name: 'Logg inn', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Feil brukernavn eller passord.');

  await logInByHand(page, varde, 'SUPERFIRM');
  await expect(page.getByRole('heading', { name: 'Enheter' })).toBeVisible();
  await expect(page.getByText('60 enheter')).toBeVisible();

  await page.getByRole('button', { name: /meny/ }).click();
  await page.getByRole('menuitem', { name: 'Logg ut' }).click();
  await expect(page.getByText('Du er logget ut.')).toBeVisible();
  await expect(page).toHaveURL(/#\/logout$/);
  await expect(page.getByRole('button', { name: 'Logg inn', exact: true })).toBeVisible();
  await expectAccessible(page);
  const answer = await page.request.get(`${varde.url}/ajax/devices`);
  expect(answer.status()).toBe(401);
});

test('the login does not move when the server’s late answers add the demo logins and a notice below', async ({
  page,
  varde,
}) => {
  const asked = Promise.withResolvers<void>();
  for (const path of ['**/ajax/config', '**/ajax/text/forLogin'])
    await page.route(path, async (route) => {
      await asked.promise;
      await (path.endsWith('forLogin')
        ? route.fulfill({ json: { notice: 'Varde oppdateres i natt.', gdpr: {} } })
        : route.continue());
    });
  await page.setViewportSize({ width: 1280, height: 1400 }); // taller than the card: it could move up
  await page.goto(varde.url);
  const pressed = ['Logg inn', 'Glemt passord?', 'Registrer'].map((name) =>
    page.getByText(name, { exact: name === 'Logg inn' }).first(),
  );
  const places = () => Promise.all(pressed.map((element) => element.boundingBox()));
  await expect(page.getByRole('button', { name: 'Logg inn', exact: true })).toBeVisible();
  const before = await places();
  asked.resolve();
  await expect(page.getByRole('heading', { name: 'Prøv uten egen bruker' })).toBeVisible();
  await expect(page.getByText('Varde oppdateres i natt.')).toBeVisible();
  expect(await places()).toEqual(before);
});

test('a login that a link required leads to the linked page', async ({ page, varde }) => {
  await page.goto(`${varde.url}/#/vardes/search=klokke`);
  await page.getByLabel('Brukernavn').fill('admin@solvik.example');
  await page.getByLabel('Passord').fill('varde-demo');
  await page.getByRole('button', { name: 'Logg inn', exact: true }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('klokke');
});

test('a care worker sees her own nursing home and nothing of the others', async ({ story }) => {
  const page = await story.open('RESTRICTED_USER', '/vardes');
  await expect(page.getByText('14 enheter')).toBeVisible();
  await page.getByRole('button', { name: 'Administrasjon' }).click();
  await expect(page.getByRole('link', { name: 'Kunder' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ukjente enheter' })).toHaveCount(0);
});
