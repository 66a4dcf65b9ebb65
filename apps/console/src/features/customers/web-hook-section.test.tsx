import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { WebHook, WebHookDelivery } from '@varde/contract/web-hooks';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { isOff } from '../../testing/is-off.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { WebHookSection } from './web-hook-section.tsx';

const at = Date.UTC(2026, 0, 15, 12);
const delivery = (fields: Partial<WebHookDelivery>): WebHookDelivery => ({
  ...{ deliveryId: 1, event: 'alarmRaised', alarmId: 345, at, state: 'delivered', tries: 1 },
  ...{ nextTryAt: null, status: 200, lastError: null, ...fields },
});
const hook = (fields: Partial<WebHook> = {}): WebHook => ({
  ...{ hookId: 3, url: 'https://hooks.test.example/varde', events: ['alarmRaised', 'alarmReset'] },
  ...{ createdAt: at, waiting: 0, dead: 0, deliveries: [], ...fields },
});
const dead = delivery({ deliveryId: 8, state: 'dead', tries: 30, status: 500, lastError: 'answered 500' });
const waiting = delivery({
  ...{ deliveryId: 9, state: 'waiting', tries: 2, status: null, lastError: 'socket hang up' },
  nextTryAt: at + 60_000,
});

let answer: { hooks: WebHook[]; mayEdit: boolean };
let status: number;
const fetched = vi.fn<typeof fetch>();
const calls = () => fetched.mock.calls.map(([path, init]) => [init?.method ?? 'GET', path]);

beforeAll(() => withAdministrationTexts(async () => undefined));
beforeEach(() => {
  answer = { hooks: [], mayEdit: true };
  status = 200;
  fetched.mockReset();
  fetched.mockImplementation(async (_path, init) => {
    const adds = init?.method === 'POST' && typeof init.body === 'string';
    const body = adds ? { hook: hook(), secret: 'varde_hemmelig' } : answer;
    return new Response(JSON.stringify(body), { status });
  });
  vi.stubGlobal('fetch', fetched);
});
const show = () =>
  renderPage(
    <ModalsProvider>
      <WebHookSection custId={7} />
    </ModalsProvider>,
  );

it('shows what did not arrive and what waits with the last answer, and keeps the delivered ones folded', async () => {
  answer.hooks = [hook({ waiting: 1, dead: 1, deliveries: [dead, waiting, delivery({})] })];
  await show();
  const card = await screen.findByRole('article', { name: 'https://hooks.test.example/varde' });
  expect(card.textContent).toContain('Alarm utløst · Alarm tilbakestilt');
  expect(within(card).getByRole('status').textContent).toContain('1 hendelse kom ikke fram. 1 hendelse venter.');
  const rows = within(card).getAllByRole('listitem');
  expect(rows[0]?.textContent).toContain('Alarm utløst, alarm 345');
  expect(rows[0]?.textContent).toContain('Ikke levert · 30 forsøk · svar 500');
  expect(rows[1]?.textContent).toContain('Venter · 2 forsøk · ikke noe svar · neste forsøk 15.01.2026');
  expect(within(card).getByText('Vis 1 levert hendelse').closest('details')?.open).toBe(false);
});

