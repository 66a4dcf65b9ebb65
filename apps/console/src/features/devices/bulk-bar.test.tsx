import { ModalsProvider } from '@mantine/modals';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ListedDevice } from '@varde/contract/devices';
import { routes } from '@varde/contract/routes';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { isOff } from '../../testing/is-off.ts';
import { customerRecord, deviceRow } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { BulkBar } from './bulk-bar.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

const devices = [
  deviceRow({ deviId: 1, deviceName: 'A', abilities: ['assign'], ownedByCustId: 7 }),
  deviceRow({ deviId: 2, deviceName: 'B', abilities: ['assign'], ownedByCustId: 7 }),
  deviceRow({
    deviId: 3,
    deviceName: 'C',
    abilities: ['assign'],
    ownedByCustId: 8,
    ownedByCustName: 'Furulia',
  }),
  deviceRow({ deviId: 4, deviceName: 'D', abilities: [] }),
];
let moved: string[];
/** Devices whose call is over. */
let answered: string[];
let tagged: object[];
/** Answers to the assignments by device; the default is success. */
let refused: Record<string, Promise<Response> | Response>;
let file: BodyInit;
/** Query parameters of the exports. */
let exported: Record<string, string>[];
beforeEach(() => {
  moved = [];
  answered = [];
  tagged = [];
  refused = {};
  exported = [];
  file = 'a;b';
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    const { pathname, searchParams } = new URL(url, 'http://varde.example');
    if (method === 'PUT') {
      tagged.push({ deviId: pathname.split('/')[3], ...JSON.parse(String(body)) });
      return Response.json({});
    }
    if (method === 'POST') {
      const deviId = pathname.split('/')[3] ?? '';
      moved.push(deviId);
      const answer = await refused[deviId];
      answered.push(deviId);
      return answer ?? Response.json({ deviId, custId: 8, firmName: 'Furulia', beginsAt: 0 });
    }
    if (pathname === routes.exportDevices.path) {
      exported.push(Object.fromEntries(searchParams));
      const headers = { 'content-disposition': 'attachment; filename="enheter_20260301130000.csv"' };
      return new Response(file, { headers });
    }
    const customer = customerRecord({ custId: 8, firmName: 'Furulia', abilities: ['receiveDevices'] });
    return Response.json({ customers: [customer], nextCursor: null, rootKinds: [] });
  });
});
afterEach(() => vi.restoreAllMocks());

const show = async (selected: ListedDevice[]) => {
  const onSelect = vi.fn();
  await renderPage(
    <ModalsProvider>
      <BulkBar filter={{ maintain: 1, sort: 'name' }} listed={devices} {...{ selected, onSelect }} onDone={vi.fn()} />
    </ModalsProvider>,
  );
  return onSelect;
};
const openMove = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Overfør' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(await dialog.findByRole('button', { name: 'Furulia' }));
  return dialog;
};
const results = (dialog: ReturnType<typeof within>) =>
  dialog
    .getAllByRole('listitem')
    .map((item: HTMLElement) => item.textContent ?? '')
    .filter((text: string) => text.includes('SO000001'));

