import type { Page } from '@playwright/test';
import { expect, expectAccessible, findDevices, test } from '../fixtures/story.ts';

const themes = ['light', 'dark'] as const;

async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}

/** A picture larger than what is kept, drawn by the browser itself. */
const picture = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1200, 800];
    canvas.getContext('2d')?.fillRect(200, 100, 400, 500);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });

test('a device is renamed in its heading, gets an image, and another window sees both at once [C2.35 C2.58 D4.030]', async ({
  story,
}) => {
  const device = await story.device(({ name }) => name === 'Rom 106');
  const page = await story.open('FIRM', '/vardes');
  await findDevices(page, device.name);
  await page.getByRole('link', { name: `Innstillinger for ${device.name}` }).click();
  await expect(page.getByRole('heading', { name: 'Spesifikasjoner' })).toBeVisible();
  const other = await story.open('SUPERFIRM', '/vardes');
  await other.getByRole('searchbox').fill('Rom 1');
  await expect(other.getByRole('link', { name: `Innstillinger for ${device.name}` })).toBeVisible();

  await page.getByRole('button', { name: 'Endre navn' }).click();
  await page.getByLabel('Enhetens navn').fill('Rom 1066');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Rom 1066/ })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Innstillinger for Rom 1066' })).toBeVisible();

  const buffer = Buffer.from(await picture(page), 'base64');
  await page.locator('input[type="file"]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  const crop = page.getByRole('dialog', { name: 'Beskjær bildet' });
  await expect(crop.getByRole('group', { name: 'Utsnitt av bildet' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await crop.getByRole('button', { name: 'Bruk bildet' }).click();
  const image = page.getByRole('button', { name: 'Vis bildet' });
  await expect(image.locator('img')).toHaveCSS('filter', 'blur(18px)');
  await expect.poll(() => image.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(500);
  await image.click();
  await expect(page.getByRole('button', { name: 'Skjul bildet' }).locator('img')).toHaveCSS('filter', 'none');
  await expectAccessibleInBothThemes(page);
  await other.getByRole('button', { name: 'Vis bilde for Rom 1066' }).click();
  await expect(other.getByRole('dialog').getByRole('button', { name: 'Vis bildet' })).toBeVisible();

  await page.getByRole('link', { name: 'Generelt' }).click();
  await page.getByRole('link', { name: 'Organisasjon' }).click();
  await expect(page.getByRole('radiogroup')).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('a message from the information tab is shown by the watch, and its list says that it was, and that its wearer has read it [D2.076]', async ({
  story,
}) => {
  const { name, wire } = await story.device(({ protocol }) => protocol === 'watch');
  const shown: string[] = [];
  wire.subscribe((notice) => notice.type === 'message' && shown.push(notice.text));
  const page = await story.open('FIRM', '/vardes');
  await findDevices(page, name);
  await page.getByRole('link', { name: `Innstillinger for ${name}` }).click();
  await page.getByLabel('Melding til enheten').fill('Middag klokka 16');
  await page.getByRole('button', { name: 'Send melding' }).click();
  const list = page.getByRole('list', { name: 'Sendte meldinger' });
  await expect(list.getByText('Vist, ikke lest')).toBeVisible();
  expect(shown).toEqual(['Middag klokka 16']);
  wire.say('messageRead');
  await expect(list.getByText(/ · Lest$/)).toBeVisible();
  await expectAccessibleInBothThemes(page);
});
