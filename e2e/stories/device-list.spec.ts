import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, findDevices, test } from '../fixtures/story.ts';

const height = 900;
const shownColumns = async (page: Page, width: number) => {
  await page.setViewportSize({ width, height });
  const headers = page.getByRole('table', { name: 'Enheter' }).getByRole('columnheader');
  return (await headers.all()).reduce<Promise<string[]>>(
    async (before, header) => [...(await before), ...((await header.isVisible()) ? [await header.innerText()] : [])],
    Promise.resolve([]),
  );
};

test('columns fold away below 1200, 992 and 768 pixels, into the opened row [C2.26 C2.27 C2.28]', async ({ story }) => {
  // Columns without any value would fold earlier.
  const pendant = await story.device(({ name }) => name === 'Trygghetsalarm 001');
  pendant.wire.sendPosition();
  const page = await story.open('FIRM', '/vardes/search=Trygghetsalarm 001');
  await expect(page.getByRole('row').filter({ hasText: 'Trygghetsalarm 001' })).toContainText('%');
  const always = ['Status', 'Navn', 'Serienummer'];
  const all = [...always, 'Kunde', 'Batteri', 'Signal', 'Sporing', 'Siste kontakt', 'Handlinger'];
  const below1200 = all.filter((name) => !['Kunde', 'Sporing'].includes(name));
  const below992 = below1200.filter((name) => !['Signal', 'Handlinger'].includes(name));
  await expect(page.getByRole('row').filter({ hasText: 'Trygghetsalarm 001' })).toBeVisible();
  expect(await shownColumns(page, 1200)).toEqual(all);
  expect(await shownColumns(page, 1199)).toEqual(below1200);
  expect(await shownColumns(page, 992)).toEqual(below1200);
  expect(await shownColumns(page, 991)).toEqual(below992);
  expect(await shownColumns(page, 768)).toEqual(below992);
  expect(await shownColumns(page, 767)).toEqual(always);

  const row = page.getByRole('row').filter({ hasText: 'Trygghetsalarm 001' });
  await row.getByRole('cell').nth(2).click();
  for (const folded of ['Kunde', 'Batteri', 'Signal', 'Sporing', 'Siste kontakt', 'Handlinger'])
    await expect(page.getByRole('term').filter({ hasText: folded })).toBeVisible();
  await page.setViewportSize({ width: 1200, height });
  await expect(page.getByRole('term').filter({ hasText: 'Batteri' })).toBeHidden();
});

