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

test('reset in one window, an alarm goes in every other, with who and why [C2.54]', async ({ story }) => {
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
  await expect(dialog.getByText('Velg hva som hadde skjedd.')).toBeVisible();
  await dialog.getByLabel('Hva hadde skjedd?').selectOption('Test');
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
  const refusalTexts = async () =>
    (await Promise.all(refusals.map((refusal) => refusal.allTextContents()))).flat();
  await expect.poll(refusalTexts).toHaveLength(1);
  const winner = (await refusalTexts())[0]?.replace(' tok alarmen før deg.', '');
  expect(['Koordinator velferdsteknologi', 'Operatør alarmsentral']).toContain(winner);
  const seen = rows.map((row) => row.getByText(`Tatt av ${winner}`).or(row.getByText('Du har tatt alarmen')));
  for (const each of seen) await expect(each).toBeVisible();
});

test('a claim that is released sounds again for everybody, and somebody else takes the alarm', async ({
  story,
}) => {
  const nurse = await story.open('FIRM', '/vardes');
  const operator = await story.open('AHP', '/vardes');
  const pendant = await story.device(isPendant);
  pendant.wire.pressSos();
  const name = `Alarm: ${pendant.name}`;
  const [own, theirs] = [nurse, operator].map((page) => page.getByRole('listitem', { name }));
  if (own === undefined || theirs === undefined) throw new Error('two rows');
  await own.getByRole('button', { name: 'Ta alarmen' }).click();
  await expect(theirs.getByText(/^Tatt av /)).toBeVisible();
  const heard = await tonesOf(operator);
  await own.getByRole('button', { name: 'Slipp alarmen' }).click();
  await expect.poll(() => tonesOf(operator)).toBeGreaterThan(heard);
  await theirs.getByRole('button', { name: 'Ta alarmen' }).click();
  await expect(own.getByText(/^Tatt av /)).toBeVisible();
});

test('an open alarm shows where the person is now, and where it began', async ({ story }) => {
  const page = await story.open('FIRM', '/vardes');
  const pendant = await story.device(isPendant);
  pendant.wire.sendPosition();
  pendant.wire.pressSos();
  const row = page.getByRole('listitem', { name: `Alarm: ${pendant.name}` });
  await expect(row.getByText(/^Ved alarmen: /)).toBeVisible();
  await expect(row.getByText(/^Nå: /)).toHaveCount(0);
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
  await expect(page.getByText('Alarmlyden er av – 1 alarm venter')).toBeVisible();
  await expectAccessible(page);
  expect(await tonesOf(page)).toBe(0);
  await page.context().clearCookies();
  await logInByHand(page, varde, 'FIRM');
  await expect(page.getByRole('button', { name: 'Alarmlyd', pressed: true })).toBeVisible();
  await expect.poll(() => tonesOf(page)).toBeGreaterThan(0);
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
  await expect(page.getByText('Kunne ikke hente innholdet')).toBeVisible();
  await expect(row).toBeVisible();
  await expect(page.getByRole('link', { name: 'Enheter', exact: true })).toBeVisible();
  await page.unrouteAll();
});
