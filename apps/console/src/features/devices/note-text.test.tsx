import { screen } from '@testing-library/react';
import type { ListedDevice } from '@varde/contract/devices';
import i18next from 'i18next';
import { beforeEach, expect, it, vi } from 'vitest';
import { deviceRow } from '../../testing/records.ts';
import { renderPart } from '../../testing/render-part.tsx';
import { columnsOf } from './chosen-columns.ts';
import { drawnColumns } from './device-columns.tsx';

let asked: Record<string, string>[];
beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(Object.fromEntries(new URL(url, 'http://varde.example').searchParams));
    const notes = [{ deviId: 1, note: 'Nøkkel hos naboen' }];
    return Response.json({ notes, nextCursor: null });
  });
});

/** The cells of the notes column for these devices. */
function show(devices: readonly Partial<ListedDevice>[]): void {
  const columns = drawnColumns(i18next.t, { context: 'PROFFWEB' }, columnsOf('status,name,note'));
  const note = columns.find(({ key }) => key === 'note');
  expect(note?.header).toBe('Notat');
  renderPart(
    <ul>
      {devices.map((fields) => (
        <li key={fields.deviId}>{note?.cell(deviceRow(fields))}</li>
      ))}
    </ul>,
  );
}
const cells = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

it('the notes column shows the note of each device, whatever it is flagged for, fetched for all shown rows at once', async () => {
  const noted = { hasNote: true, abilities: ['note' as const] };
  show([
    { deviId: 1, ...noted },
    { deviId: 2, ...noted },
    { deviId: 3, ...noted, hasNote: false },
  ]);
  expect(await screen.findByText('Nøkkel hos naboen')).toBeDefined();
  expect(cells()).toEqual(['Nøkkel hos naboen', '', '']);
  expect(asked).toEqual([{ deviIds: '1,2', limit: '200' }]);
});

it('the notes column asks for no note that the user may not read', async () => {
  show([
    { deviId: 1, hasNote: true, abilities: [] },
    { deviId: 4, hasNote: true, abilities: ['note'] },
  ]);
  await vi.waitFor(() => expect(asked).toEqual([{ deviIds: '4', limit: '200' }]));
  expect(cells()).toEqual(['', '']);
});
