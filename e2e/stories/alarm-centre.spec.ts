import { api } from '@varde/contract/api';
import { demoLogin, logIn } from '../fixtures/api.ts';
import { expect, expectAccessible, openDetails, test } from '../fixtures/story.ts';

test('an alarm with nobody on the list goes to the alarm centre that was chosen for its device, and its operator sees it', async ({
  story,
  varde,
  page: operator,
}) => {
  const { call } = await logIn(varde, 'SUPERFIRM');
  const watch = await story.device(({ name }) => name === 'Tors klokke');
  const found = await call(api.devices.listDevices, { query: { search: watch.name } });
  const deviId = found.devices[0]?.deviId ?? 0;
  // Another story on this server may have given a list to its customer.
  const { customers } = await call(api.customers.listCustomers, { query: { search: 'Privatkunde Tor' } });
  for (const { custId } of customers) await call(api.eventSetup.deleteCustomerEventSetup, { params: { custId } });

  const login = await demoLogin(varde, 'AHP');
  await operator.goto(`${varde.url}/#/login?context=AHP`);
  await operator.getByLabel('Brukernavn').fill(login.username);
  await operator.getByLabel('Passord').fill(login.password);
  await operator.getByRole('button', { name: 'Logg inn', exact: true }).click();
  await expect(operator.getByText('60 enheter')).toBeVisible();
  const page = await story.open('SUPERFIRM', `/event_setup/${deviId}`);
  const centre = page.getByRole('region', { name: 'Alarmsentral' });
  await expect(centre).toContainText('Ingen får alarmen når alle på listen er varslet.');
  await expect(page.getByRole('link', { name: 'Ingen blir varslet' })).toBeVisible();
  await centre.getByLabel('Alarmsentral for enheten').selectOption('Solvik alarmsentral');
  await centre.getByRole('button', { name: 'Lagre', exact: true }).click();
  await expect(centre).toContainText('Solvik alarmsentral får alarmen når alle på listen er varslet');
  await expect(page.getByRole('link', { name: 'Ingen blir varslet' })).toHaveCount(0);
  await expect(page.getByText('alarmsentralen (Solvik alarmsentral) med en gang.')).toBeVisible();
  await expectAccessible(page);

  watch.wire.pressSos();
  const alarm = operator.getByRole('listitem', { name: `Alarm: ${watch.name}` });
  await expect(alarm).toContainText('Overført til alarmsentral');
  await openDetails(alarm);
  await expect(alarm.getByText('Overført til alarmsentralen')).toBeVisible();
  const row = operator.getByRole('row').filter({ hasText: watch.name });
  await expect(row.locator('[data-colour=alarm]')).toContainText('Overført til alarmsentral');
  await expectAccessible(operator);
  await call(api.eventSetup.setAhp, { params: { deviId }, body: { ahpId: null } });
});

test('whoever has an alarm hands it over to the alarm centre, whose operator takes it', async ({ story, varde }) => {
  const { call } = await logIn(varde, 'SUPERFIRM');
  const watch = await story.device(({ name }) => name === 'Tors klokke');
  const found = await call(api.devices.listDevices, { query: { search: watch.name } });
  const deviId = found.devices[0]?.deviId ?? 0;
  const { alarmCentres } = await call(api.customers.listAlarmCentres, {});
  const centre = alarmCentres.find(({ firmName }) => firmName === 'Solvik alarmsentral');
  await call(api.eventSetup.setAhp, { params: { deviId }, body: { ahpId: centre?.custId ?? null } });
  // Somebody on the list has an hour to come, so that it does not end before the hand-over.
  const kari = { name: 'Kari Vakt', mobile: '+4791111111', email: null, channels: ['sms' as const] };
  const receiver = { ...kari, events: [], hours: null, waitSeconds: 3600 };
  const { rev } = await call(api.eventSetup.getEventSetup, { params: { deviId } });
  await call(api.eventSetup.saveEventSetup, { params: { deviId }, body: { rev, receivers: [receiver] } });
  const page = await story.open('SUPERFIRM', '/vardes');
  const operator = await story.open('AHP', '/vardes');
  watch.wire.pressSos();
  const alarm = page.getByRole('listitem', { name: `Alarm: ${watch.name}` });
  await alarm.getByRole('button', { name: 'Ta alarmen' }).click();
  await alarm.getByRole('button', { name: 'Overfør' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: /^Overfør til alarmsentralen/ })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Overfør til alarmsentralen' }).click();
  await expect(alarm.getByRole('button', { name: 'Ta alarmen' })).toBeVisible();
  await openDetails(alarm);
  await expect(alarm.getByText(/overførte alarmen til alarmsentralen/)).toBeVisible();

  const atCentre = operator.getByRole('listitem', { name: `Alarm: ${watch.name}` });
  await atCentre.getByRole('button', { name: 'Ta alarmen' }).click();
  await expect(alarm.getByText('Alarmsentralen svarte')).toBeVisible();
  await call(api.eventSetup.deleteEventSetup, { params: { deviId } });
  await call(api.eventSetup.setAhp, { params: { deviId }, body: { ahpId: null } });
});