it('sends a dead one again, sends a test and removes after a question; the answer is shown', async () => {
  answer.hooks = [hook({ dead: 1, deliveries: [dead] })];
  await show();
  const user = userEvent.setup();
  const again = await screen.findByRole('button', { name: /^Send på nytt: Alarm utløst/ });
  answer = { hooks: [hook({ waiting: 1, deliveries: [waiting] })], mayEdit: true };
  await user.click(again);
  expect(await screen.findByText('1 hendelse venter.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Send test/ }));
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(3));
  answer = { hooks: [], mayEdit: true };
  const remove = screen.getByRole('button', { name: /^Fjern/ });
  await vi.waitFor(() => expect(isOff(remove)).toBe(false));
  await user.click(remove);
  const dialog = await screen.findByRole('dialog', { name: 'Fjerne systemkoblingen?' });
  expect(calls()).toHaveLength(3);
  await user.click(within(dialog).getByRole('button', { name: 'Fjern' }));
  expect(await screen.findByText('Ingen andre systemer varsles.')).toBeTruthy();
  const path = '/ajax/customers/7/web_hooks';
  expect(calls()).toEqual([
    ['GET', path],
    ['POST', `${path}/3/deliveries/8/replay`],
    ['POST', `${path}/3/test`],
    ['DELETE', `${path}/3`],
  ]);
});

it('adds one with the events that are chosen, and shows its secret once', async () => {
  await show();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Ny systemkobling' }));
  const dialog = await screen.findByRole('dialog', { name: 'Ny systemkobling' });
  const add = within(dialog).getByRole('button', { name: 'Legg til' });
  for (const box of within(dialog).getAllByRole('checkbox')) await user.click(box);
  await user.click(add);
  expect(await within(dialog).findByText('Velg minst én hendelse.')).toBeTruthy();
  expect(fetched).toHaveBeenCalledOnce();
  await user.type(within(dialog).getByLabelText(/^Adresse/), 'hooks.test.example/varde');
  await user.click(within(dialog).getByRole('checkbox', { name: 'Alarm tatt' }));
  await user.click(add);
  const secret = await screen.findByRole('dialog', { name: 'Hemmelig nøkkel' });
  expect(within(secret).getByLabelText('Hemmelig nøkkel')).toHaveProperty('value', 'varde_hemmelig');
  expect(fetched.mock.calls[1]?.[1]?.body).toBe('{"url":"https://hooks.test.example/varde","events":["alarmClaimed"]}');
  await user.click(within(secret).getByRole('button', { name: 'Lukk' }));
  await vi.waitFor(() => expect(screen.queryByText('varde_hemmelig')).toBeNull());
});

it('changes the address and the events of one, and says so only when it is saved', async () => {
  answer.hooks = [hook(), hook({ hookId: 4, url: 'https://other.test.example/' })];
  await show();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Endre https://hooks.test.example/varde' }));
  const dialog = await screen.findByRole('dialog', { name: 'Endre systemkobling' });
  const address = within(dialog).getByLabelText<HTMLInputElement>(/^Adresse/);
  expect(address.value).toBe('https://hooks.test.example/varde');
  await user.type(address, '2');
  await user.click(within(dialog).getByRole('checkbox', { name: 'Alarm utløst' }));
  answer = {
    hooks: [hook({ url: 'https://hooks.test.example/varde2', events: ['alarmReset'] })],
    mayEdit: true,
  };
  await user.click(within(dialog).getByRole('button', { name: 'Lagre' }));
  expect(await screen.findByRole('article', { name: 'https://hooks.test.example/varde2' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls().at(-1)).toEqual(['PUT', '/ajax/customers/7/web_hooks/3']);
  expect(fetched.mock.calls.at(-1)?.[1]?.body).toBe(
    '{"url":"https://hooks.test.example/varde2","events":["alarmReset"]}',
  );
});

it('keeps the dialog open with the fault at its field when a change is refused', async () => {
  answer.hooks = [hook()];
  await show();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Endre/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Endre systemkobling' });
  const problem = {
    code: 'validationFailed',
    status: 400,
    errors: [{ path: 'url', message: 'is forbidden' }],
  };
  fetched.mockImplementation(async () => new Response(JSON.stringify(problem), { status: 400 }));
  await user.click(within(dialog).getByRole('button', { name: 'Lagre' }));
  expect(await within(dialog).findByText(/^Skriv inn en https-adresse/)).toBeTruthy();
});

it('offers nothing to who may only look, and is not shown without the right', async () => {
  answer = { hooks: [hook({ dead: 1, deliveries: [dead] })], mayEdit: false };
  const { unmount } = await show();
  expect(await screen.findByRole('article')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
  unmount();
  status = 403;
  fetched.mockImplementation(
    async () => new Response(JSON.stringify({ code: 'notAllowed', status: 403 }), { status: 403 }),
  );
  await show();
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

it('offers no eleventh one', async () => {
  answer.hooks = Array.from({ length: 10 }, (_, hookId) => hook({ hookId }));
  await show();
  expect(await screen.findByText('En kunde kan ha høyst 10 systemkoblinger.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ny systemkobling' })).toBeNull();
});
