import type { Browser, Page } from '@playwright/test';
import { api } from '@varde/contract/api';
import { logIn } from '../fixtures/api.ts';
import type { RunningVarde } from '../fixtures/varde.ts';
import { type Camera, createCamera } from './camera.ts';
import type { Devices } from './devices.ts';

/** The import, the views and the selection of the list, and an alarm with its timeline and its hand-over. */
export async function takeWork(varde: RunningVarde, browser: Browser, devices: Devices, folder: string): Promise<void> {
  const camera = await createCamera(browser, varde, 'SUPERFIRM', folder);
  await takeImport(camera);
  await takeViews(camera);
  await takeSelection(camera);
  await takeDevice(camera, varde);
  devices.wire('Trygghetsalarm 001').pressSos();
  devices.wire('Rom 101').say('fall');
  await takeAlarm(camera);
  await camera.close();
}

const file = [
  'Serienummer;Navn;Kunde;Enhetstype;Enhets-ID;Merknad',
  'WT0000001;Rom 301;Solvik sykehjem;Watch Seven;861000000000001;ny',
  'WT0000002;Rom 302;Ukjent omsorgssenter;Watch Seven;861000000000002;',
  'WT0000001;Rom 303;Solvik sykehjem;Klokke;861000000000003;',
].join('\n');

async function takeImport(camera: Camera): Promise<void> {
  await camera.take('add-device', '/add_varde', (page) => page.getByLabel('Serienummer').waitFor());
  await camera.take('import', '/add_varde/import', (page) => page.getByRole('button', { name: 'Velg fil' }).waitFor());
  await camera.take('import-checked', '/add_varde/import', async (page) => {
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'enheter.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await page.getByText('kan importeres').waitFor();
  });
}

async function takeViews(camera: Camera): Promise<void> {
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Visning', exact: true }).click();
    await page.getByRole('button', { name: 'Lagre visningen' }).click();
    await page.getByRole('dialog').getByLabel('Navn').fill('Lavt batteri i Solvik');
  };
  await camera.take('filters', '/vardes', async (page) => {
    await page.getByRole('button', { name: 'Filtre' }).click();
    await page.getByLabel('Varsel').waitFor();
  });
  await camera.take('view-save', '/vardes', async (page) => {
    await save(page);
    await page.getByRole('dialog').getByLabel('Del med brukerne hos en kunde').check();
  });
  await camera.take('views', '/vardes', async (page) => {
    await save(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Lagre', exact: true }).click();
    await page.getByRole('link', { name: 'Lavt batteri i Solvik' }).waitFor();
  });
}

async function takeSelection(camera: Camera): Promise<void> {
  const select = async (page: Page) => {
    await page.getByRole('button', { name: 'Velg og eksporter' }).click();
    for (const at of [0, 1])
      await page
        .getByRole('checkbox', { name: /^Velg / })
        .nth(at)
        .check();
  };
  await camera.take('selection', '/vardes', select);
  await camera.take('selection-move', '/vardes', async (page) => {
    await select(page);
    await page.getByRole('button', { name: 'Overfør', exact: true }).click();
    await page.getByRole('dialog').waitFor();
  });
}

/** A text of each tab. */
const tabTexts = {
  organization: 'Overfør enheten',
  twin: 'Legg til tvilling',
  logs: 'Revisjonslogg',
  'delete-device-data': 'Bytt enhet',
};

async function takeDevice(camera: Camera, varde: RunningVarde): Promise<void> {
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { devices } = await call(api.devices.listDevices, { query: { search: 'Trygghetsklokke' } });
  const device = devices.find(({ actions }) => actions.includes('message'));
  if (device === undefined) throw new Error('the demo has a device that shows messages');
  const general = `/settings/${device.deviId}/${device.dehaId}/general`;
  await camera.take('device-messages', `/settings/${device.deviId}/${device.dehaId}/info`, async (page) => {
    await page.getByLabel('Melding til enheten').fill('Ring meg');
    await page.getByRole('button', { name: 'Send melding' }).click();
    await page.getByRole('list', { name: 'Sendte meldinger' }).getByText('Ring meg').waitFor();
  });
  await camera.take('device-macs', `/settings/${device.deviId}/${device.dehaId}/info`, async (page) => {
    await page.getByRole('button', { name: 'Wifi og Bluetooth i nærheten' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^(Det nyeste først|Enheten har ikke)/)
      .waitFor();
  });
  for (const tab of ['organization', 'twin', 'logs', 'delete-device-data'] as const)
    await camera.take(`device-${tab}`, `${general}/${tab}`, (page) => page.getByText(tabTexts[tab]).first().waitFor());
  await camera.take('device-test', general, async (page) => {
    await page.getByRole('button', { name: 'Handlinger' }).click();
    await page.getByRole('menuitem', { name: 'Test alarmen' }).click();
    await page.getByRole('dialog').waitFor();
  });
  await camera.take('swap', `${general}/delete-device-data`, async (page) => {
    await page.getByRole('button', { name: 'Bytt enhet' }).click();
    await page.getByRole('dialog').waitFor();
  });
}

async function takeAlarm(camera: Camera): Promise<void> {
  const first = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();
  await camera.take('alarm-timeline', '/alarms', async (page) => {
    await page.getByRole('button', { name: 'Ta alarmen' }).nth(1).waitFor();
    await first(page, 'Ta alarmen').click();
    await page.getByText('Du har tatt alarmen').waitFor();
    await page.getByRole('button', { name: 'Detaljer' }).first().click();
    await page.getByText('Alarmen ble mottatt').waitFor();
  });
  await camera.take('share', '/alarms', async (page) => {
    await page.getByRole('button', { name: 'Del', exact: true }).first().click();
    await page.getByRole('dialog').waitFor();
  });
  await camera.take('hand-over', '/alarms', async (page) => {
    await first(page, 'Overfør').click();
    await page.getByRole('dialog').getByRole('radio').first().waitFor();
  });
  await camera.take('handed-over', '/alarms', async (page) => {
    await first(page, 'Overfør').click();
    await page.getByRole('dialog').getByRole('radio').first().check();
    await page.getByRole('dialog').getByRole('button', { name: 'Overfør' }).click();
    await page.getByText(/^Venter på /).waitFor();
  });
  await camera.take('alarm-history', '/alarms/history', (page) => page.getByRole('row').nth(1).waitFor());
  await camera.take('answer-times', '/alarms/answer_times', (page) =>
    page.getByRole('heading', { name: 'Svartider' }).waitFor(),
  );
  await camera.take('alarm-page', '/alarms/history', async (page) => {
    await page
      .getByRole('button', { name: /^Mer om alarmen/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Vis alt om alarmen' }).click();
    await page.getByRole('main').getByText('Alarmen ble mottatt').waitFor();
  });
}
