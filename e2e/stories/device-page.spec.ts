import { api } from '@varde/contract/api';
import { logIn } from '../fixtures/api.ts';
import { expect, expectAccessible, findDevices, test } from '../fixtures/story.ts';

test('the map has four choices for its number of positions, and the choice is in the URL, which can be reloaded and linked [D2.132]', async ({
  story,
}) => {
  const page = await story.open('SUPERFIRM', '/vardes');
  const watch = await story.device(({ name }) => name === 'Tors klokke');
  watch.wire.sendPosition();
  await findDevices(page, watch.name);
  await page.getByRole('link', { name: `Kart for ${watch.name}` }).click();

  const count = page.getByLabel('Antall posisjoner i kartet');
  await expect(count).toHaveValue('10');
  const values = () =>
    count.locator('option').evaluateAll((options) => options.map((option) => option.getAttribute('value')));
  expect(await values()).toEqual(['1', '10', '25', '50']);
  await count.selectOption('25');
  await expect(page).toHaveURL(/count=25/);
  await page.reload();
  await expect(count).toHaveValue('25');
  await page.goto(page.url().replace('count=25', 'count=7'));
  await expect(count).toHaveValue('10');
  await page.goto(page.url().replace(/#.*/, '#/vardes?status=nonsense&sort=nonsense'));
  await expect(page.getByText('60 enheter')).toBeVisible();
});

test('the newest position is the largest marker of the map, with the name of the device and the time [D4.085]', async ({
  story,
}) => {
  const page = await story.open('SUPERFIRM', '/vardes/search=Trygghetsklokke 003');
  const watch = await story.device(({ name }) => name === 'Trygghetsklokke 003');
  const { lat, lng } = watch;
  watch.wire.sendPosition({ lat: lat + 0.003, lng });
  await page.getByRole('link', { name: `Kart for ${watch.name}` }).click();
  const markers = page.locator('.maplibregl-marker[role=img]');
  await expect(markers).toHaveCount(1);
  watch.wire.sendPosition({ lat, lng });
  await expect(markers).toHaveCount(2);
  const named = markers.filter({ hasText: watch.name });
  await expect(named).toHaveText(new RegExp(`^${watch.name} · \\S+ \\d\\d:\\d\\d(SAT \\d+ · HDOP \\S+)?$`));
  const widthOf = async (marker: typeof named) => (await marker.boundingBox())?.width ?? 0;
  const older = await widthOf(markers.filter({ hasNotText: watch.name }));
  expect(await widthOf(named)).toBeGreaterThanOrEqual(1.5 * older);
});

test('the map is offered once the device has been in contact', async ({ story }) => {
  const page = await story.open('SUPERFIRM', '/vardes');
  const watch = await story.device(({ name }) => name === 'Trygghetsklokke 001');
  await findDevices(page, watch.name);
  const row = page.getByRole('row').filter({ hasText: watch.name });
  await expect(row.getByRole('link', { name: `Innstillinger for ${watch.name}` })).toBeVisible();
  watch.wire.sendPosition();
  await expect(row.getByRole('link', { name: `Kart for ${watch.name}` })).toBeVisible();
});

test('under 551 px a serial number takes two lines, the first with four characters [C9.09]', async ({ story }) => {
  const page = await story.open('SUPERFIRM', '/vardes/search=Trygghetsalarm 001');
  const serial = page.getByRole('row').filter({ hasText: 'Trygghetsalarm 001' }).getByRole('cell').nth(2);
  await expect(serial).toBeVisible();
  const lines = () =>
    serial.evaluate((cell) => {
      const tops = [...cell.querySelectorAll('span:not(:has(span))')];
      return new Set(tops.map((part) => part.getBoundingClientRect().top)).size;
    });
  expect(await serial.locator('span:not(:has(span))').first().innerText()).toHaveLength(4);
  await page.setViewportSize({ width: 551, height: 800 });
  await expect.poll(lines).toBe(1);
  await page.setViewportSize({ width: 550, height: 800 });
  await expect.poll(lines).toBe(2);
});

test('a message of the log opens to its decoded values and the received frame', async ({ story }) => {
  const page = await story.open('SUPERFIRM', '/vardes/search=Tors klokke');
  const watch = await story.device(({ name }) => name === 'Tors klokke');
  watch.wire.pressSos();
  await page.getByRole('link', { name: `Kart for ${watch.name}` }).click();
  await page
    .getByRole('row')
    .filter({ hasText: 'Alarm' })
    .getByRole('button', { name: /^Vis detaljer for/ })
    .first()
    .click();
  await expect(page.getByRole('definition').filter({ hasText: /^Alarm \(sos/ })).toBeVisible();
  await expect(page.getByText(/^\[3G\*/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Kopier' })).toBeVisible();
  await expectAccessible(page);
});

for (const width of [390, 1024])
  test(`however many commands are under way, nothing below them moves: ${width} px`, async ({ story, varde }) => {
    const isPhone = width < 768; // the pages of a device are one list
    const { call } = await logIn(varde, 'SUPERFIRM');
    const { devices } = await call(api.devices.listDevices, { query: { search: 'Trygghetsklokke 010' } });
    const { deviId = 0, dehaId = 0 } = devices[0] ?? {};
    const page = await story.open('SUPERFIRM', `/settings/${deviId}/${dehaId}/info`, {
      viewport: { width, height: 800 },
      hasTouch: isPhone,
    });
    const tab = isPhone ? page.getByText('Side: Informasjon') : page.getByRole('link', { name: 'Informasjon' });
    const name = page.getByRole('heading', { name: 'Trygghetsklokke 010' });
    await expect(page.getByRole('heading', { name: 'Spesifikasjoner' })).toBeVisible();
    /** Below the name, since alarms of others come and go above it. */
    const place = async () =>
      ((await tab.boundingBox())?.y ?? Number.NaN) - ((await name.boundingBox())?.y ?? Number.NaN);
    let before: number | undefined;
    const line = page.getByRole('list', { name: 'Siste handlinger' });
    for (const [action, text] of [
      ['reboot', 'Start på nytt'],
      ['findMe', 'Finn enheten med lyd'],
      ['factoryReset', 'Tilbakestill til fabrikkinnstillinger'],
    ] as const) {
      await call(api.commands.performAction, { params: { deviId, action }, body: {} });
      await expect(line).toContainText(text);
      await expect(line.getByText('Venter')).toBeInViewport({ ratio: 1 });
      before ??= await place(); // without a command there is no line
      expect(await place()).toBe(before);
    }
    await page.getByRole('button', { name: 'Vis alle (4)' }).click();
    const all = page.getByRole('dialog', { name: 'Siste handlinger' });
    // The demo has asked the device for its settings.
    await expect(all.getByRole('listitem')).toHaveCount(4);
    expect(await place()).toBe(before);
    await expectAccessible(page);
    for (const text of ['Start på nytt', 'Finn enheten med lyd', 'Tilbakestill til fabrikkinnstillinger'])
      await all.getByRole('button', { name: `Avbryt «${text}»` }).click();
    await expect(all.getByText('Avbrutt')).toHaveCount(3);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Vis alle (4)' })).toBeFocused();
    expect(await place()).toBe(before);
  });

test('the focus returns to the button whose form or question is left with Escape', async ({ story, varde }) => {
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { devices } = await call(api.devices.listDevices, { query: { search: 'Trygghetsklokke 010' } });
  const { deviId, dehaId } = devices[0] ?? {};
  const page = await story.open('SUPERFIRM', `/settings/${deviId}/${dehaId}/general/delete-device-data`);
  for (const [name, opened] of [
    ['Endre navn', page.getByRole('textbox', { name: 'Enhetens navn' })],
    ['Bytt enhet', page.getByRole('dialog').getByRole('textbox')],
    ['Slett historikk', page.getByRole('dialog').getByRole('button', { name: 'Avbryt' })],
  ] as const) {
    const button = page.getByRole('button', { name, exact: true });
    await button.press('Enter');
    await expect(opened).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(opened).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});
