import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { transactionRecord } from '../../testing/records.ts';
import { renderPart } from '../../testing/render-part.tsx';
import { TransactionTable } from './transaction-table.tsx';

const home = transactionRecord({ tranId: 9, deviId: 2, dehaId: 13, posType: null, posLati: null, posLong: null });

it('[D9.045] has the columns number, time, device, message, source, sensor, position, satellites, signal and battery', () => {
  const rows = [
    transactionRecord({ tranId: 10, battery: 81, gsmStrength: 100 }),
    { ...home, sensorName: 'Røyk, stue' },
  ];
  renderPart(<TransactionTable rows={rows} device={null} deviceNameOf={({ deviId }) => `Enhet ${deviId}`} />);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Nr.', 'Tid', 'Enhet', 'Melding', 'Kilde', 'Sensor', 'Posisjon', 'Satellitter', 'Mobilsignal', 'Batteri'],
  ]);
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent);
  const time = expect.stringMatching(/^\d\d\.\d\d\.\d\d \d\d:\d\d:\d\d/);
  expect(cells).toEqual([
    ...['10', time, 'Enhet 1', 'Posisjon', 'TCP', '–', '62.50000, 6.10000', '9', '5/5', '81\u202f%'],
    ...['9', time, 'Enhet 2', 'Posisjon', 'TCP', 'Røyk, stue', '–', '–', '–', '–'],
  ]);
});

it('[D3.061] is of the map of type 0 for all devices, with their names, and of type 1 for a single one', () => {
  const shown = (device: { gx8: boolean } | null) => {
    const { unmount } = renderPart(<TransactionTable rows={[home]} device={device} deviceNameOf={() => 'Rom 101'} />);
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    const has = (head: string) => heads.includes(head);
    const seen = [screen.getByRole('table').dataset.map, has('Enhet'), has('Sensor'), has('Posisjon')];
    unmount();
    return seen;
  };
  expect(shown(null)).toEqual(['0', true, true, true]);
  expect(shown({ gx8: false })).toEqual(['1', false, false, true]);
  expect(shown({ gx8: true })).toEqual(['1', false, true, false]);
});

it('[D3.064] a row is ACTIVE while it or its marker is pointed at, INACTIVE with a marker, and NONE without one', async () => {
  const user = userEvent.setup();
  const onPoint = vi.fn();
  function Shown() {
    const [pointed, setPointed] = useState<number | null>(null);
    onPoint.mockImplementation(setPointed);
    const link = { marked: new Set([10, 9]), pointed, onPoint, displayed: null, onDisplay: vi.fn() };
    const rows = [10, 9, 8].map((tranId) => transactionRecord({ tranId }));
    return <TransactionTable rows={rows} device={{ gx8: false }} link={link} />;
  }
  renderPart(<Shown />);
  const rows = () => screen.getAllByRole('row').slice(1);
  const indicators = () => rows().map(({ dataset }) => dataset.indicator);
  expect(indicators()).toEqual(['INACTIVE', 'INACTIVE', 'NONE']);
  await user.hover(rows()[1] ?? document.body);
  expect(indicators()).toEqual(['INACTIVE', 'ACTIVE', 'NONE']);
  await user.unhover(rows()[1] ?? document.body);
  expect(indicators()).toEqual(['INACTIVE', 'INACTIVE', 'NONE']);
  await user.tab();
  expect(indicators(), 'the focus points too').toEqual(['ACTIVE', 'INACTIVE', 'NONE']);
  await user.tab();
  await user.tab();
  expect(indicators()).toEqual(['INACTIVE', 'INACTIVE', 'NONE']);
});
