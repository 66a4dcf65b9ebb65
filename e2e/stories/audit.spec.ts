import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures/story.ts';

test('reading a device is audited, the chain is valid, and the log is exported as a file', async ({ story }) => {
  const nurse = await story.open('RESTRICTED_USER', '/settings/1/23/tracking');
  await expect(nurse.getByRole('heading', { name: /^Trygghetsalarm 001/ })).toBeVisible();
  await expect(nurse.getByLabel('Sporingsintervall', { exact: true })).toBeVisible();
  await nurse.goto(nurse.url().replace('tracking', 'general/logs'));
  await expect(nurse.getByRole('button', { name: 'Eksporter personopplysninger' })).toBeVisible();
  await expect(nurse.getByRole('link', { name: 'Revisjonslogg' })).toHaveCount(0);

  const admin = await story.open('SUPERFIRM', '/device_audit_log/1');
  const row = admin.getByRole('row').filter({ hasText: 'Slo opp innstillinger' }).first();
  await expect(row).toContainText('Trygghetsalarm 001');
  await admin.getByRole('button', { name: 'Kontroller loggen' }).click();
  await expect(admin.getByRole('dialog')).toContainText('Loggen er intakt');
  await admin.keyboard.press('Escape');
  const download = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Eksporter CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^revisjonslogg_\d{14}\.csv$/);
  expect(await readFile(await file.path(), 'utf16le')).toMatch(/^\uFEFFsep=;\r\nTid;/);
});
