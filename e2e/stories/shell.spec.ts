import { expect, expectAccessible, test } from '../fixtures/story.ts';

const isPendant = ({ protocol }: { protocol: string }) => protocol === 'eview';

test('the theme is chosen in the menu, at once and for the next time', async ({ story }) => {
  const page = await story.open('FIRM', '/vardes');
  await page.emulateMedia({ colorScheme: 'light' });
  const document = page.locator('html');
  const ground = () => page.evaluate(() => getComputedStyle(globalThis.document.body).backgroundColor);
  await expect(page.getByRole('heading', { name: 'Enheter' })).toBeVisible();
  await expect(document).toHaveAttribute('data-mantine-color-scheme', 'light');
  const light = await ground();

  await page.getByRole('button', { name: /, meny$/ }).click();
  await page.getByRole('menuitem', { name: 'Mørkt' }).click();
  await expect(document).toHaveAttribute('data-mantine-color-scheme', 'dark');
  expect(await ground()).not.toBe(light);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Enheter' })).toBeVisible();
  await expect(document).toHaveAttribute('data-mantine-color-scheme', 'dark');

  await page.getByRole('button', { name: /, meny$/ }).click();
  await page.getByRole('menuitem', { name: 'Følg systemet' }).click();
  await expect(document).toHaveAttribute('data-mantine-color-scheme', 'light');
});

test('the console is Norwegian; in English the shell, the list and the alarms are English, without a reload and after one [C0.03 D0.003]', async ({
  story,
}) => {
  const page = await story.open('FIRM', '/vardes');
  await expect(page.locator('html')).toHaveAttribute('lang', 'nb');
  const pendant = await story.device(isPendant);
  pendant.wire.pressSos();
  await expect(page.getByRole('button', { name: 'Ta alarmen' })).toBeVisible();

  await page.getByRole('button', { name: /, meny$/ }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  const isEnglish = async () => {
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page).toHaveTitle(/ALARM – Devices – Varde$/);
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Alarms' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Last contact' })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: pendant.name })).toContainText(/Alarm.*(now|ago)/);
    const row = page.getByRole('listitem', { name: `Alarm: ${pendant.name}` });
    await expect(row.getByRole('button', { name: 'Claim' })).toBeVisible();
    await expect(row.getByRole('button', { name: 'Reset' })).toBeVisible();
    await expect(row).toContainText('At the alarm');
    // Leftovers of the other language show by their letters; names are those of the demo.
    const words = (await page.locator('header, [role=row]:first-child, section').allTextContents()).join(' ');
    expect(words).not.toMatch(/Enhet|Siste|Ukjent|Tilbakestill|Tatt av|Tilkoblet|alarmen/);
  };
  await isEnglish();
  await expectAccessible(page);
  await page.reload();
  await isEnglish();
});
