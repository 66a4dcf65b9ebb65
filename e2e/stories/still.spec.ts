import type { Locator, Page, WebSocketRoute } from '@playwright/test';
import { api } from '@varde/contract/api';
import { type Client, logIn } from '../fixtures/api.ts';
import { expect, type Story, test } from '../fixtures/story.ts';

const sizes = [
  { name: 'a phone', width: 390, height: 844, hasTouch: true },
  { name: 'a tablet', width: 1024, height: 768, hasTouch: true },
  { name: 'a desk', width: 1600, height: 1000, hasTouch: false },
] as const;

/** Opens a page whose contact the story can cut, also that of the live channel. */
async function openCuttable(story: Story, path: string, size: (typeof sizes)[number]) {
  const { width, height, hasTouch } = size;
  const page = await story.open('SUPERFIRM', path, {
    ...{ viewport: { width, height }, hasTouch, isMobile: hasTouch },
  });
  const channels = new Set<WebSocketRoute>();
  let isCut = false;
  await page.routeWebSocket('**/ajax/live**', async (channel) => {
    if (isCut) return channel.close();
    channels.add(channel);
    channel.connectToServer();
  });
  await page.reload(); // with the channel that can be cut
  const cut = async () => {
    isCut = true;
    await page.context().setOffline(true);
    for (const channel of channels) await channel.close();
    channels.clear();
    await expect(page.getByText(/^Ingen kontakt siden/)).toBeVisible({ timeout: 30_000 });
  };
  const mend = async () => {
    isCut = false;
    await page.context().setOffline(false);
    await expect(page.getByText(/^Ingen kontakt siden/)).toBeHidden({ timeout: 40_000 });
  };
  return { page, cut, mend };
}

/** All that happens by itself while somebody works: each step is named, and over when the page shows it. */
async function* commotion(story: Story, { page, cut, mend }: Awaited<ReturnType<typeof openCuttable>>) {
  const other = await logIn(story.varde, 'FIRM');
  const counts = (text: RegExp) => expect(page.getByText(text).first()).toBeAttached();
  const names: string[] = [];
  for (const count of [1, 2, 3, 4]) {
    const device = await story.device(({ protocol, name }) => protocol === 'eview' && !names.includes(name));
    names.push(device.name);
    device.wire.pressSos();
    await counts(new RegExp(`^${count} aktive? alarm`));
    yield `alarm ${count} has come`;
  }
  const [first, second, ...rest] = await openAlarmsOf(other, names);
  if (!first || !second) throw new Error('four alarms');
  await other.call(api.alarms.claimAlarm, { params: { alarmId: first.alarmId } });
  await counts(/^3 er ikke tatt/);
  yield 'one is taken';
  await resetAlarm(other, second.alarmId);
  await counts(/^3 aktive alarmer/);
  yield 'one is reset';
  await cut();
  yield 'the contact is lost';
  await mend();
  yield 'the contact is back';
  for (const { alarmId } of [first, ...rest]) await resetAlarm(other, alarmId);
  await counts(/^Ingen aktive alarmer/);
  yield 'all are reset';
}

async function openAlarmsOf({ call }: Client, names: readonly string[]) {
  const { alarms } = await call(api.alarms.listAlarms, { query: {} });
  return alarms.filter(({ deviceName }) => names.includes(deviceName));
}

async function resetAlarm(client: Client, alarmId: number): Promise<void> {
  const { alarms } = await client.call(api.alarms.listAlarms, { query: {} });
  const alarm = alarms.find((each) => each.alarmId === alarmId);
  if (alarm === undefined) throw new Error('it is not open');
  const { claimedAt, signalCount } = alarm;
  const body = { handledBy: 'Vakta', outcome: 'other' as const, claimedAt, signalCount };
  await client.call(api.alarms.resetAlarm, { params: { alarmId }, body });
}

/** After two frames all that an event has changed is drawn. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Asserts that an element is within a pixel of where it was. */
async function staysAt(target: Locator, before: Box, when: string): Promise<void> {
  await drawn(target.page());
  const now = await boxOf(target);
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs(now[side] - before[side]), `${side}, once ${when}`).toBeLessThanOrEqual(1);
}

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;
async function boxOf(target: Locator): Promise<Box> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('it is not on the page');
  return box;
}

for (const size of sizes) {
  test(`on ${size.name} a field of a form stays where somebody types, and takes every letter, while alarms come, are taken and go, and the contact is lost and returns`, async ({
    story,
  }) => {
    test.setTimeout(180_000);
    const cuttable = await openCuttable(story, '/settings/3/5/info', size);
    const { page } = cuttable;
    const field = page.locator('main input[type=text], main textarea').first();
    await field.click();
    await field.fill('');
    const box = await boxOf(field);
    let typed = '';
    for await (const step of commotion(story, cuttable)) {
      await page.keyboard.type('a');
      typed += 'a';
      await staysAt(field, box, step);
      await expect(field).toHaveValue(typed);
    }
  });

  test(`on ${size.name} a row of the list stays under the hand, and a press reaches it, while alarms come, are taken and go, and the contact is lost and returns`, async ({
    story,
  }) => {
    test.setTimeout(180_000);
    const cuttable = await openCuttable(story, '/vardes', size);
    const { page } = cuttable;
    const opener = page
      .getByRole('row')
      .nth(3)
      .getByRole('button', { name: /^Mer om/ });
    await expect(opener).toBeVisible();
    const target = page.getByRole('button', {
      name: (await opener.getAttribute('aria-label')) ?? '',
      exact: true,
    });
    const box = await boxOf(target);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    let isOpen = false;
    for await (const step of commotion(story, cuttable)) {
      await staysAt(target, box, step);
      await page.mouse.down();
      await page.mouse.up();
      isOpen = !isOpen;
      await expect(target, `pressed once ${step}`).toHaveAttribute('aria-expanded', String(isOpen));
      await staysAt(target, box, `it is pressed after ${step}`);
    }
  });

  test(`on ${size.name} a dialog and the rows behind it stay, while alarms come, are taken and go, and the contact is lost and returns`, async ({
    story,
  }) => {
    test.setTimeout(180_000);
    const cuttable = await openCuttable(story, '/vardes', size);
    const { page } = cuttable;
    await expect(page.getByRole('row').nth(3)).toBeVisible();
    await page.mouse.move(size.width / 2, size.height / 2);
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Hurtigtaster' });
    const close = dialog.getByRole('button', { name: 'Lukk' });
    await expect(close).toBeVisible();
    // It slides in.
    await dialog.evaluate((element) =>
      Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished.then(() => undefined))),
    );
    const behind = () =>
      page
        .locator('main [role=row]')
        .evaluateAll((rows) => rows.slice(0, 8).map((row) => row.textContent?.slice(0, 60)));
    const orderOf = async () =>
      (await behind()).map((text) => /(Trygghets\w+|Rom|Hjemmeboende) \d+/.exec(text ?? '')?.[0]);
    const [box, order] = [await boxOf(close), await orderOf()];
    for await (const step of commotion(story, cuttable)) {
      await staysAt(close, box, step);
      expect(await orderOf(), step).toEqual(order);
    }
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(dialog).toHaveCount(0);
  });
}
