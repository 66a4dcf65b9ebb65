import { api } from '@varde/contract/api';
import { logIn } from '../fixtures/api.ts';
import { expect, test } from '../fixtures/story.ts';

test('a double click and an impatient Enter on a slow line add one customer', async ({ story, varde }) => {
  const page = await story.open('SUPERFIRM', '/admin/customers');
  const line = Promise.withResolvers<void>();
  await page.route('**/ajax/customers', async (route) => {
    if (route.request().method() === 'POST') await line.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Ny kunde' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type').selectOption('Kommune');
  await dialog.getByLabel('Navn').fill('Dobbeltklikk kommune');
  await dialog.getByRole('button', { name: 'Legg til' }).dblclick();
  await dialog.getByLabel('Navn').press('Enter');
  line.resolve();
  await expect(page.getByRole('heading', { name: 'Dobbeltklikk kommune' })).toBeVisible();
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { customers } = await call(api.customers.listCustomers, { query: { search: 'Dobbeltklikk' } });
  expect(customers).toHaveLength(1);
});

test('the second press of a double click does nothing to the dialog that the first one has opened', async ({
  story,
}) => {
  const page = await story.open('SUPERFIRM', '/admin/customers');
  const button = page.getByRole('button', { name: 'Ny kunde' });
  await button.hover();
  await page.mouse.down({ clickCount: 1 });
  await page.mouse.up({ clickCount: 1 });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Navn')).toBeVisible();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await dialog.getByLabel('Navn').fill('Enkeltklikk kommune');
  await button.hover({ force: true });
  await page.mouse.down({ clickCount: 1 });
  await page.mouse.up({ clickCount: 1 });
  await expect(dialog, 'a single press beside it closes it').toHaveCount(0);
});
