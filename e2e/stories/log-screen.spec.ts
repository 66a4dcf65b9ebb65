import { expect, expectAccessible, test } from '../fixtures/story.ts';

test('[D9.039] the map is 40em high and from 1200 px beside the log, and a row and its marker point at each other', async ({
  story,
}) => {
  const name = 'Trygghetsklokke 004';
  const page = await story.open('SUPERFIRM', `/vardes/search=${name}`, { viewport: { width: 1200, height: 900 } });
  const watch = await story.device((device) => device.name === name);
  const { lat, lng } = watch;
  watch.wire.sendPosition({ lat: lat + 0.003, lng });
  await page.getByRole('link', { name: `Kart for ${name}` }).click();
  const markers = page.locator('.maplibregl-marker[role=img]');
  await expect(markers).toHaveCount(1);
  watch.wire.sendPosition({ lat, lng });
  await expect(markers).toHaveCount(2);

  const map = page.getByRole('region', { name: `Kart over posisjonene til ${name}` });
  const log = page.getByRole('region', { name: `Transaksjonslogg for ${name}` });
  const height = await map.evaluate(
    (element) => element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).fontSize),
  );
  expect(height).toBeCloseTo(40, 1);
  const boxes = async () => {
    const [left, right] = [await map.boundingBox(), await log.boundingBox()];
    if (left === null || right === null) throw new Error('the map or the log is not on the page');
    return { isBeside: right.x >= left.x + left.width, isBelow: right.y >= left.y + left.height };
  };
  expect(await boxes()).toEqual({ isBeside: true, isBelow: false });

  const onMap = log.locator('tr[data-indicator=INACTIVE], tr[data-indicator=ACTIVE]');
  await expect(onMap).toHaveCount(2);
  const pointed = page.locator('.maplibregl-marker[data-pointed]');
  await expect(pointed).toHaveCount(0);
  await onMap.first().hover();
  await expect(pointed).toHaveText(new RegExp(name));
  await onMap
    .last()
    .getByRole('button', { name: /^Vis detaljer/ })
    .focus();
  await expect(pointed).not.toHaveText(new RegExp(name));
  await markers.filter({ hasText: name }).hover();
  await expect(onMap.first()).toHaveAttribute('data-indicator', 'ACTIVE');
  await expectAccessible(page);

  await page.setViewportSize({ width: 1199, height: 900 });
  await expect.poll(boxes).toEqual({ isBeside: false, isBelow: true });
});
