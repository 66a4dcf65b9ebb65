import type { Locator, Page } from '@playwright/test';
import { demoLogin, logInAs } from '../fixtures/api.ts';
import { expect, expectAccessible, test } from '../fixtures/story.ts';

interface View {
  who: string;
  username: string;
  /** A pendant of the fleet. */
  device: string;
  administration: readonly string[];
  hasNote: boolean;
  tabs: readonly string[];
  /** Within the tab "Generelt". */
  general: readonly string[];
}
const general = [
  ...['Alarminnstillinger', 'Lys og lyd', 'Batteri', 'Fall'],
  ...['Enhetslogger', 'Generelle innstillinger', 'Tvilling', 'Slett data'],
];
const ofPendants = ['Informasjon', 'Sporing', 'Geofence', 'Generelt'];
const withPlaces = ['Informasjon', 'Sporing', 'Geofence', 'Steder innendørs', 'Generelt'];
const ofOrganisations = general.toSpliced(4, 0, 'Organisasjon');
const care = ['Legg til enhet', 'Kunder'];
const users = ['Brukere', 'Rettigheter', 'Slettede brukere', 'Personopplysninger'];
const ofEverybody = ['Partnere', 'Revisjonslogg', 'Registreringer', 'Utboks', 'Egenkontroll', 'Ukjente enheter'];
const views: readonly View[] = [
  {
    ...{ who: 'a system administrator', username: 'admin', device: 'Rom 102' },
    administration: [...care, ...users, ...ofEverybody],
    ...{ hasNote: true, tabs: ofPendants, general: ofOrganisations },
  },
  {
    ...{ who: 'an administrator of a municipality', username: 'kommune', device: 'Rom 102' },
    administration: [...care, ...users, 'Revisjonslogg'],
    ...{ hasNote: true, tabs: ofPendants, general: ofOrganisations },
  },
  {
    ...{ who: 'a care worker', username: 'sykehjem', device: 'Trygghetsalarm 001' },
    ...{ administration: care, hasNote: true, tabs: withPlaces, general: ofOrganisations },
  },
  {
    ...{ who: 'a private customer', username: 'privat', device: 'Hytta' },
    ...{ administration: [], hasNote: false, tabs: ofPendants, general },
  },
];

const sizes = {
  desktop: { width: 1280, height: 720 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
} as const;

const linksOf = (place: Page | Locator, name: string) => place.getByRole('navigation', { name }).getByRole('link');

/** What is in the row of a device at a desk. Returns where its settings are. */
async function expectRow(page: Page, { device, hasNote }: View): Promise<string> {
  const row = page.getByRole('row').filter({ hasText: device });
  await expect(row).toBeVisible();
  await expect(row.getByRole('button', { name: new RegExp(`notat om ${device}`, 'i') })).toHaveCount(hasNote ? 1 : 0);
  const settings = row.getByRole('link', { name: `Innstillinger for ${device}` });
  return (await settings.getAttribute('href')) ?? '';
}

async function expectAreas(page: Page, { administration }: View): Promise<void> {
  const main = page.getByRole('navigation', { name: 'Hovedmeny' });
  await expect(main.getByRole('link')).toHaveText([/^Enheter/, /^Alarmer/, /^Kart/]);
  const menu = main.getByRole('button', { name: 'Administrasjon' });
  await expect(menu).toHaveCount(administration.length > 0 ? 1 : 0);
  if (administration.length === 0) return;
  await menu.click();
  await expect(main.getByRole('link', { name: 'Kunder' })).toBeVisible();
  const entries = (await main.getByRole('link').allTextContents()).slice(3);
  expect(entries.sort()).toEqual([...administration].sort());
  await page.keyboard.press('Escape');
}

async function expectTabs(page: Page, { tabs, general }: View, size: string): Promise<void> {
  await expect(linksOf(page, 'Sider for enheten')).toHaveText(['Kart', 'Varslingsliste', 'Innstillinger']);
  if (size === 'phone') {
    // In one list there.
    await page.getByText(/^Side: /).click();
    const all = [...tabs.filter((tab) => tab !== 'Generelt'), ...general];
    await expect(linksOf(page, 'Faner for enheten')).toHaveText(all);
    await expectAccessible(page);
    return;
  }
  await expect(linksOf(page, 'Faner for enheten')).toHaveText([...tabs]);
  await expectAccessible(page);
  await linksOf(page, 'Faner for enheten').last().click();
  await expect(linksOf(page, 'Generelt')).toHaveText([...general]);
}

for (const view of views)
  test(`${view.who} has the areas, actions and tabs of the role, and no other, on every size of screen [C0.01]`, async ({
    page,
    varde,
  }) => {
    const { password } = await demoLogin(varde, 'SUPERFIRM');
    const login = await logInAs(varde, { username: `${view.username}@solvik.example`, password });
    const [name = '', value = ''] = login.cookie.split('=');
    await page.context().addCookies([{ name, value, url: varde.url }]);
    await page.goto(`${varde.url}/#/vardes/search=${view.device}`);
    // Private users have cards, and the table on choice.
    if (view.username === 'privat') await page.getByRole('button', { name: 'Vis som tabell' }).click();
    const settings = await expectRow(page, view);
    for (const [size, viewport] of Object.entries(sizes))
      await test.step(size, async () => {
        await page.setViewportSize(viewport);
        await page.goto(`${varde.url}/${settings}`);
        await expectTabs(page, view, size);
        await expectAreas(page, view);
      });
  });
