import { expect, expectAccessibleInBothThemes, expectHeadings, findDevices, test } from '../fixtures/story.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

test('an operator sees all devices of the municipality on one map, an alarm the moment it begins, and finds its wearer by the filters [D2.124 D2.136 D5.062]', async ({
  story,
}) => {
  const watch = await story.device(({ name }) => name === 'Trygghetsklokke 005');
  const other = await story.device(({ name }) => name === 'Trygghetsklokke 006');
  for (const { wire } of [watch, other]) wire.sendPosition();
  const page = await story.open('FIRM', '/vardes');
  await expect(page.getByRole('heading', { level: 1, name: 'Enheter' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await expect(page).toHaveURL(/#\/map$/);
  await expect(page.getByText(/^\d+ enheter$/).first()).toBeVisible();
  const marks = page.getByRole('region', { name: 'Kart over alle enheter' });
  const inView = page.getByRole('region', { name: 'Enheter i kartutsnittet' });
  await expect(inView.getByRole('row')).not.toHaveCount(0);
  const alarm = marks.getByRole('button', { name: `${watch.name} · Alarm` });
  await expect(alarm).toHaveCount(0);

  watch.wire.pressSos();
  await expect(alarm).toBeVisible();
  await expect(inView.getByRole('row').nth(1)).toContainText(watch.name);
  await expectAccessibleInBothThemes(page);
  await expectHeadings(page);

  await page.getByRole('button', { name: /^Vis bare/ }).click();
  await page.getByRole('checkbox', { name: 'Alarm', exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#\/map\?filters=ALARM$/);
  await expect(page.getByText('1 enhet', { exact: true })).toBeVisible();
  await expect(inView.getByRole('link')).toHaveText([watch.name]);
  await page.getByRole('link', { name: 'Vis i liste' }).click();
  await expect(page).toHaveURL(/#\/vardes$/);
  await page.goBack();
  await alarm.click();
  await expect(page).toHaveURL(/#\/mapsingle\/\d+$/);
  await expect(page.getByRole('heading', { name: `Transaksjonslogg for ${watch.name}` })).toBeVisible();
});

test('the map is there again, with its marks, when the browser has lost its drawing, and "Vis alle" leads back to all', async ({
  story,
}) => {
  const watch = await story.device(({ name }) => name === 'Trygghetsklokke 005');
  watch.wire.sendPosition();
  const page = await story.open('FIRM', '/map?search=Trygghetsklokke+005');
  const map = page.getByRole('region', { name: 'Kart over alle enheter' });
  const mark = map.getByRole('button', { name: new RegExp(`^${watch.name} · `) });
  await expect(mark).toBeVisible();
  const drawing = await map.locator('canvas').elementHandle();
  await drawing?.evaluate((canvas: HTMLCanvasElement) =>
    canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext(),
  );
  await expect.poll(() => drawing?.evaluate((canvas) => canvas.isConnected)).toBe(false);
  await expect(mark).toBeInViewport();
  await map.locator('canvas').click({ position: { x: 40, y: 200 } });
  for (let step = 0; step < 8; step++) await page.keyboard.press('ArrowLeft');
  await expect(mark).not.toBeInViewport();
  await map.getByRole('button', { name: 'Vis alle' }).click();
  await expect(mark).toBeInViewport();
});

test('with the colours of the system, marks keep the colour of their status within an outline', async ({ story }) => {
  const watch = await story.device(({ name }) => name === 'Trygghetsklokke 005');
  watch.wire.sendPosition();
  const page = await story.open('FIRM', '/map?search=Trygghetsklokke+005', { forcedColors: 'active' });
  const mark = page.getByRole('button', { name: new RegExp(`^${watch.name} · `) }).locator('span');
  const drawn = () =>
    mark.evaluate((element) => {
      const { outlineStyle, backgroundColor } = getComputedStyle(element);
      const ground = getComputedStyle(document.body).backgroundColor;
      return { outlineStyle, isColoured: backgroundColor !== ground };
    });
  await expect.poll(drawn).toEqual({ outlineStyle: 'solid', isColoured: true });
});

test('what is found in the list is shown on the map, on a phone as well', async ({ story }) => {
  const watch = await story.device(({ name }) => name === 'Trygghetsklokke 005');
  watch.wire.sendPosition();
  const page = await story.open('FIRM', '/vardes', phone);
  await findDevices(page, watch.name);
  await page.getByRole('button', { name: 'Valg', exact: true }).click();
  await page.getByRole('button', { name: 'Filtre', exact: true }).click();
  await page.getByRole('link', { name: 'Vis i kart' }).click();
  await expect(page).toHaveURL(/#\/map\?search=/);
  const heading = page.getByText('1 enhet', { exact: true });
  await expect(heading).toBeVisible();
  const marks = page.getByRole('region', { name: 'Kart over alle enheter' });
  await expect(marks.getByRole('button', { name: new RegExp(`^${watch.name} · `) })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  const log = page.getByRole('region', { name: 'Transaksjonslogg for alle enheter' });
  await expect(log.getByRole('cell', { name: watch.name, exact: true }).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('region', { name: 'Enheter i kartutsnittet' }).getByRole('link', { name: watch.name }).click();
  await expect(page).toHaveURL(/#\/mapsingle\/\d+$/);
});

test('a wearer who walks is followed on the map of all, where no mark but theirs is touched', async ({ story }) => {
  const watch = await story.device(({ name }) => name === 'Trygghetsklokke 005');
  const other = await story.device(({ name }) => name === 'Trygghetsklokke 006');
  const { lat, lng } = watch;
  watch.wire.sendPosition({ lat, lng });
  other.wire.sendPosition({ lat: lat + 1, lng: lng + 2 });
  const page = await story.open('FIRM', '/map?search=Trygghetsklokke+00');
  const markOf = (name: string) =>
    page
      .getByRole('region', { name: 'Kart over alle enheter' })
      .getByRole('button', { name: new RegExp(`^${name} · `) });
  await expect(markOf(watch.name)).toBeVisible();
  const stays = await markOf(other.name).elementHandle();
  const placeOf = async (name: string) => {
    const box = await markOf(name).boundingBox();
    return box && [Math.round(box.x), Math.round(box.y)];
  };
  const [from, still] = [await placeOf(watch.name), await placeOf(other.name)];
  const fetches: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/ajax/map/devices')) fetches.push(request.url());
  });
  watch.wire.sendPosition({ lat: lat + 0.4, lng });
  await expect.poll(() => placeOf(watch.name), { timeout: 5000 }).not.toEqual(from);
  expect(fetches).toEqual([]);
  expect(await placeOf(other.name)).toEqual(still);
  expect(await stays?.evaluate((mark) => mark.isConnected)).toBe(true);
});

test('alarms at one place have their names above each other, and each leads to its device', async ({ story }) => {
  const names = ['Trygghetsklokke 005', 'Trygghetsklokke 006', 'Trygghetsklokke 007'];
  const home = { lat: 62.47, lng: 6.15 };
  for (const wanted of names) {
    const { wire } = await story.device(({ name }) => name === wanted, { home });
    wire.sendPosition(home);
    wire.pressSos();
  }
  const page = await story.open('FIRM', '/map?filters=ALARM');
  const marks = page.getByRole('region', { name: 'Kart over alle enheter' });
  const labels = names.map((name) => marks.getByText(`${name} · Alarm`, { exact: true }));
  const boxes: { y: number; height: number }[] = [];
  for (const label of labels) {
    await expect(label).toBeVisible();
    boxes.push((await label.boundingBox()) ?? { y: 0, height: 0 });
  }
  boxes.sort((a, b) => a.y - b.y);
  for (const [at, { y, height }] of boxes.entries())
    expect(boxes[at + 1]?.y ?? y + height).toBeGreaterThanOrEqual(y + height);
  await labels[1]?.click();
  await expect(page.getByRole('heading', { name: `Transaksjonslogg for ${names[1]}` })).toBeVisible();
});
