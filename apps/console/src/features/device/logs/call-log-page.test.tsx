import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DeviceCall } from '@varde/contract/device-logs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LiveChannel, openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { fakeLiveServer } from '../../../testing/fake-live-server.ts';
import { deviceDetail } from '../../../testing/records.ts';
import { renderPage, sessionRecord } from '../../../testing/render-page.tsx';
import { CallLogPage } from './call-log-page.tsx';

let channel: LiveChannel;
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(800);
  fakeLiveServer();
  channel = openLiveChannel({
    origin: 'http://v.example',
    onSessionEnded: vi.fn(),
    onRightsChanged: vi.fn(),
  });
});
afterEach(() => channel.stop());

const ofAlarm: DeviceCall = {
  ...{ source: 'alarm', id: 5, at: 1000, number: '+4790000001', seconds: 65, alarmId: 3, metyId: 1 },
  ...{ name: 'Kari', state: 'delivered', reason: null, answer: 'taken' },
};
const own: DeviceCall = {
  ...{ source: 'device', id: 5, at: 2000, number: '+4790000009', seconds: 7, status: '1', result: '0' },
};

async function show(calls: Response | readonly DeviceCall[], device: object | null = deviceDetail()) {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('/calls')) return calls instanceof Response ? calls : Response.json({ calls, nextCursor: null });
    if (url.endsWith('/devices/1'))
      return device === null
        ? Response.json({ code: 'notFound', status: 404 }, { status: 404 })
        : Response.json(device);
    return Response.json(url.endsWith('/session') ? sessionRecord() : { commands: [] });
  });
  await renderPage(
    <LiveProvider channel={channel}>
      <CallLogPage deviId={1} />
    </LiveProvider>,
  );
}
const cells = async (name: RegExp) =>
  within(await screen.findByRole('row', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

it('[C2.08] shows the calls of Varde and of the device, with who, what about, result and duration', async () => {
  await show([own, ofAlarm]);
  expect(await screen.findByRole('heading', { name: /Rom 101/ })).toBeDefined();
  expect(await cells(/Kari/)).toEqual(
    expect.arrayContaining(['Kari · +4790000001', 'Alarm', 'Fra Varde', 'Tok alarmen', '1 min 5 s']),
  );
  expect(await cells(/\+4790000009/)).toEqual(
    expect.arrayContaining(['+4790000009', 'Enhetens eget anrop', 'Fra eller til enheten', 'Avsluttet', '7 s']),
  );
});

it.each([
  [{ answer: 'declined', state: 'delivered' }, 'Kan ikke ta alarmen'],
  [{ answer: null, state: 'delivered' }, 'Besvart'],
  [{ answer: null, state: 'failed', reason: 'busy' }, 'Ikke besvart'],
  [{ answer: null, state: 'sent' }, 'Ringer'],
  [{ answer: null, state: 'queued' }, 'Venter'],
  [{ answer: null, state: null, number: null, seconds: null }, 'Ukjent'],
] as const)('says of a call with %j: %s', async (fields, result) => {
  await show([{ ...ofAlarm, ...fields } as DeviceCall]);
  expect(await cells(/Kari/)).toContain(result);
});

it('leads to the alarm, and shows the words of the provider', async () => {
  await show([{ ...ofAlarm, state: 'failed', answer: null, reason: 'busy' }]);
  await userEvent.click(await screen.findByRole('button', { name: /^Mer om anropet/ }));
  expect((await screen.findByRole('link', { name: 'Vis alarmen' })).getAttribute('href')).toBe('/alarms/3');
  expect(screen.getByText('Svar fra leverandøren: busy')).toBeDefined();
});

it('says that there are none, also to a former customer who does not see the device any more', async () => {
  await show([], null);
  expect(await screen.findByText('Ingen anrop')).toBeDefined();
});

it('says that it could not be fetched, with another try', async () => {
  await show(Response.json({ code: 'notAllowed', status: 403 }, { status: 403 }));
  expect(await screen.findByText(/tilgang/i)).toBeDefined();
});