test('the list is at #/vardes, and a serial number links to it with the search set [C2.09 C2.10]', async ({
  story,
}) => {
  const page = await story.open('FIRM', '/');
  await expect(page).toHaveURL(/\/#\/vardes$/);
  await findDevices(page, 'Trygghetsalarm 001');
  await page.getByRole('link', { name: 'Trygghetsalarm 001', exact: true }).click();
  const serial = page.getByRole('heading', { level: 1 }).getByRole('link');
  const number = await serial.innerText();
  await serial.click();
  await expect(page).toHaveURL(new RegExp(`/#/vardes/search=${number}$`));
  await expect(page.getByRole('searchbox')).toHaveValue(number);
  await expect(page.getByRole('row').filter({ hasText: 'Trygghetsalarm 001' })).toBeVisible();
});

test('a care worker fetches the whole list as a PDF file, complete from its first byte to its last', async ({
  story,
}) => {
  const nurse = await story.open('RESTRICTED_USER', '/vardes');
  await nurse.getByRole('button', { name: 'Velg og eksporter' }).click();
  const download = nurse.waitForEvent('download');
  await nurse.getByRole('button', { name: 'Eksporter PDF' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^enheter_\d{14}\.pdf$/);
  expect(await readFile(await file.path(), 'latin1')).toMatch(/^%PDF-.*%%EOF\n$/s);
});

test('a manager moves three devices at once, with preview and progress; the one with an alarm is refused, and the others come back', async ({
  story,
}) => {
  const manager = await story.open('FIRM', '/vardes/search=Trygghetsalarm 01');
  const operator = await story.open('AHP', '/vardes/search=Trygghetsalarm 01');
  const [first, second, alarmed] = ['Trygghetsalarm 010', 'Trygghetsalarm 011', 'Trygghetsalarm 012'] as const;
  const [home, away] = ['Solvik sykehjem', 'Sørneset bo- og aktivitetssenter'] as const;
  const pendant = await story.device(({ name }) => name === alarmed);
  pendant.wire.pressSos();
  await expect(manager.getByRole('listitem', { name: `Alarm: ${alarmed}` })).toBeVisible();
  await manager.getByRole('button', { name: 'Velg og eksporter' }).click();
  for (const name of [first, second, alarmed]) await manager.getByRole('checkbox', { name: `Velg ${name}` }).check();
  const dialog = manager.getByRole('dialog');
  const status = dialog.getByRole('status');
  const choose = async (customer: string) => {
    await manager.getByRole('button', { name: 'Overfør', exact: true }).click();
    await dialog.getByRole('searchbox').fill(customer);
    await dialog.getByRole('button', { name: customer }).click();
    await expect(status).toHaveText(`3 enheter overføres til ${customer}`);
  };
  const start = () => dialog.getByRole('button', { name: 'Overfør 3 enheter' }).click();
  const expectResults = async (ofAlarmed: string) => {
    await expect(status).toHaveText('3 av 3 er behandlet');
    const result = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
    for (const name of [first, second]) await expect(result(name)).toContainText('Overført');
    await expect(result(alarmed)).toContainText(ofAlarmed);
    await manager.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  };
  const expectAt = async (customer: string) => {
    for (const page of [manager, operator])
      for (const name of [first, second])
        await expect(page.getByRole('row').filter({ hasText: name })).toContainText(customer);
  };

  await choose(away);
  const { promise: seen, resolve: go } = Promise.withResolvers<void>();
  let asked = 0;
  await manager.route('**/assignments', async (route) => {
    if (++asked === 2) await seen;
    await route.continue();
  });
  await start();
  await expect(status).toHaveText('1 av 3 er behandlet');
  await expect(dialog.getByRole('progressbar', { name: 'Framdrift' })).toBeVisible();
  await manager.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  go();
  await expectResults('Enheten har en alarm som ikke er tilbakestilt.');
  await expectAt(away);

  await choose(home);
  await start();
  await expectResults('Er hos kunden fra før');
  await expectAt(home);
});

test('choosing a row moves no row, and cuts no status, at any width', async ({ story }) => {
  const nurse = await story.open('RESTRICTED_USER', '/vardes');
  await nurse.getByRole('button', { name: 'Velg og eksporter' }).click();
  const first = nurse.getByRole('row').getByRole('checkbox').first();
  await expect(first).toBeVisible();
  await expect(nurse.getByRole('button', { name: 'Ferdig' })).toBeVisible();
  const top = async () => (await first.boundingBox())?.y;
  const status = nurse.locator('[data-colour] > span').first();
  /** By how much the longest of the usual statuses would be cut in the place of the first one. */
  const cut = () =>
    status.evaluate((text) => {
      text.textContent = 'Utdatert posisjon';
      return text.scrollHeight - text.clientHeight;
    });
  for (const width of [1440, 1280, 1100, 1024, 768, 600, 430, 390]) {
    await nurse.setViewportSize({ width, height: 844 });
    await first.scrollIntoViewIfNeeded(); // the list has kept what was under the pointer at the former width
    const before = await top();
    await first.check();
    await expect(nurse.getByRole('link', { name: 'Vis valgte (PDF)' })).toBeVisible();
    expect(await top(), `${width} px`).toBe(before);
    expect(await cut(), `${width} px`).toBe(0);
    await first.uncheck();
    await expect(nurse.getByRole('button', { name: 'Eksporter PDF' })).toBeVisible();
  }
});

test('while a search is typed, and when a filter is set, nothing of the toolbar moves, on a desk, a tablet and a phone, and a phone shows names whole', async ({
  story,
}) => {
  const page = await story.open('FIRM', '/vardes');
  const name = 'Trygghetsalarm 001';
  const row = page.getByRole('row').filter({ hasText: name });
  const pendant = await story.device((device) => device.name === name);
  pendant.wire.sendPosition();
  const search = page.getByRole('searchbox');
  await search.fill(name);
  await expect(row).toContainText('OK'); // also with the filter of this status it stays
  await search.fill('');
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  const status = page.getByLabel('Status');
  const remove = page.getByRole('button', { name: 'Fjern filtre' });
  for (const width of [1600, 1440, 1280, 1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    if (width === 390) await page.getByRole('button', { name: 'Valg', exact: true }).click();
    const parts = [search, status, page.getByRole('button', { name: 'Visning', exact: true }), page.getByRole('table')];
    const placeOf = async (part: Locator) => {
      const box = await part.boundingBox();
      return [Math.round(box?.x ?? 0), Math.round(box?.y ?? 0)];
    };
    const places = () => Promise.all(parts.map(placeOf));
    const before = await places();
    await search.fill(name);
    await expect(page.getByRole('row')).toHaveCount(2);
    expect(await places(), `${width} px`).toEqual(before);
    await expect(remove, 'a search is no filter').toBeHidden();
    await status.selectOption('clear');
    await expect(remove).toBeVisible();
    expect(await places(), `${width} px`).toEqual(before);
    await remove.click();
    await expect(remove).toBeHidden();
    await expect(search).toHaveValue(name);
    await search.fill('');
    await expect(page.getByRole('row').nth(2)).toBeVisible();
  }
  await search.fill(name);
  const shown = row.getByRole('link', { name, exact: true });
  expect(await shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  expect(await shown.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThan(2);
});

test('on a desk the toolbar is one line, and nothing in it is cut, in Norwegian and in English, with filters and a saved view', async ({
  story,
}) => {
  const page = await story.open('FIRM', '/vardes?status=clear&maintain=1&sort=lastContactAscending');
  await page.getByRole('button', { name: 'Visning', exact: true }).click();
  await page.getByRole('button', { name: 'Lagre visningen' }).click();
  await page.getByRole('textbox', { name: 'Navn' }).fill('Nattevakt');
  await page.getByRole('dialog').getByRole('button', { name: 'Lagre', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Nattevakt' })).toBeVisible();
  await page.getByRole('button', { name: 'Visning', exact: true }).click();
  await page.getByRole('link', { name: 'Enheter', exact: true }).click();

  await page.getByRole('button', { name: 'Lagrede visninger' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Nattevakt' }).click();
  await expect(page).toHaveURL(/maintain=1/);
  const title = page.getByRole('heading', { level: 1 });
  /** What of the toolbar is in another line, beyond its edge, or cut: by its texts. */
  const faults = () =>
    title.evaluate((heading) => {
      const toolbar = heading.parentElement as HTMLElement;
      const parts = [...toolbar.children].filter((part) => part.checkVisibility({ visibilityProperty: true }));
      const edge = toolbar.getBoundingClientRect().right;
      const middleOf = (part: Element) => {
        const { top, bottom } = part.getBoundingClientRect();
        return (top + bottom) / 2;
      };
      const textWidth = (select: HTMLSelectElement) => {
        const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
        pen.font = getComputedStyle(select).font;
        const { paddingLeft, paddingRight } = getComputedStyle(select);
        const widest = Math.max(...[...select.options].map(({ text }) => pen.measureText(text).width));
        return widest + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
      };
      const isCut = (part: Element) =>
        [part, ...part.querySelectorAll('*')].some((each) =>
          each instanceof HTMLSelectElement
            ? textWidth(each) > each.clientWidth + 1
            : each instanceof HTMLElement && each.clientWidth > 1 && each.scrollWidth > each.clientWidth,
        );
      return parts
        .filter(
          (part) =>
            Math.abs(middleOf(part) - middleOf(heading)) > 4 ||
            part.getBoundingClientRect().right > edge + 1 ||
            isCut(part),
        )
        .map((part) => part.textContent);
    });
  const seen = async (words: string) => {
    await expect(page.getByRole('button', { name: words })).toBeVisible();
    for (const width of [1280, 1440, 1600]) {
      await page.setViewportSize({ width, height: 844 });
      // A count as long as it becomes.
      await title.evaluate(
        (heading, text) => {
          if (heading.nextElementSibling) heading.nextElementSibling.textContent = text;
        },
        words === 'Fjern filtre' ? 'Flere enn 1 000 enheter' : 'More than 1,000 devices',
      );
      expect(await faults(), `${words}, ${width} px`).toEqual([]);
    }
  };
  await seen('Fjern filtre');
  await page.getByRole('button', { name: /, meny$/ }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await seen('Remove filters');
});
