import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, findDevices, type Story, test } from '../fixtures/story.ts';

const isHomeUnit = ({ dehaId }: { dehaId: number }) => dehaId === 26;

/** A home unit that asks for commands about once a second, with its sensors on the screen. */
async function openSensors(story: Story) {
  const options = { home: null, homeUnit: 26, behaviour: 'watchesHome', speed: 4 } as const;
  const unit = await story.device(isHomeUnit, options);
  const page = await story.open('FIRM', '/vardes');
  await findDevices(page, unit.name);
  const row = page.getByRole('row').filter({ hasText: unit.name });
  await row.getByRole('link', { name: /^Innstillinger/ }).click();
  const tabs = page.getByRole('navigation', { name: 'Faner for enheten' });
  await tabs.getByRole('link', { name: 'Sensorer' }).click();
  await expect(page).toHaveURL(/#\/settings\/\d+\/26\/sensor$/);
  return { unit, page, tabs, ...sensorsOn(page) };
}

function sensorsOn(page: Page) {
  const table = page.getByRole('table', { name: 'Sensorer' });
  return { table, door: table.getByRole('row').filter({ hasText: 'Inngangsdør' }) };
}

test('a home unit shows its sensors and learns a new one; those that it heard can be added later, and a type is corrected [C0.01 C1.03 D0.001 D2.093 D7.053 D7.056]', async ({
  story,
}) => {
  const { page, table, door } = await openSensors(story);
  await expect(door).toContainText('Dørsensor');
  await expect(door).toContainText('Vandrer');
  await expect(door).toContainText('Lukket');
  await expect(door).toContainText('OK');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Legg til sensor' }).click();
  await expect(page).toHaveURL(/\/26\/sensor\/add$/);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText(/\d:\d\d igjen/)).toBeVisible();
  const found = page.getByRole('list', { name: 'Nye sensorer' });
  await found.getByRole('button', { name: 'Legg til 420001' }).click();
  await expect(found.getByRole('listitem').filter({ hasText: '420001' })).toContainText('Lagt til');
  await expect(found.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Avslutt læring' }).click();
  const warning = page.getByRole('dialog', { name: 'Avslutte uten å legge til alle?' });
  await expect(warning).toContainText('2 sensorer ble funnet og er ikke lagt til.');
  await warning.getByRole('button', { name: 'Avslutt læring' }).click();
  await expect(table.getByRole('row').filter({ hasText: 'Dra-snor enhet' })).toBeVisible();

  const unsaved = page.getByRole('list', { name: 'Funnet, men ikke lagt til' });
  await expect(unsaved.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  await unsaved
    .getByRole('button', { name: /^Legg til/ })
    .first()
    .click();
  await expect(unsaved.getByRole('listitem')).toHaveCount(1);

  const smoke = table.getByRole('row').filter({ hasText: 'Røykvarsler stue' });
  await smoke.getByRole('button', { name: /^Handlinger for/ }).click();
  await page.getByRole('menuitem', { name: 'Informasjon' }).click();
  await page.getByLabel('Type', { exact: true }).selectOption('Vannsensor');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Lagre type' }).click();
  await expect(page.getByText('Lagret. Endringen sendes til enheten.')).toBeVisible();
  await page.getByRole('link', { name: 'Til sensorene' }).click();
  await expect(smoke).toContainText('Vannsensor');
});

test('a sensor gets another delay, its signal is measured by a walk test, and the alarm of the door names the door [D2.084 D4.061]', async ({
  story,
}) => {
  const { unit, page, tabs, door } = await openSensors(story);
  await door.getByRole('button', { name: /^Handlinger for/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Slett' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Endre funksjon' }).click();
  await expect(page).toHaveURL(/\/26\/config\/sensor\/\d+$/);
  await page.getByLabel('Meld hendelsen etter').selectOption('1 minutt');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Lagre', exact: true }).click();
  await expect(page.getByText('Lagret. Endringen sendes til enheten.')).toBeVisible();
  await expect(door).toContainText('OK');

  await tabs.getByRole('link', { name: 'Dekningstest' }).click();
  await page.getByRole('button', { name: 'Start dekningstest' }).click();
  await expect(page.getByText(/Dekningstesten pågår/)).toBeVisible();
  const signals = page.getByRole('table', { name: 'Signal fra sensorene' });
  await expect(signals.getByRole('row').filter({ hasText: 'Inngangsdør' })).toContainText('Meget godt (8)');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stopp dekningstest' }).click();
  await expect(page.getByText('Dekningstesten er ikke i gang.')).toBeVisible();

  unit.wire.say('door');
  await page.goto('/#/vardes');
  const alarm = page.getByRole('listitem', { name: `Vandrer: ${unit.name}` });
  await expect(alarm).toContainText('Ved alarmen: Inngangsdør');
});

test('a picture of a motion sensor with a camera is taken when somebody asks for it, and shown as it comes [D2.087 D7.041 D7.092]', async ({
  story,
}) => {
  const { page, table } = await openSensors(story);
  const camera = table.getByRole('row').filter({ hasText: 'Bevegelse stue' });
  await camera.getByRole('button', { name: /^Handlinger for/ }).click();
  await page.getByRole('menuitem', { name: 'Ta bilde' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bilde fra Bevegelse stue' });
  await expect(dialog).toContainText('Det er ikke tatt noe bilde.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Ta bilde' }).click();
  const image = dialog.getByRole('img', { name: 'Bilde fra Bevegelse stue' });
  await expect.poll(() => image.evaluate((drawn: HTMLImageElement) => drawn.naturalWidth)).toBe(320);
  await expect(dialog).toContainText('Mottatt');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(camera.getByRole('button', { name: /^Handlinger for/ })).toBeFocused();
});

test('a home unit is found in the list by a sensor that it reported, until the sensor is removed [C7.22 C7.24]', async ({
  story,
}) => {
  const { unit, page, table } = await openSensors(story);
  await expect(table.getByRole('row')).toHaveCount(5);
  const list = await story.open('FIRM', '/vardes');
  await list.getByRole('button', { name: 'Filtre' }).click();
  await list.getByLabel('Sensor').fill('røykvarsler');
  await expect(list).toHaveURL(/sensor=r%C3%B8ykvarsler/i);
  const row = list.getByRole('row').filter({ hasText: unit.name });
  await expect(row).toBeVisible();
  await expectAccessible(list);
  await row.getByRole('button', { name: `Mer om ${unit.name}` }).click();
  await expect(list.getByRole('link', { name: 'Røykvarsler stue' })).toHaveAttribute(
    'href',
    /#\/settings\/\d+\/26\/info\/sensor\/\d+$/,
  );
  await expectAccessible(list);
  await list.reload();
  await expect(row).toBeVisible();

  const smoke = table.getByRole('row').filter({ hasText: 'Røykvarsler stue' });
  const actions = smoke.getByRole('button', { name: /^Handlinger for/ });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Slett' }).dblclick();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(actions).toBeFocused();
  await actions.click();
  await page.getByRole('menuitem', { name: 'Slett' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Slett' }).click();
  await expect(smoke).toHaveCount(0);
  await expect(row).toHaveCount(0);
  await list.getByRole('button', { name: 'Fjern filtre' }).click();
  await expect(list).not.toHaveURL(/sensor=/);
  await expect.poll(() => list.getByRole('row').count()).toBeGreaterThan(5);
});

test('a name of a sensor without a space makes no page wider than the screen [D2.084]', async ({ story }) => {
  const { unit, page, tabs, table, door } = await openSensors(story);
  const name = 'W'.repeat(60);
  await door.getByRole('button', { name: /^Handlinger for/ }).click();
  await page.getByRole('menuitem', { name: 'Informasjon' }).click();
  await page.getByLabel('Navn', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Lagre navn' }).click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  await expectToFit(page.getByRole('main'));
  await page.getByRole('link', { name: 'Til sensorene' }).click();
  await expect(table).toContainText(name);
  await expectToFit(page.getByRole('main'));
  await tabs.getByRole('link', { name: 'Dekningstest' }).click();
  await expect(page.getByRole('table', { name: 'Signal fra sensorene' })).toContainText(name);
  await expectToFit(page.getByRole('main'));
  await tabs.getByRole('link', { name: 'Sensorer' }).click();
  await page.getByRole('link', { name: 'Legg til sensor' }).click();
  await expect(page.getByRole('list', { name: 'Sensorer i enheten' })).toContainText(name);
  await expectToFit(page.getByRole('main'));
  await page.goto(`/#/vardes?sensor=${name}`);
  await page.getByRole('button', { name: `Mer om ${unit.name}` }).click();
  await expect(page.getByRole('link', { name })).toBeVisible();
  await expectToFit(page.getByRole('link', { name }));
});

/** That neither the page nor anything of this part runs out to the right, on a desktop and on a phone. */
async function expectToFit(part: Locator) {
  const page = part.page();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(() =>
        part.evaluate((root) =>
          [document.documentElement, root, ...root.querySelectorAll('li, section, td, h2, table')]
            .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth)
            .map(({ tagName, textContent }) => `${tagName} ${textContent?.slice(0, 40)}`),
        ),
      )
      .toEqual([]);
    const wide = await part.evaluate((root) =>
      [document.documentElement, ...root.querySelectorAll('li, section, td')]
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
        .map(({ tagName, textContent }) => `${tagName} ${textContent?.slice(0, 40)}`),
    );
    expect(wide, `${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