describe('selected devices', () => {
  it('are moved to one customer after a preview, and the result of each is shown', async () => {
    refused['2'] = Response.json({ code: 'openAlarm', errors: [] }, { status: 409 });
    await show(devices);
    const dialog = await openMove();
    expect(dialog.getByText('3 enheter overføres til Furulia')).toBeDefined();
    expect(results(dialog), 'those that may be moved, and the one that may not').toHaveLength(4);
    expect(moved, 'nothing before it is confirmed').toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Overfør 3 enheter' }));
    await dialog.findByText('3 av 3 er behandlet');
    expect(moved, 'one that is there already is left alone').toEqual(['1', '2']);
    expect(results(dialog).slice(0, 3)).toEqual([
      expect.stringMatching(/^A .*Overført$/),
      expect.stringMatching(/^B .*alarm/),
      expect.stringMatching(/^C .*Er hos kunden fra før$/),
    ]);
  });

  it('that are left when the work is stopped stay as they are', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    refused['1'] = promise;
    await show(devices.slice(0, 2));
    const dialog = await openMove();
    await userEvent.click(dialog.getByRole('button', { name: 'Overfør 2 enheter' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Avbryt' }));
    resolve(Response.json({}));
    await dialog.findByText('1 av 2 er behandlet');
    expect(moved).toEqual(['1']);
    expect(results(dialog)[1]).toMatch(/Venter$/);
  });

  it('are worked on where it is seen: neither Escape nor a press beside the dialog closes it before the end', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    refused['1'] = promise;
    await show(devices.slice(0, 2));
    const dialog = await openMove();
    await userEvent.click(dialog.getByRole('button', { name: 'Overfør 2 enheter' }));
    const outside = document.querySelector('.mantine-Modal-inner');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(outside as HTMLElement);
    expect(screen.getByRole('dialog')).toBeDefined();
    expect(document.querySelector('.mantine-Modal-close'), 'the cross of the dialog').toBeNull();
    resolve(Response.json({}));
    await dialog.findByText('2 av 2 er behandlet');
    await vi.waitFor(() => expect(document.querySelector('.mantine-Modal-close')).not.toBeNull());
    await userEvent.keyboard('{Escape}');
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('that are left when the page is closed stay as they are', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    refused['1'] = promise;
    await show(devices.slice(0, 2));
    const dialog = await openMove();
    await userEvent.click(dialog.getByRole('button', { name: 'Overfør 2 enheter' }));
    cleanup();
    resolve(Response.json({}));
    await vi.waitFor(() => expect(answered).toEqual(['1']));
    expect(moved).toEqual(['1']);
  });

  it('that may not be moved are named with the reason, and are not moved', async () => {
    await show(devices);
    const dialog = await openMove();
    expect(dialog.getByText('1 enhet er ikke med: du har ikke rettigheter til det')).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Overfør 3 enheter' }));
    await dialog.findByText('3 av 3 er behandlet');
    expect(moved).not.toContain('4');
  });
  it('get one user tag after a preview, except those that have it already', async () => {
    await show([
      deviceRow({ deviId: 1, deviceName: 'A', abilities: ['editInfo'] }),
      deviceRow({ deviId: 2, deviceName: 'B', abilities: ['editInfo'], userTag: 'GPS' }),
      deviceRow({ deviId: 3, deviceName: 'C', abilities: [] }),
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Merking' }));
    const dialog = within(await screen.findByRole('dialog'));
    const proceed = dialog.getByRole('button', { name: 'Merk 2 enheter' });
    expect(isOff(proceed), 'before a tag is chosen').toBe(true);
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Merking' }), 'GPS');
    expect(dialog.getByText('2 enheter merkes «GPS»')).toBeDefined();
    expect(tagged, 'nothing before it is confirmed').toEqual([]);
    await userEvent.click(proceed);
    await dialog.findByText('2 av 2 er behandlet');
    expect(tagged).toEqual([{ deviId: '1', userTag: 'GPS' }]);
    expect(results(dialog).slice(0, 2)).toEqual([
      expect.stringMatching(/^A .*Merket$/),
      expect.stringMatching(/^B .*Hadde merkingen fra før$/),
    ]);
  });
  it('are tested with find-me, where they have it, and say whether they are connected', async () => {
    await show([
      deviceRow({ deviId: 1, deviceName: 'A', actions: ['findMe'] }),
      deviceRow({ deviId: 2, deviceName: 'B', actions: ['findMe'], connected: false }),
      deviceRow({ deviId: 3, deviceName: 'C', actions: [] }),
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Finn enheten med lyd' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^1 enhet er ikke med: enheten kan det ikke/)).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Send til 2 enheter' }));
    await dialog.findByText('2 av 2 er behandlet');
    expect(moved).toEqual(['1', '2']);
    expect(results(dialog).slice(0, 2)).toEqual([
      expect.stringMatching(/^A .*I kø$/),
      expect.stringMatching(/^B .*I kø, men enheten er ikke tilkoblet$/),
    ]);
  });
  it('of which none may be moved offer no move', async () => {
    await show(devices.slice(3));
    expect(isOff(screen.getByRole('button', { name: 'Overfør' }))).toBe(true);
  });

  it('are all that are listed after one press', async () => {
    const onSelect = await show([]);
    await userEvent.click(screen.getByRole('button', { name: 'Velg alle 4 i listen' }));
    expect(onSelect).toHaveBeenCalledWith(devices);
  });
});

describe('an export', () => {
  const saved: [string, Blob][] = [];
  beforeEach(() => {
    saved.length = 0;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(['', blob as Blob]);
      return 'blob:devices';
    });
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const last = saved.at(-1);
      if (last) last[0] = this.download;
    });
  });
  const lines = async () =>
    new TextDecoder('utf-16le')
      .decode(await saved[0]?.[1].arrayBuffer())
      .trim()
      .split('\r\n')
      .slice(1);

  it('of the whole list is, instead of one that the browser makes, the file of the server for this filter, order, language and clock [C2.24]', async () => {
    await show([]);
    await userEvent.click(screen.getByRole('button', { name: 'Eksporter CSV' }));
    await vi.waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.[0]).toBe('enheter_20260301130000.csv');
    expect(await saved[0]?.[1].text()).toBe('a;b');
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(exported).toEqual([{ maintain: '1', sort: 'name', language: 'nb', timeZone }]);
  });
  it('of the whole list as PDF is the same call with the number of that kind [D3.062]', async () => {
    await show([]);
    await userEvent.click(screen.getByRole('button', { name: 'Eksporter PDF' }));
    await vi.waitFor(() => expect(saved).toHaveLength(1));
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(exported).toEqual([{ maintain: '1', sort: 'name', language: 'nb', timeZone, kind: '1' }]);
  });
  it('of selected devices as PDF is, instead of one that the browser makes, a link to that of the server in the order of the list [C2.25]', async () => {
    await show(devices.slice(0, 2));
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Vis valgte (PDF)' });
    const { pathname, searchParams } = new URL(link.href);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      routes.exportDevices.path,
      { language: 'nb', timeZone, sort: 'name', kind: '1', deviIds: '1,2' },
    ]);
    expect(link.target).toBe('_blank');
  });
  it.each([
    [251, 1],
    [252, 0],
  ])('of %i selected devices as PDF is shown in %i places [C9.24]', async (count, places) => {
    await show(Array.from({ length: count }, (_, index) => deviceRow({ deviId: index + 1 })));
    expect(screen.queryAllByRole('link', { name: 'Vis valgte (PDF)' })).toHaveLength(places);
    expect(screen.getByRole('button', { name: 'Eksporter valgte (CSV)' })).toBeDefined();
    const place = screen.getByText('Vis valgte (PDF)').closest('a, button');
    expect(place?.hasAttribute('disabled'), 'the button keeps its place').toBe(places === 0);
  });
  it('that is cancelled, or cut off by the server, saves no file', async () => {
    const cutOff = Promise.withResolvers<never>();
    file = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new Uint8Array(5000));
        cutOff.promise.catch((error) => controller.error(error));
      },
    });
    await show([]);
    await userEvent.click(screen.getByRole('button', { name: 'Eksporter CSV' }));
    expect(await screen.findByRole('button', { name: /Avbryt .5.kB hentet./ })).toBeDefined();
    cutOff.reject(new TypeError('terminated'));
    expect(await screen.findByRole('button', { name: 'Eksporter CSV' })).toBeDefined();
    expect(saved).toEqual([]);
  });
  it('of selected devices has those alone, and asks the server for nothing', async () => {
    await show(devices.slice(0, 2));
    await userEvent.click(screen.getByRole('button', { name: 'Eksporter valgte (CSV)' }));
    await vi.waitFor(() => expect(saved).toHaveLength(1));
    const [head, ...rows] = await lines();
    expect(head).toMatch(/^Status;Navn;Serienummer;Kunde;Batteri \(%\);Signal \(1–5\);/);
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).not.toMatch(/%|\/5/);
    expect(exported).toEqual([]);
  });
});
