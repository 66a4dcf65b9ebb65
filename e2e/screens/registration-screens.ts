import type { Browser, Page } from '@playwright/test';
import { api } from '@varde/contract/api';
import { logIn } from '../fixtures/api.ts';
import { linkTo } from '../fixtures/mail.ts';
import type { RunningVarde } from '../fixtures/varde.ts';
import { createCamera } from './camera.ts';

const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor();
const opened = (button: string) => async (page: Page) => {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('dialog').waitFor();
};

const longName = 'Sørneset og Ytre Nordstranda Trygghetsalarm- og velferdsteknologileveranser AS avd. Fjellstrand';
const firms = [
  { name: 'Nordlys Trygghet AS', orgNum: '974760673', username: 'nora@nordlys.example' },
  { name: 'Nordlys Trygghet AS, filial', orgNum: '974760673', username: 'filial@nordlys.example' },
  {
    name: longName,
    orgNum: '923609016',
    username: 'ragnhild.katharina.bjornstad-haugen@trygghetsalarm.sorneset-og-nordstranda.example',
  },
  { name: 'Annet AS', orgNum: '971035854', username: 'ola@annet.example' },
] as const;

/** Registration where an administrator approves firms: the forms, and the list of waiting ones. */
export async function takeApproval(varde: RunningVarde, browser: Browser, folder: string): Promise<void> {
  const camera = await createCamera(browser, varde, 'SUPERFIRM', folder);
  await camera.take('admin-registrations-none', '/admin/registrations', text('Ingen registreringer venter'));
  const visitor = await createCamera(browser, varde, null, folder);
  await visitor.take('registration-approval', '/register/company', text(/må godkjennes/));
  const [first, ...others] = firms;
  await visitor.take('registration-confirm', await pathOf(varde, first), text('Bekreft at det er du'));
  await visitor.take('registration-waiting', await pathOf(varde, first), async (page) => {
    await page.getByRole('button', { name: 'Bekreft adressen' }).click();
    await page.getByRole('status').waitFor();
  });
  await visitor.close();
  for (const firm of others) {
    const token = (await pathOf(varde, firm)).split('/').at(-1) ?? '';
    await fetch(`${varde.url}/ajax/user/validation/${token}`);
  }
  await camera.take('admin-registrations', '/admin/registrations', text('Velg et firma'));
  await camera.take('admin-registrations-menu', '/vardes', async (page) => {
    await page.getByRole('button', { name: /^Administrasjon/ }).click();
    await page.getByRole('link', { name: /^Registreringer/ }).waitFor();
  });
  const ids = await idsOf(varde);
  const chosen = (name: string) => `/admin/registrations?registration=${ids.get(name)}`;
  await camera.take('admin-registrations-chosen', chosen(longName), text('Blir administrator'));
  await camera.take('admin-registrations-approve', chosen(longName), opened('Godkjenn'));
  await camera.take('admin-registrations-reject', chosen(longName), opened('Avslå'));
  const client = await logIn(varde, 'SUPERFIRM');
  await client.call(api.registration.approveRegistration, {
    params: { registrationId: ids.get(first.name) ?? 0 },
  });
  await camera.take('admin-registrations-number', chosen(firms[1].name), text(/har allerede/));
  await camera.close();
}

/** The login page of an installation without registration. */
export async function takeClosed(varde: RunningVarde, browser: Browser, folder: string): Promise<void> {
  const visitor = await createCamera(browser, varde, null, folder);
  await visitor.take('registration-closed', '/register/company', text('Registrering er stengt'));
  await visitor.take('registration-closed-login', '/login', text('Prøv uten egen bruker'));
  await visitor.close();
}

/** Registers a firm, and returns the path of the link in the mail. */
async function pathOf(varde: RunningVarde, firm: (typeof firms)[number]): Promise<string> {
  const { name, orgNum, username } = firm;
  const address = { address1: 'Storgata 1', address2: '', zip: '6003', city: 'Ålesund' };
  const customer = {
    company: true,
    name,
    orgNum,
    reference: 'Anbud 2026/117',
    address,
    billingAddress: address,
  };
  const user = {
    firstName: 'Nora',
    lastName: 'Nord',
    mobile: '91234567',
    username,
    passwordClear: 'fjellrev spiser blåbær',
  };
  const response = await fetch(`${varde.url}/ajax/customer/new/`, {
    method: 'POST',
    headers: { 'x-varde-context': 'PROFFWEB', 'content-type': 'application/json' },
    body: JSON.stringify({ customer, user }),
  });
  if (!response.ok) throw new Error(`no registration: ${await response.text()}`);
  return (await linkTo(varde, username, 'validate')).split('#')[1] ?? '';
}

async function idsOf(varde: RunningVarde): Promise<Map<string, number>> {
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { registrations } = await call(api.registration.listRegistrations, { query: {} });
  return new Map(registrations.map(({ firmName, registrationId }) => [firmName, registrationId]));
}
