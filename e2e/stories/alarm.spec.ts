import { linkTo } from '../fixtures/mail.ts';
import { expect, expectAccessible, logInByHand, test, tonesOf } from '../fixtures/story.ts';

const isPendant = ({ protocol }: { protocol: string }) => protocol === 'eview';
const isWatch = ({ protocol }: { protocol: string }) => protocol === 'watch';

test('a pendant presses SOS, and the alarm appears without reload, with sound and title, until somebody claims it [C2.51]', async ({
  story,
}) => {
  const page = await story.open('FIRM', '/vardes');
  await expect(page.getByRole('heading', { name: 'Enheter' })).toBeVisible();
  await page.keyboard.press('Shift'); // browsers allow sound after the first key
  const pendant = await story.device(isPendant);
  expect(await tonesOf(page)).toBe(0);

  pendant.wire.pressSos();
  const row = page.getByRole('listitem', { name: `Alarm: ${pendant.name}` });
  await expect(row).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\) ALARM/);
  await expect.poll(() => tonesOf(page)).toBeGreaterThan(0);
  await expect(page.locator('[aria-live=assertive]')).toContainText(pendant.name);
  await expectAccessible(page);

  await row.getByRole('button', { name: 'Ta alarmen' }).click();
  await expect(row.getByText('Du har tatt alarmen')).toBeVisible();
  const heard = await tonesOf(page);
  pendant.wire.pressSos();
  await expect(row.getByText('utløst 2 ganger')).toBeVisible();
  await expect(row.getByText('Utløst på nytt etter at du tok alarmen')).toBeVisible();
  await expect.poll(() => tonesOf(page)).toBeGreaterThan(heard);
  await expectAccessible(page);

  await row.getByRole('button', { name: 'Ta alarmen igjen' }).click();
  await expect(row.getByText('Du har tatt alarmen')).toBeVisible();
  await expect(row.getByText('utløst 2 ganger')).toBeVisible();
});

test('an alarm is shared, its link shows it to somebody without a login, and says that it is over after the reset [C2.53]', async ({
  story,
  browser,
  varde,
}) => {
  const nurse = await story.open('FIRM', '/vardes');
  const watch = await story.device(isWatch);
  watch.wire.pressSos();
  const row = nurse.getByRole('listitem', { name: `Alarm: ${watch.name}` });
  await row.getByRole('button', { name: 'Del', exact: true }).click();
  const dialog = nurse.getByRole('dialog');
  await dialog.getByLabel('E-postadresser og mobilnumre').fill('datter@test.example, tull');
  await dialog.getByRole('button', { name: 'Del', exact: true }).click();
  await expect(dialog.getByText('E-posten er på vei')).toBeVisible();
  await expectAccessible(nurse);
  await dialog.getByRole('button', { name: 'Avbryt' }).click();

  const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
  const phone = await context.newPage();
  await phone.goto(await linkTo(varde, 'datter@test.example', 'shared'));
  await expect(phone.getByRole('heading', { name: `Alarm: ${watch.name}` })).toBeVisible();
  await expect(phone.getByRole('status')).toHaveText(
    'Ingen har tatt alarmen ennå. Ingen på varslingslisten er nådd ennå.',
  );
  await expectAccessible(phone);

  await row.getByRole('button', { name: 'Tilbakestill' }).click();
  await dialog.getByRole('radio', { name: 'Test' }).check();
  await dialog.getByRole('button', { name: 'Tilbakestill' }).click();
  await expect(row).toHaveCount(0);
  await expect(phone.getByRole('status')).toHaveText('Alarmen er over. Lenken viser ikke noe mer.', {
    timeout: 30_000,
  });
  await expect(phone.getByText(watch.name)).toHaveCount(0);
  await expectAccessible(phone);
  await context.close();
});

test('an open alarm shows the person’s present position, and its first one', async ({ story }) => {
  const page = await story.open('FIRM', '/vardes');
  const pendant = await story.device(isPendant);
  pendant.wire.sendPosition();
  pendant.wire.pressSos();
  const row = page.getByRole('listitem', { name: `Alarm: ${pendant.name}` });
  await expect(row.getByText(/^Ved alarmen: /)).toBeVisible();
  await expect(row.getByText(/^Nå: /)).toHaveCount(0);
  // Devices tell whole seconds: a position of the same second is no later one.
  const second = () => Math.floor(Date.now() / 1000);
  const shown = second();
  await expect.poll(second).toBeGreaterThan(shown);
  pendant.wire.sendPosition();
  await expect(row.getByText(/^Nå: \d+\.\d+, \d+\.\d+, \d+ s siden$/)).toBeVisible();
  await expect(row.getByText(/^Ved alarmen: /)).toBeVisible();
});

test('a mute is one user’s own and ends with the session', async ({ story, varde }) => {
  const page = await story.open('FIRM', '/vardes');
  await page.getByRole('button', { name: 'Alarmlyd' }).click();
  await expect(page.getByText(/^Alarmlyden er av i denne nettleseren til /)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Alarmlyden er av i denne nettleseren til /)).toBeVisible();
  const pendant = await story.device(isPendant);
  pendant.wire.pressSos();
  await expect(page.getByText(/^Alarmlyden er av til .+ – 1 alarm venter$/)).toBeVisible();
  await expectAccessible(page);
  expect(await tonesOf(page)).toBe(0);
  await page.context().clearCookies();
  await logInByHand(page, varde, 'FIRM');
  await expect(page.getByRole('button', { name: 'Alarmlyd', pressed: true })).toBeVisible();
  await expect.poll(() => tonesOf(page)).toBeGreaterThan(0);
});

test('an SOS from a watch with a low battery is an alarm and a low battery', async ({ story }) => {
  const page = await story.open('SUPERFIRM', '/vardes');
  const watch = await story.device(({ protocol, behaviour }) => protocol === 'watch' && behaviour === 'walks');
  watch.wire.perform({ type: 'battery', level: 5, charging: false });
  watch.wire.pressSos();
  await expect(page.getByRole('listitem', { name: `Alarm: ${watch.name}` })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: watch.name });
  await expect(row).toContainText('Alarm');
  await expect(row).toContainText('5 %');
});

test('a page that breaks leaves the open alarms and the menu on the screen', async ({ story }) => {
  const page = await story.open('SUPERFIRM', '/vardes');
  const pendant = await story.device(isPendant);
  pendant.wire.pressSos();
  const row = page.getByRole('listitem', { name: `Alarm: ${pendant.name}` });
  await expect(row).toBeVisible();
  await page.route('**/ajax/devices/*', (route) => route.fulfill({ json: { dehaId: 'nonsense' } }));
  await row.getByRole('link', { name: 'Vis kart' }).click();
  await expect(page.getByText('Dette kan ikke vises')).toBeVisible();
  await page.getByRole('button', { name: '1 aktiv alarm' }).click();
  await expect(row).toBeVisible();
  await expect(page.getByRole('link', { name: 'Enheter', exact: true })).toBeVisible();
  await page.unrouteAll();
});
