import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { api } from '@varde/contract/api';
import { pdfTexts } from '@varde/testing/pdf-sheets';
import { deviceNamed, logIn } from '../fixtures/api.ts';
import { addPerson, customerNamed, enterAs } from '../fixtures/people.ts';
import { expect } from '../fixtures/story.ts';
import { test } from '../fixtures/with-addresses.ts';

const name = 'Trygghetsalarm 001';
const sent = 60;

/** Presses the button of an export; returns the name of the file and its bytes. */
async function fileOf(page: Page, button: string): Promise<[string, Buffer]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await download;
  return [file.suggestedFilename(), await readFile(await file.path())];
}

/** The rows of a CSV file, each in its columns, without the lines above them. */
const rowsOf = (bytes: Buffer) =>
  bytes
    .toString('utf16le')
    .split('\r\n')
    .slice(2, -1)
    .map((line) => line.split(';'));

/** Numbers of rows on paper: what is in the first column of each sheet. */
async function idsOf(pdf: Buffer): Promise<string[]> {
  return (await pdfTexts(pdf)).flatMap((sheet) => {
    const first = sheet.find(({ text }) => text === 'Nr.')?.left ?? 0;
    return sheet.filter(({ left, text }) => Math.abs(left - first) < 1 && /^\d+$/.test(text)).map(({ text }) => text);
  });
}

/** The parts of a hundred that columns have on a sheet, by where their heads begin. */
function sharesOf(sheet: Awaited<ReturnType<typeof pdfTexts>>[number] = []): number[] {
  const heads = ['Nr.', 'Tid', 'Melding', 'Kilde', 'Posisjon', 'Satell', 'Mobil', 'Batteri'];
  const lefts = heads.map((head) => sheet.find(({ text }) => text.startsWith(head))?.left ?? Number.NaN);
  const [margin, paper, padding] = [36, 841.89, 3];
  const ends = [...lefts, paper - margin + padding];
  return lefts.map((left, index) => Math.round((((ends[index + 1] ?? 0) - left) / (paper - 2 * margin)) * 100));
}

test('[D9.042 D9.043 D6.035 D6.036] an operator fetches all of a log, and all of a filtered one, as CSV and as PDF, with addresses; a user without the policy has no button, and the call is refused', async ({
  page: reader,
  story,
  varde,
}) => {
  const device = await story.device((one) => one.name === name);
  for (let position = 0; position < sent; position += 1) device.wire.sendPosition();
  device.wire.pressSos();
  const { deviId, deviceSNNum } = await deviceNamed(varde, name);
  const page = await story.open('FIRM', `/mapsingle/${deviId}`);
  const log = page.getByRole('region', { name: `Transaksjonslogg for ${name}` });
  await expect(log.getByRole('row').filter({ hasText: 'Alarm' }).first()).toBeVisible();
  await expect(log.getByRole('cell').filter({ hasText: 'Storgata 1' }).first()).toBeVisible();
  const { call } = await logIn(varde, 'SUPERFIRM');
  const stored = async (filters?: 'ALARM') =>
    (
      await call(api.transactions.listTransactions, { params: { deviId }, query: { transactionCount: 200, filters } })
    ).transactions.map(({ tranId }) => String(tranId));

  const all = await stored();
  expect(all.length).toBeGreaterThan(sent);
  const [csvName, csv] = await fileOf(page, 'Eksporter CSV');
  expect(csvName).toBe(`Transactions${deviceSNNum}.csv`);
  expect(rowsOf(csv).map(([id]) => id)).toEqual(all);
  expect(rowsOf(csv).filter((row) => row[4] === 'Storgata 1, 6002 Ålesund').length).toBeGreaterThanOrEqual(sent);
  const [pdfName, pdf] = await fileOf(page, 'Eksporter PDF');
  expect(pdfName).toBe(`Transactions${deviceSNNum}.pdf`);
  expect(await idsOf(pdf)).toEqual(all);
  const [sheet] = await pdfTexts(pdf);
  expect(sharesOf(sheet)).toEqual([10, 14, 18, 10, 22, 8, 8, 10]);
  expect(sheet?.map(({ text }) => text).join(' ')).toContain('Storgata 1, 6002 Ålesund');

  await log.getByRole('button', { name: /^Vis bare/ }).click();
  await page.getByRole('checkbox', { name: 'Alarm', exact: true }).check();
  await page.keyboard.press('Escape');
  const alarms = await stored('ALARM');
  expect(alarms.length).toBeLessThan(all.length);
  await expect(log.getByRole('row')).toHaveCount(alarms.length + 1);
  expect(rowsOf((await fileOf(page, 'Eksporter CSV'))[1]).map(([id]) => id)).toEqual(alarms);
  expect(await idsOf((await fileOf(page, 'Eksporter PDF'))[1])).toEqual(alarms);

  const [home, elsewhere] = [
    await customerNamed(varde, 'Solvik sykehjem'),
    await customerNamed(varde, 'Nordstranda omsorgssenter'),
  ];
  const give = { role: 'TRACKER', policy: 'DEVICE_TRANSACTION_LOG', status: 'active', information: 'all' } as const;
  await call(api.rolePolicies.saveRolePolicy, { params: { custId: home }, body: give });
  const person = await addPerson(varde, 'uten.filer@files.example', 'RESTRICTED_USER', elsewhere);
  const policies = [
    { role: 'RESTRICTED_USER' as const, custId: elsewhere },
    { role: 'TRACKER' as const, custId: home },
  ];
  await call(api.users.setUserPolicies, { params: { userId: person.userId }, body: { policies } });
  await enterAs(reader, varde, person, `/mapsingle/${deviId}`);
  await reader.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await expect(reader.getByRole('cell').filter({ hasText: 'Storgata 1' }).first()).toBeVisible();
  await expect(reader.getByRole('button', { name: 'Graf' })).toBeVisible();
  await expect(reader.getByRole('button', { name: /^Eksporter/ })).toHaveCount(0);
  for (const kind of [0, 1]) {
    const path = `/ajax/devices/${deviId}/transactions/export?kind=${kind}&language=nb&timeZone=Europe/Oslo`;
    const refused = await reader.request.get(varde.url + path, { headers: { 'x-varde-context': 'PROFFWEB' } });
    expect(refused.status()).toBe(404); // the policy is held at another customer
  }
});
