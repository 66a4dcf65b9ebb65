import { expect, fillInLogin, test } from '../fixtures/story.ts';

test('the note of a reset is there again after the session has ended and the user has logged in, and not for the next alarm', async ({
  story,
  varde,
}) => {
  const page = await story.open('FIRM', '/alarms');
  const watch = await story.device(({ protocol }) => protocol === 'watch');
  watch.wire.pressSos();
  const row = page.getByRole('listitem', { name: `Alarm: ${watch.name}` });
  const dialog = page.getByRole('dialog');
  const openReset = () => row.getByRole('button', { name: 'Tilbakestill' }).click();
  await openReset();
  await dialog.getByRole('radio', { name: 'Test' }).check();
  await dialog.getByLabel('Notat').fill('Åse svarte, alt er bra');
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Tilbakestill' }).click();

  await fillInLogin(page, varde, 'FIRM');
  await openReset();
  await expect(dialog.getByLabel('Notat')).toHaveValue('Åse svarte, alt er bra');
  await expect(dialog.getByRole('radio', { name: 'Test' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Tilbakestill' }).click();
  await expect(row).toHaveCount(0);

  watch.wire.pressSos();
  await openReset();
  await expect(dialog.getByLabel('Notat')).toHaveValue('');
});

test('a form is as it was after a reload and at the end of the session, until it is cancelled', async ({
  story,
  varde,
}) => {
  const page = await story.open('FIRM', '/profile');
  const name = page.getByLabel('Fornavn');
  await expect(name).not.toHaveValue('');
  const stored = await name.inputValue();
  await name.fill('Åse Marie');
  await page.reload();
  await expect(name).toHaveValue('Åse Marie');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Lagre', exact: true }).first().click();

  await fillInLogin(page, varde, 'FIRM');
  await expect(name).toHaveValue('Åse Marie');
  await page.getByRole('button', { name: 'Avbryt' }).first().click();
  await page.reload();
  await expect(name).toHaveValue(stored);
});
