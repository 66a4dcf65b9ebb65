import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, test } from '../fixtures/story.ts';

test('a partner’s price list is read by its people, changed by an administrator, saved as a file, and fits a phone [C6.41]', async ({
  story,
}) => {
  const reader = await story.open('AHP', '/vardes');
  await reader.getByRole('button', { name: 'Administrasjon' }).click();
  await reader.getByRole('link', { name: 'Partnere' }).click();
  await reader.getByRole('button', { name: /^Solvik alarmsentral/ }).click();
  await expect(reader).toHaveURL(/#\/admin\/partners\?cust=\d+$/);
  const row = (page: typeof reader, name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row(reader, 'Watch Seven')).toContainText('229,00');
  await expect(reader.getByRole('button', { name: /^Endre priser/ })).toHaveCount(0);

  const page = await story.open('SUPERFIRM', new URL(reader.url()).hash.slice(1));
  await page.getByRole('button', { name: 'Endre priser for Watch Seven' }).click();
  await page.getByRole('dialog').getByLabel('Leie per måned').fill('239,50');
  await page.getByRole('dialog').getByRole('button', { name: 'Lagre' }).click();
  await expect(row(page, 'Watch Seven')).toContainText('239,50');
  await expectAccessible(page);

  await reader.reload();
  await expect(row(reader, 'Watch Seven')).toContainText('239,50');
  const download = reader.waitForEvent('download');
  await reader.getByRole('button', { name: 'Eksporter CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf16le');
  expect(file).toContain('Watch Seven;3290,00;239,50;129,00;149,00;650,00');

  const phone = await story.open('SUPERFIRM', new URL(reader.url()).hash.slice(1), {
    viewport: { width: 390, height: 844 },
  });
  await expect(row(phone, 'Watch Seven')).toContainText('239,50');
  await expectAccessible(phone);
});
