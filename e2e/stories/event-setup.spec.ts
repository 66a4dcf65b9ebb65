import type { Locator, Page } from '@playwright/test';
import { linkTo } from '../fixtures/mail.ts';
import { expect, expectAccessible, findDevices, openDetails, test } from '../fixtures/story.ts';

const isWatch = ({ name }: { name: string }) => name === 'Tors klokke';

async function addReceiver(page: Page, name: string, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Ny mottaker' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ny mottaker' });
  await dialog.getByLabel(/^Navn/).fill(name);
  await dialog.getByLabel('SMS').uncheck();
  await dialog.getByLabel('E-post', { exact: true }).check();
  await dialog.getByLabel('E-postadresse').fill(email);
  await dialog.getByRole('button', { name: 'Legg til' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: email })).toBeVisible();
}

/** Drags the row of a receiver by its handle to where another one is. */
async function dragAbove(page: Page, name: string, other: string): Promise<void> {
  const handleOf = (text: string) =>
    page
      .getByRole('region', { name: 'Mottakere' })
      .getByRole('listitem')
      .filter({ hasText: text })
      .locator('span[aria-hidden]')
      .first();
  const middleOf = async (handle: Locator) => {
    const box = await handle.boundingBox();
    if (box === null) throw new Error('a row has no handle');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  await handleOf(name).scrollIntoViewIfNeeded();
  await handleOf(other).scrollIntoViewIfNeeded();
  const [from, to] = [await middleOf(handleOf(name)), await middleOf(handleOf(other))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y - 4, { steps: 8 });
  await page.mouse.up();
}

/** Right after a drop the library takes a press for a part of the drag: a finger is slower, a story is not. */
async function saveAfterDrag(page: Page): Promise<void> {
  const button = page.getByRole('region', { name: 'Mottakere' }).getByRole('button', { name: 'Lagre', exact: true });
  await expect(async () => {
    if (await button.isVisible()) await button.click();
    await expect(button).toHaveCount(0, { timeout: 3000 });
  }).toPass();
}

async function save(page: Page): Promise<void> {
  const button = page.getByRole('region', { name: 'Mottakere' }).getByRole('button', { name: 'Lagre', exact: true });
  await button.click();
  await expect(page.getByText('Varslingslisten er lagret.').last()).toBeVisible();
  await expect(button).toHaveCount(0); // the message of an earlier save may still be there
}

test('a device inherits the notification list of its customer, gets its own and goes back, and an SOS reaches the receiver, who takes it by the link on a phone [C2.04]', async ({
  story,
  browser,
  varde,
}) => {
  const device = await story.device(isWatch);
  const page = await story.open('SUPERFIRM', '/vardes');
  await findDevices(page, 'Tors klokke');
  const row = page.getByRole('row').filter({ hasText: 'Tors klokke' });
  await row.getByRole('link', { name: /^Varslingsliste/ }).click();
  await expect(page).toHaveURL(/#\/event_setup\/\d+$/);
  await expect(page.getByText('Ingen varsles ved alarm.')).toBeVisible();
  const address = page.url();

  const customer = await page
    .getByText('Kunde', { exact: true })
    .locator('xpath=following-sibling::*[1]')
    .textContent();
  await page.goto('/#/admin/customers');
  await page.getByLabel('Søk etter kunder').fill(customer ?? '');
  await page
    .getByRole('button', { name: new RegExp(`^${customer}`) })
    .first()
    .click();
  await page.getByRole('button', { name: 'Lag egen liste' }).click();
  await addReceiver(page, 'Kari Vakt', 'vakt@solvik.example');
  await save(page);

  await page.goto(address);
  await expect(page.getByText(`Arvet fra ${customer}`)).toBeVisible();
  await page.getByRole('button', { name: 'Send prøvevarsel' }).click();
  const question = page.getByRole('dialog', { name: 'Sende prøvevarsel til 1 mottaker?' });
  await question.getByRole('button', { name: 'Send prøvevarsel' }).click();
  const tested = page.getByRole('region', { name: 'Prøvevarsel' }).getByRole('listitem');
  await expect(tested).toContainText('E-post til vakt@solvik.example');
  await expect(tested).toContainText('I kø');
  await expect(page.getByText('Varde har ingen e-postserver.')).toBeVisible();
  await page.getByRole('button', { name: 'Lag egen liste' }).click();
  await addReceiver(page, 'Ola Nabo', 'nabo@solvik.example');
  await save(page);
  await expect(page.getByText('først Kari Vakt (e-post), etter 60 s Ola Nabo (e-post)')).toBeVisible();
  await expectAccessible(page);
  await dragAbove(page, 'Ola Nabo', 'Kari Vakt');
  await expect(page.getByText('først Ola Nabo (e-post), etter 60 s Kari Vakt (e-post)')).toBeVisible();
  await saveAfterDrag(page);
  await page.getByRole('button', { name: 'Gå tilbake til arvet liste' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Gå tilbake til arvet liste' }).click();
  await expect(page.getByText(`Arvet fra ${customer}`)).toBeVisible();
  await expect(page.getByText('Ola Nabo')).toHaveCount(0);

  device.wire.pressSos();
  const alarm = page.getByRole('listitem', { name: 'Alarm: Tors klokke' });
  await openDetails(alarm);
  const timeline = alarm.getByRole('list', { name: /^Tidslinje/ });
  const told = timeline.getByRole('listitem').filter({ hasText: 'Kari Vakt, vakt@solvik.example' });
  await expect(told).toContainText('Varsles');
  await expect(told).toContainText('E-post venter på sending');
  await expect(timeline.getByText(/Ola Nabo/)).toHaveCount(0);

  const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
  const phone = await context.newPage();
  await phone.goto(await linkTo(varde, 'vakt@solvik.example', 'shared'));
  await expect(phone.getByText('Kari Vakt, kan du ta alarmen?')).toBeVisible();
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Jeg tar den' }).click();
  await expect(phone.getByRole('status')).toHaveText(/^Du har tatt alarmen/);
  await expectAccessible(phone);
  await expect(alarm.getByText('Tatt av Kari Vakt (varslet)')).toBeVisible();
  await expect(alarm.getByRole('listitem').filter({ hasText: 'Tok alarmen' })).toContainText('Kari Vakt');
  await context.close();
});
