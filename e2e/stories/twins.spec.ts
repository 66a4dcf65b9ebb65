import { api } from '@varde/contract/api';
import { type Client, logIn } from '../fixtures/api.ts';
import { customerNamed } from '../fixtures/people.ts';
import { expect, expectAccessible, findDevices, test } from '../fixtures/story.ts';
import type { RunningVarde } from '../fixtures/varde.ts';

const serials = { original: 'TW0000001', twin: 'TW0000002' };
const identityOf = (serial: string) => `8610000000${serial.slice(-5)}`;

/** A watch of the story's own. */
async function registerOriginal(varde: RunningVarde, { call }: Client): Promise<number> {
  const { deviId } = await call(api.newDevices.addDevice, {
    body: {
      ...{ deviceSerialNumber: serials.original, deviceName: 'Ingrid Moe', twinOf: null },
      custId: await customerNamed(varde, 'Solvik sykehjem'),
      unit: { dehaId: 34, identity: identityOf(serials.original), phone: '' },
    },
  });
  return deviId;
}

test('a twin is added, shows as one row with its original, may do little, takes over the wearer, and is separated [C2.11 C2.55 C3.06 D1.016 D1.017 D2.046 D2.048]', async ({
  story,
  varde,
}) => {
  const admin = await logIn(varde, 'SUPERFIRM');
  const original = await registerOriginal(varde, admin);
  const page = await story.open('SUPERFIRM', `/settings/${original}/34/general/twin`);
  await page.getByRole('link', { name: 'Legg til tvilling' }).click();
  await expect(page.getByText('Den nye enheten blir tvilling av Ingrid Moe (TW0000001).')).toBeVisible();
  await page.getByLabel('Serienummer').fill(serials.twin);
  await page.getByRole('button', { name: 'Fortsett' }).click();
  await page.getByLabel('Enhetstype').selectOption('Watch Two 4G');
  await page.getByLabel('Enhets-ID').fill(identityOf(serials.twin));
  await page.getByLabel('Navn').fill('Ingrids klokke');
  await page.getByRole('button', { name: 'Legg til' }).click();
  await expect(page.getByText('Ingrids klokke er lagt til.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Ingrid Moe \(med tvilling\)/ })).toBeVisible();

  const list = await story.open('FIRM', '/vardes');
  await findDevices(list, serials.twin);
  const row = list.getByRole('row').filter({ hasText: 'Ingrid Moe (med tvilling)' });
  await expect(row).toContainText(`${serials.twin} · `);
  await expect(list.getByRole('row').filter({ hasText: 'Ingrids klokke' })).toHaveCount(0);

  const { twinDevice } = await admin.call(api.twins.getTwin, { params: { deviId: original } });
  const twin = twinDevice?.deviId ?? 0;
  const clone = await story.open('FIRM', `/settings/${twin}/45`);
  await expect(clone.getByRole('heading', { name: /^Ingrids klokke/ })).toBeVisible();
  const tabs = clone.getByRole('navigation', { name: 'Faner for enheten' });
  await expect(tabs.getByRole('link')).toHaveText(['Informasjon', 'Generelt']);
  await expect(clone.getByLabel('Velg bilde')).toHaveCount(0);
  await expect(clone.getByRole('checkbox', { name: /opplæring/i })).toBeDisabled();
  await expectAccessible(clone);
  await tabs.getByRole('link', { name: 'Generelt' }).click();
  const general = clone.getByRole('navigation', { name: 'Generelt' });
  await expect(general.getByRole('link')).toHaveText(['Enhetslogger']);

  await page.getByRole('link', { name: 'Generelt' }).click();
  await page.getByRole('link', { name: 'Tvilling', exact: true }).click();
  await page.getByRole('button', { name: 'Bytt original og tvilling' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bytt original og tvilling' });
  await expect(dialog).toContainText('overtar alt som hører til tjenestemottakeren: navnet Ingrid Moe');
  await dialog.getByRole('button', { name: 'Bytt original og tvilling' }).click();
  await expect(page.getByText(`${serials.twin} er nå original.`)).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Ingrids klokke/ })).toBeVisible();
  await expect(clone.getByRole('heading', { name: /^Ingrid Moe \(med tvilling\)/ })).toBeVisible();
  await expect(general.getByRole('link', { name: 'Tvilling' })).toBeVisible();
  await expect(row).toContainText(`${serials.original} · `);

  await general.getByRole('link', { name: 'Tvilling' }).click();
  await clone.getByRole('button', { name: 'Skill tvillingene' }).click();
  await clone.getByRole('dialog').getByRole('button', { name: 'Skill tvillingene' }).click();
  await expect(clone.getByText('Enheten har ingen tvilling.')).toBeVisible();
  await expect(clone.getByRole('heading', { name: /^Ingrid Moe\s/ })).toBeVisible();
  await expect(list.getByRole('row').filter({ hasText: serials.twin })).not.toContainText('med tvilling');

  // Other stories on this server count the devices of the demo.
  for (const deviId of [original, twin]) {
    const params = { deviId };
    await admin.call(api.deviceLife.saveDeletionRule, { params, body: { allowDeviceDeletes: true } });
    await admin.call(api.deviceLife.deleteDevice, { params });
  }
});
