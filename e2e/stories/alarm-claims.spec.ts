import { expect, expectAccessible, test, tonesOf } from '../fixtures/story.ts';

const isPendant = ({ protocol }: { protocol: string }) => protocol === 'eview';
const isWatch = ({ protocol }: { protocol: string }) => protocol === 'watch';

test('an alarm that is reset in one window disappears in every other, with the user and the reason [C2.54]', async ({
  story,
}) => {
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
  await dialog.getByRole('radio', { name: 'Test' }).check();
  await dialog.getByRole('button', { name: 'Tilbakestill' }).click();

  await expect(nurse.getByRole('listitem', { name })).toHaveCount(0);
  await expect(operator.getByRole('listitem', { name })).toHaveCount(0);
  const recent = operator.getByRole('region', { name: 'Nylig tilbakestilt' }).getByRole('listitem');
  // The latest comes first: another story may have reset an alarm of the same watch.
  await expect(recent.filter({ hasText: watch.name }).first()).toContainText('Test · Koordinator velferdsteknologi');
});

test('a reset that was a mistake is undone by somebody else, and the alarm is everybody’s again', async ({ story }) => {
  const nurse = await story.open('FIRM', '/vardes');
  const operator = await story.open('AHP', '/alarms');
  const watch = await story.device(isWatch);
  watch.wire.pressSos();
  const name = `Alarm: ${watch.name}`;
  await expect(operator.getByRole('listitem', { name })).toBeVisible();
  await nurse.getByRole('listitem', { name }).getByRole('button', { name: 'Tilbakestill' }).click();
  const dialog = nurse.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Utløst ved et uhell' }).check();
  await dialog.getByRole('button', { name: 'Tilbakestill' }).click();

  const recent = operator.getByRole('region', { name: 'Nylig tilbakestilt' });
  await expect(recent).toContainText('Utløst ved et uhell');
  await expectAccessible(operator);
  // The latest comes first: another story may have reset an alarm of the same watch.
  const undo = recent.getByRole('button', { name: `Angre tilbakestillingen: ${watch.name}` });
  await undo.first().click();
  for (const page of [operator, nurse])
    await expect(page.getByRole('listitem', { name }).getByRole('button', { name: 'Ta alarmen' })).toBeVisible();
});

test('of two operators who claim at the same moment one gets the alarm, and the other sees the name', async ({
  story,
}) => {
  const pages = [await story.open('FIRM', '/vardes'), await story.open('AHP', '/vardes')];
  const pendant = await story.device(({ name }) => name === 'Rom 101');
  pendant.wire.pressSos();
  const rows = pages.map((page) => page.getByRole('listitem', { name: `Alarm: ${pendant.name}` }));
  for (const row of rows) await expect(row).toBeVisible();
  // Neither claim is sent before both buttons are pressed.
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
  const refusalTexts = async () => (await Promise.all(refusals.map((refusal) => refusal.allTextContents()))).flat();
  await expect.poll(refusalTexts).toHaveLength(1);
  const winner = (await refusalTexts())[0]?.replace(' tok alarmen før deg.', '');
  expect(['Koordinator velferdsteknologi', 'Operatør alarmsentral']).toContain(winner);
  const seen = rows.map((row) => row.getByText(`Tatt av ${winner}`).or(row.getByText('Du har tatt alarmen')));
  for (const each of seen) await expect(each).toBeVisible();
});

test('a released claim sounds again for everybody, and another user claims the alarm', async ({ story }) => {
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
