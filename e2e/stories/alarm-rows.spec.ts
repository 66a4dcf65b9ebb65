import { expect, type Locator, test } from '@playwright/test';
import { hardwareList } from '@varde/catalogue/hardware/index';
import { api } from '@varde/contract/api';
import { openInstallation } from '@varde/server/cli/installation';
import { parseConfig } from '@varde/server/config';
import { seedDemo } from '@varde/server/demo/seed';
import { registerDevice } from '@varde/server/domain/devices/register-device';
import { logIn } from '../fixtures/api.ts';
import { expectAccessible, logInByHand } from '../fixtures/story.ts';
import { type RunningVarde, startVarde } from '../fixtures/varde.ts';

/** Just above and below each width at which the rows or the list have another layout. */
const widths = [360, 767, 768, 900, 943, 1024, 1199, 1200, 1245, 1280, 1600];
const token = 'token-of-each-home-unit-of-this-story';
const names = [
  'Rom 101',
  'Rom 102',
  'Rom 103',
  'Rom 104',
  'Ragnhild Katharina Bjørnstad-Haugen og Thi Minh Châu Øvrebø, leilighet 14 i andre etasje',
  'Nordre-Bjørkelundsvegen-omsorgsbustader-og-dagsenter-leilegheit-nummer-fire',
];
const identityOf = (name: string) => `row-${names.indexOf(name)}`;

let varde: RunningVarde;
test.beforeAll(async () => {
  varde = await startVarde({ fleet: false, prepare: addUnits });
  await raiseAll();
});
test.afterAll(() => varde.dispose());

async function addUnits(env: NodeJS.ProcessEnv): Promise<void> {
  const { database, close } = await openInstallation(parseConfig(env));
  await seedDemo(database.db, () => undefined);
  const dehaId = hardwareList.find(({ protocol }) => protocol === 'http')?.dehaId ?? 0;
  for (const name of names)
    await registerDevice(database.db, {
      ...{ dehaId, custId: 5, identity: identityOf(name), token, formattedPhoneNumE164: '+47 580 00 123' },
      ...{ deviceName: name, deviceSerialNumber: `ROW${names.indexOf(name)}` },
    });
  await close();
}

async function raise(name: string, sequence: string): Promise<void> {
  const { status } = await fetch(`http://127.0.0.1:${varde.ports.http}/v1/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ device: identityOf(name), sequence, events: ['alarm'] }),
  });
  expect(status).toBe(200);
}

/** An alarm of each unit: one is not taken, and the others are the user's own, another's, and raised again after that. */
async function raiseAll(): Promise<void> {
  const own = await logIn(varde, 'SUPERFIRM');
  const other = await logIn(varde, 'FIRM');
  const { devices } = await own.call(api.devices.listDevices, { query: { search: 'ROW' } });
  for (const { deviId } of devices)
    await own.call(api.notes.saveNote, {
      params: { deviId },
      body: { id: 0, note: 'Nøkkel hos naboen i leilighet 12. Hører dårlig på høyre øre.', sms: true },
    });
  for (const name of names) await raise(name, '1');
  const { alarms } = await own.call(api.alarms.listAlarms, { query: {} });
  const idOf = (name: string) => alarms.find(({ deviceName }) => deviceName === name)?.alarmId ?? 0;
  await own.call(api.alarms.claimAlarm, { params: { alarmId: idOf('Rom 102') } });
  await other.call(api.alarms.claimAlarm, { params: { alarmId: idOf('Rom 103') } });
  await own.call(api.alarms.claimAlarm, { params: { alarmId: idOf('Rom 104') } });
  await raise('Rom 104', '2');
}

/** What is wrong with the layout of a list of rows; empty when all that has to be whole is whole and in its place. */
function faultsOf(list: Element): string[] {
  const faults: string[] = [];
  // Where there is no room, an icon stands for words that are there for screen readers alone.
  const isUnseen = (element: Element) => getComputedStyle(element).clipPath === 'inset(50%)';
  const boxOf = (element: Element) => {
    if (element.matches('button, a[class*=ActionIcon-root]') || [...element.children].some(isUnseen))
      return element.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const within = (inner: DOMRect, outer: DOMRect) =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1;
  const isCut = (element: Element, row: Element) => {
    for (let parent: Element | null = element; parent && parent !== row; parent = parent.parentElement)
      if (getComputedStyle(parent).overflow !== 'visible')
        if (!within(boxOf(element), parent.getBoundingClientRect())) return true;
    return !within(boxOf(element), row.getBoundingClientRect());
  };
  const overlap = (a: DOMRect, b: DOMRect) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const shownIn = (row: Element, selector: string) =>
    [...row.querySelectorAll(selector)].filter((element) => element.checkVisibility() && !isUnseen(element));
  const namesAt = new Set<number>();
  for (const row of list.querySelectorAll('[data-alarm]')) {
    const named = (element: Element) => `${row.ariaLabel}: ${element.ariaLabel ?? element.textContent}`;
    const parts = shownIn(row, 'a, time, button');
    for (const element of [...parts, ...shownIn(row, '[class*=Button-label]')])
      if (isCut(element, row)) faults.push(`${named(element)} is cut`);
    for (const [at, part] of parts.entries())
      for (const other of parts.slice(at + 1))
        if (overlap(boxOf(part), boxOf(other))) faults.push(`${named(part)} lies over ${named(other)}`);
    const [name, time] = ['a', 'time'].map((part) => shownIn(row, part)[0]);
    if (!name || !time || boxOf(time).top < boxOf(name).bottom - 1)
      faults.push(`${row.ariaLabel}: the status is not below the name`);
    if (name) namesAt.add(Math.round(boxOf(name).left));
  }
  if (namesAt.size !== 1) faults.push(`names begin at ${[...namesAt].join(', ')}`);
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is wider than the screen');
  return faults;
}

const heights = (rows: Locator) =>
  rows.evaluateAll((elements) => [...new Set(elements.map((row) => row.clientHeight))]);

for (const touch of [false, true])
  test(`the rows of alarms are one grid at every width${touch ? ' of a touch screen' : ''}: names, status, number and buttons are whole, and a row is as high whoever has the alarm`, async ({
    browser,
  }) => {
    const page = await browser.newPage({ hasTouch: touch, isMobile: touch });
    await logInByHand(page, varde, 'SUPERFIRM');
    for (const path of ['vardes', 'alarms']) {
      await page.goto(`${varde.url}/#/${path}`);
      const list = page.getByRole('list', { name: 'Liste over aktive alarmer' });
      await expect(list.getByRole('listitem')).toHaveCount(names.length);
      await expect(list.getByText(/^Utløst på nytt etter at du/)).toBeVisible();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        expect(await list.evaluate(faultsOf), `${path} at ${width} px`).toEqual([]);
        const short = list.getByRole('listitem', { name: /: Rom 10\d$/ });
        expect(await heights(short), `${path} at ${width} px`).toHaveLength(1);
        const call = list.getByRole('link', { name: 'Ring +47 580 00 123' }).first();
        if (touch) expect((await call.boundingBox())?.height, `${path} at ${width} px`).toBeGreaterThanOrEqual(44);
      }
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page, 'colours');
    }
    await page.close();
  });
