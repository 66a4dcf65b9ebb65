import { createVirtualDevice } from '@varde/simulator/devices/virtual-device';
import { expect, test } from '../fixtures/story.ts';

test('a home unit over MQTT, from its registration to changed settings and an alarm', async ({ story, varde }) => {
  const page = await story.open('SUPERFIRM', '/add_varde');
  await page.getByLabel('Serienummer').fill('MQTT0001');
  await page.getByRole('button', { name: 'Fortsett' }).click();
  await page.getByLabel('Enhetstype').selectOption('Home Max');
  await page.getByLabel('Enhets-ID').fill('two/levels');
  await page.getByLabel('Navn').fill('Leilighet 9');
  await page.getByRole('button', { name: /^Kunde/ }).click();
  const chooser = page.getByRole('region', { name: 'Velg kunde' });
  await chooser.getByRole('searchbox').fill('Solvik sykehjem');
  await expect(chooser.getByRole('listitem')).toHaveCount(1);
  await chooser.getByRole('button', { name: /^Solvik sykehjem/ }).click();
  await page.getByRole('button', { name: 'Legg til', exact: true }).click();
  await expect(page.getByLabel('Enhets-ID')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Enhets-ID').fill('unit-9001');
  await page.getByRole('button', { name: 'Legg til', exact: true }).click();
  await expect(page.getByText('Den vises bare nå')).toBeVisible();
  const token = (await page.locator('code').textContent()) ?? '';
  await page.getByRole('button', { name: 'Fortsett' }).click();
  await expect(page).toHaveURL(/#\/settings\/\d+\/26/);

  const unit = createVirtualDevice({
    ...{ protocol: 'mqtt', identity: 'unit-9001', token, host: '127.0.0.1', port: varde.ports.mqtt },
    ...{ home: null, homeUnit: 26 },
  });
  await unit.connect();
  await page
    .getByRole('navigation', { name: 'Faner for enheten' })
    .getByRole('link', { name: 'Lyd', exact: true })
    .click();
  const before = unit.settings.confirmBeep;
  await page.getByRole('switch', { name: 'Kvitteringslyd' }).click();
  await page.getByRole('button', { name: 'Lagre', exact: true }).click();
  await expect(page.getByText('Innstillingene er lagret og sendes til enheten.')).toBeVisible();
  await expect.poll(() => unit.settings.confirmBeep).toBe(!before);
  await expect(page.getByText('Mottatt av enheten')).toBeVisible();

  unit.pressSos();
  const list = await story.open('FIRM', '/vardes');
  await expect(list.getByRole('listitem', { name: 'Alarm: Leilighet 9' })).toBeVisible();
  unit.close();
});
