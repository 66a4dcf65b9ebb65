import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/story.ts';

/** How they were made: `files/README.md`. */
const choose = (page: Page, name: string) =>
  page.locator('input[type=file]').setInputFiles(join(import.meta.dirname, '../files', name));
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('a workbook is shown with its sheet, its rows beside what the sheet shows, and doubts first; none of them is ready', async ({
  story,
}) => {
  const page = await story.open('SUPERFIRM', '/add_varde/import');
  await choose(page, 'enheter.xlsx');
  await expect(page.getByText('Lest fra arket «Nye alarmer» i enheter.xlsx.')).toBeVisible();
  await expect(page.getByText('Ark som ikke blir importert: Notater.')).toBeVisible();
  await expect(page.getByText('3 av 4 kan importeres')).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveText([
    'Rad 5, Telefonnummer: 46701234567 (mangler + foran landkoden)',
    'Rad 7, Serienummer: 314 (kan mangle nuller foran)',
  ]);
  await expect(page.getByRole('row').nth(1)).toContainText('Åse Bjørnstad');
  await expect(page.getByRole('row').nth(2)).toContainText('Siri Næss');
  await expect(row(page, 'Åse Bjørnstad')).toContainText('I arket: 46701234567');
  for (const name of ['Åse Bjørnstad', 'Siri Næss']) {
    await expect(row(page, name)).toContainText('Usikker: se over før den registreres som ny');
    await expect(row(page, name)).not.toContainText('Klar');
  }
  await expect(row(page, 'Kåre Lie')).toContainText('Serienummer: er blitt en dato i regnearket.');
  await expect(row(page, 'Ragnhild Øst')).toContainText('Klar: registreres som ny');
  const start = page.getByRole('button', { name: 'Importer 3 enheter' });
  await expect(start).toBeDisabled();
  await page.getByLabel('Verdiene er riktige slik de står').check();
  await expect(row(page, 'Siri Næss')).toContainText('Sett over: registreres som ny');
  await start.click();
  await expect(page.getByText('3 av 4 er importert')).toBeVisible();
});

test('a CSV file of an old Mac keeps its letters', async ({ story }) => {
  const page = await story.open('SUPERFIRM', '/add_varde/import');
  await choose(page, 'enheter-mac.csv');
  await expect(page.getByText('Lest fra enheter-mac.csv.')).toBeVisible();
  for (const name of ['Søren Østby', 'Bjørg Å. Ås']) await expect(row(page, name)).toContainText('Klar');
  await page.getByRole('button', { name: 'Importer 2 enheter' }).click();
  await expect(page.getByText('2 av 2 er importert')).toBeVisible();
});

test('a workbook of another kind is refused by its name, with what to do', async ({ story }) => {
  const page = await story.open('SUPERFIRM', '/add_varde/import');
  await choose(page, 'enheter.ods');
  await expect(page.getByRole('alert')).toContainText(
    'Filen er et OpenDocument-regneark (.ods). Åpne den i regnearket, lagre den som Excel-arbeidsbok (.xlsx)',
  );
});
