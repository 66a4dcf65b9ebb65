import { ModalsProvider } from '@mantine/modals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DeviceTabKey } from '@varde/catalogue/device-tabs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceQuery } from '#data/live/device-query.ts';
import { type LiveChannel, openLiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import { fakeLiveServer } from '../../testing/fake-live-server.ts';
import { deviceDetail } from '../../testing/records.ts';
import { renderRoute } from '../../testing/render-page.tsx';
import { SettingsPage } from './settings-page.tsx';

let channel: LiveChannel;
beforeEach(() => {
  fakeLiveServer();
  channel = openLiveChannel({
    origin: 'http://v.example',
    onSessionEnded: vi.fn(),
    onRightsChanged: vi.fn(),
  });
});
afterEach(() => channel.stop());

const settings = ['heartbeatInterval', 'fallDownAlert'].map((key) => ({
  key,
  desired: key === 'fallDownAlert' ? true : null,
  reported: null,
  reportedAt: null,
  delivery: null,
  deviates: false,
  changed: null,
  changeable: true,
}));
const organisation = {
  custId: 7,
  ahpId: null,
  ahpName: null,
  customers: ['Solvik sykehjem', 'Bjørkheim'].map((firmName, at) => ({
    custId: 7 + at,
    firmName,
    defaultAhp: null,
    customerId: null,
    customerName: null,
    level: 1,
    stock: false,
    mayReceive: true,
  })),
  more: false,
};

/** The page of a device on one of its general tabs, and the device as it changes live. */
async function open(part: DeviceTabKey, dehaId: number) {
  const device = deviceDetail({
    dehaId,
    tabs: [
      { key: 'general', place: 'main' },
      { key: part, place: 'general' },
    ],
  });
  const answers: Record<string, unknown> = {
    '/ajax/devices/1': device,
    '/ajax/devices/1/settings': { deviId: 1, dehaId, fiwaNum: null, announced: [], settings },
    '/ajax/devices/1/organisation': organisation,
  };
  vi.stubGlobal('fetch', async (url: string) => Response.json(answers[url] ?? { commands: [] }));
  const { cache, router } = await renderRoute(
    '/settings/$deviId/$dehaId/{-$tab}/{-$part}/{-$item}',
    ({ tab, part }) => (
      <LiveProvider channel={channel}>
        <SettingsPage deviId={1} tab={tab} part={part} />
        <ModalsProvider />
      </LiveProvider>
    ),
    `/settings/1/${dehaId}/general/${part}`,
  );
  return {
    change: () =>
      act(async () => {
        cache.setQueryData(deviceQuery(1).queryKey, (known) => known && { ...known, battery: 12, rev: known.rev + 1 });
      }),
    leave: () => act(async () => void router.navigate({ to: '/settings/2/34' as never })),
  };
}

interface Draft {
  part: DeviceTabKey;
  dehaId: number;
  find: () => Promise<HTMLInputElement | HTMLSelectElement>;
  edit: (input: HTMLInputElement | HTMLSelectElement) => Promise<void>;
  /** What the field shows with the draft. */
  shows: (input: HTMLInputElement | HTMLSelectElement) => unknown;
}
const ticked = (input: HTMLInputElement | HTMLSelectElement) => 'checked' in input && input.checked;
const drafts: readonly Draft[] = [
  {
    part: 'settings',
    dehaId: 23,
    find: () => screen.findByRole<HTMLSelectElement>('combobox', { name: /^Kontaktintervall/ }),
    edit: (input) => userEvent.selectOptions(input, '1 time'),
    shows: (input) => input.value === '60',
  },
  {
    part: 'organization',
    dehaId: 34,
    find: () => screen.findByRole<HTMLInputElement>('radio', { name: 'Bjørkheim' }),
    edit: (input) => userEvent.click(input),
    shows: ticked,
  },
  {
    part: 'manDown',
    dehaId: 34,
    find: () => screen.findByRole<HTMLInputElement>('switch', { name: /^Fallalarm/ }),
    edit: (input) => userEvent.click(input),
    shows: (input) => !ticked(input),
  },
];

describe('input that is not saved is kept while the device changes live, with the focus and the question before leaving', () => {
  it.each(drafts)('on the tab $part', async ({ part, dehaId, find, edit, shows }) => {
    const { change, leave } = await open(part, dehaId);
    const input = await find();
    await edit(input);
    act(() => input.focus());
    await change();
    expect(await screen.findByText('12 %')).toBeDefined();
    expect(await find(), 'the same field').toBe(input);
    expect(document.activeElement).toBe(input);
    expect(shows(input)).toBe(true);
    await leave();
    expect(await screen.findByRole('dialog', { name: 'Ulagrede endringer' })).toBeDefined();
  });
});
