import { expect, expectAccessible, test, tonesOf } from '../fixtures/story.ts';

const isPendant = ({ protocol }: { protocol: string }) => protocol === 'eview';
const isWatch = ({ protocol }: { protocol: string }) => protocol === 'watch';

test('a pendant presses SOS, and the alarm appears without reload, with sound and title, until somebody claims it', async ({
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
  await expect(row.getByText(/^Tatt av /)).toBeVisible();
  const heard = await tonesOf(page);
  pendant.wire.pressSos();
  await expect(row.getByText('2 signaler')).toBeVisible();
  await expect(row.getByText(/^Nytt signal etter at .* tok alarmen$/)).toBeVisible();
  await expect.poll(() => tonesOf(page)).toBeGreaterThan(heard);
  await expectAccessible(page);

  await row.getByRole('button', { name: 'Hørt' }).click();
  await expect(row.getByText(/^Tatt av /)).toBeVisible();
  await expect(row.getByText('2 signaler')).toBeVisible();
});

test('reset in one window, an alarm goes in every other, with who and why', async ({ story }) => {
  const nurse = await story.open('FIRM', '/vardes');
  const operator = await story.open('AHP', '/alarms');
  const watch = await story.device(isWatch);
  watch.wire.pressSos();
  const name = `Alarm: ${watch.name}`;
  await expect(operator.getByRole('listitem', { name })).toBeVisible();
  await nurse.getByRole('listitem', { name }).getByRole('button', { name: 'Tilbakestill' }).click();

  const dialog = nurse.getByRole('dialog');
  await expect(dialog).toContainText(watch.name);
  await expectAccessible(nurse);
  await dialog.getByRole('button', { name: 'Tilbakestill' }).click();
  await expect(dialog.getByText('Velg hva det var.')).toBeVisible();
  await dialog.getByLabel('Hva var det?').selectOption('Test');
  await dialog.getByRole('button', { name: 'Tilbakestill' }).click();

  await expect(nurse.getByRole('listitem', { name })).toHaveCount(0);
  await expect(operator.getByRole('listitem', { name })).toHaveCount(0);
});

test('of two operators who claim at the same moment one gets the alarm, and the other sees who', async ({
  story,
}) => {
  const pages = [await story.open('FIRM', '/vardes'), await story.open('AHP', '/vardes')];
  const pendant = await story.device(({ name }) => name === 'Rom 101');
  pendant.wire.pressSos();
  const rows = pages.map((page) => page.getByRole('listitem', { name: `Alarm: ${pendant.name}` }));
  for (const row of rows) await expect(row).toBeVisible();
  // Neither claim goes out before both buttons are pressed.
  const { promise: together, resolve: bothPressed } = Promise.withResolvers<void>();
  let pressed = 0;
  for (const page of pages) {
    await page.route('**/claim', async (route) => {
      pressed++;
      if (pressed === pages.length) bothPressed();
      await together;
      await route.continue();
    });
  }
  await Promise.all(rows.map((row) => row.getByRole('button', { name: 'Ta alarmen' }).click()));

  const refusals = pages.map((page) => page.getByRole('alert').filter({ hasText: 'tok alarmen før deg.' }));
  const told = async () => (await Promise.all(refusals.map((refusal) => refusal.allTextContents()))).flat();
  await expect.poll(told).toHaveLength(1);
  const winner = (await told())[0]?.replace(' tok alarmen før deg.', '');
  expect(['Koordinator Velferdsteknologi', 'Operatør Alarmsentral']).toContain(winner);
  for (const row of rows) await expect(row.getByText(`Tatt av ${winner}`)).toBeVisible();
});

test('an SOS from a watch whose battery is low is an alarm and a low battery', async ({ story }) => {
  const page = await story.open('SUPERFIRM', '/vardes');
  const watch = await story.device(
    ({ protocol, behaviour }) => protocol === 'watch' && behaviour === 'walks',
  );
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
  await expect(page.getByText('Det gikk ikke å hente dette')).toBeVisible();
  await expect(row).toBeVisible();
  await expect(page.getByRole('link', { name: 'Enheter', exact: true })).toBeVisible();
  await page.unrouteAll();
});
