import { expect, expectAccessibleInBothThemes, expectHeadings, test } from '../fixtures/story.ts';

test('a private user sees in cards how Åse is: an SOS and a low battery are told in words as they come, and the table is there on choice', async ({
  story,
}) => {
  const page = await story.open('privat', '/vardes');
  const card = (name: string) => page.getByRole('article', { name, exact: true });
  const pendant = await story.device(({ name }) => name === 'Åse');
  pendant.wire.sendPosition();
  await expect(page.getByRole('article')).toHaveCount(4);
  // No mail server and no provider is set up here.
  await expect(card('Åse')).toContainText('Ingen blir varslet ved alarm.');
  await expect(card('Åse').getByRole('link', { name: 'Se på kartet' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(page.getByRole('searchbox')).toHaveCount(0);

  const watch = await story.device(({ name }) => name === 'Åses klokke');
  watch.wire.perform({ type: 'battery', level: 12, charging: false });
  watch.wire.say('lowBattery');
  await expect(card('Åses klokke')).toContainText(/Lavt batteri \(12\s%\)\. Sett enheten i laderen\./);

  pendant.wire.pressSos();
  await expect(card('Åse')).toContainText(/Alarm kl\. \d\d:\d\d\. Ring Åse, eller se alarmen\./);
  await expect(page.getByRole('listitem', { name: 'Alarm: Åse' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectHeadings(page);
  await card('Åse').getByRole('link', { name: 'Se alarmen' }).click();
  await page.getByRole('button', { name: 'Ta alarmen' }).first().click();
  await page.goBack();
  await expect(card('Åse')).toContainText('Du har tatt alarmen.');

  await page.getByRole('button', { name: 'Vis som tabell' }).click();
  const table = page.getByRole('table', { name: 'Enheter' });
  await expect(table.getByRole('row').filter({ hasText: 'Åses klokke' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.reload();
  await expect(table).toBeVisible();
  await page.getByRole('button', { name: 'Vis som kort' }).press('Enter');
  await expect(card('Åse')).toBeVisible();
});

test('on a phone each card is as wide as the screen and every button in it can be met by a finger; at a desk they are beside each other', async ({
  story,
}) => {
  const page = await story.open('privat', '/vardes', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const pendant = await story.device(({ name }) => name === 'Åse');
  pendant.wire.pressSos();
  const cards = page.getByRole('article');
  await expect(page.getByRole('link', { name: 'Se alarmen' })).toBeVisible();
  await expect(cards).toHaveCount(4);
  const tops = () => cards.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect(new Set(await tops()).size).toBe(4);
  const outside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(outside).toBeLessThanOrEqual(0);
  const heights = await cards
    .locator(':is(a, button):not(dd a, h2 a)')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(4);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(async () => new Set(await tops()).size).toBeLessThan(4);
});
