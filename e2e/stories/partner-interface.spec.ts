import type { Page } from '@playwright/test';
import { api } from '@varde/contract/api';
import { demoLogin } from '../fixtures/api.ts';
import { expect, expectAccessible, test } from '../fixtures/story.ts';

const isPendant = ({ protocol }: { protocol: string }) => protocol === 'eview';

/** Makes a key on the profile, and returns it. */
async function makeKey(page: Page, name: string, password: string): Promise<string> {
  await page.getByRole('button', { name: 'Ny nøkkel' }).click();
  const form = page.getByRole('dialog', { name: 'Ny nøkkel' });
  await form.getByLabel('Navn').fill(name);
  await form.getByLabel('Nåværende passord').fill(password);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Opprett' }).click();
  const shown = page.getByRole('dialog', { name: `Nøkkelen til ${name}` });
  const key = await shown.getByLabel('Nøkkel', { exact: true }).inputValue();
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'Lukk' }).click();
  return key;
}

test('the software of an alarm centre takes an alarm and ends it with a key that its operator has made, and is refused when the key is revoked', async ({
  story,
  varde,
}) => {
  const { password } = await demoLogin(varde, 'AHP');
  const profile = await story.open('AHP', '/profile');
  const section = profile.getByRole('region', { name: 'Nøkler for programmer' });
  await expect(section.getByText('Ingen nøkler er opprettet.')).toBeVisible();
  const key = await makeKey(profile, 'Sentralens program', password);
  const program = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
    const response = await fetch(`${varde.url}${path}`, {
      ...{ method, headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };

  const nurse = await story.open('FIRM', '/vardes');
  const pendant = await story.device(isPendant);
  pendant.wire.pressSos();
  const row = nurse.getByRole('listitem', { name: `Alarm: ${pendant.name}` });
  await expect(row.getByRole('button', { name: 'Ta alarmen' })).toBeVisible();

  const listed = api.alarms.listAlarms.response.parse((await program('GET', '/ajax/alarms')).body);
  const raised = listed.alarms.find(({ deviceName }) => deviceName === pendant.name);
  const taken = await program('POST', `/ajax/alarms/${raised?.alarmId}/claim`);
  expect(taken).toMatchObject({ status: 200, body: { state: 'claimed' } });
  const operator: string = taken.body.claimedBy.name;
  await expect(row.getByText(`Tatt av ${operator}`)).toBeVisible();

  const { claimedAt, signalCount, tranId } = taken.body;
  const order = { claimedAt, signalCount, handledBy: 'Kari Nes', outcome: 'helped' };
  expect((await program('POST', `/ajax/alarms/${raised?.alarmId}/reset`, order)).status).toBe(200);
  await expect(row).toHaveCount(0);
  const timeline = api.alarms.getAlarmAnalysis.response.parse(
    (await program('GET', `/ajax/alarms/analysis/${tranId}`)).body,
  );
  const steps = timeline.alarms[0]?.events.map(({ number, by }) => [number, by?.name ?? null]);
  expect(steps?.slice(-2).map(([, by]) => by)).toEqual([operator, operator]);
  await nurse.goto(`/#/alarms/${raised?.alarmId}`);
  const told = nurse.getByRole('list', { name: /^Tidslinje/ });
  await expect(told.getByText(operator).first()).toBeVisible();
  await expect(told.getByRole('listitem')).toHaveCount(steps?.length ?? 0);

  await expect(section.getByText('Ikke ennå')).toBeVisible();
  await profile.reload();
  await expect(section.getByText('Ikke ennå')).toHaveCount(0);
  await section.getByRole('button', { name: 'Trekk tilbake Sentralens program' }).click();
  const question = profile.getByRole('dialog', { name: 'Trekke tilbake «Sentralens program»?' });
  await expectAccessible(profile);
  await question.getByRole('button', { name: 'Trekk tilbake' }).click();
  await expect(section.getByText('Ingen nøkler er opprettet.')).toBeVisible();
  expect(await program('GET', '/ajax/alarms')).toMatchObject({ status: 401, body: { code: 'keyInvalid' } });
});
