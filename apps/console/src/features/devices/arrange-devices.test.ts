import { describe, expect, it } from 'vitest';
import { deviceRow } from '../../testing/records.ts';
import { arrangeDevices, sortsBefore } from './arrange-devices.ts';

const ids = (rows: { deviId: number }[]) => rows.map(({ deviId }) => deviId);

describe('the device list after live changes', () => {
  const calm = deviceRow({ deviId: 1, deviceName: 'Åse', lastMsgIn: 10 });
  const alarm = deviceRow({ deviId: 2, deviceName: 'Bo', status: 'alarm', lastMsgIn: 30 });
  const silent = deviceRow({ deviId: 3, deviceName: 'Liv', deviceSNNum: 'XY77', status: 'offline' });

  it('has the most urgent first', () => {
    expect(ids(arrangeDevices([calm, silent, alarm]))).toEqual([2, 3, 1]);
  });

  it('has a unit in stock behind all that need somebody', () => {
    const unit = deviceRow({ deviId: 5, deviceName: 'Lager', status: 'lastMessageOnly' });
    expect(ids(arrangeDevices([unit, calm, silent]))).toEqual([3, 5, 1]);
  });

  it('sorts a device that was never in contact as the one longest silent', () => {
    expect(ids(arrangeDevices([alarm, calm, silent], 'lastContactAscending'))).toEqual([3, 1, 2]);
  });

  const clone = {
    ...{ deviId: 9, dehaId: 34, deviceName: 'Klokke', deviceSNNum: 'K1', lastMsgIn: 5, battery: 40 },
    ...{ charging: false, status: 'alarm' as const, escalated: false, rev: 1 },
  };

  it('has a pair of twins where its worse unit is', () => {
    const pair = deviceRow({
      deviId: 4,
      deviceName: 'Åshild',
      twin: 'MASTER',
      lastMsgIn: 50,
      twinDevice: clone,
    });
    expect(ids(arrangeDevices([calm, silent, pair]))).toEqual([4, 3, 1]);
    expect(ids(arrangeDevices([calm, alarm, pair], 'lastContactAscending'))).toEqual([4, 1, 2]);
    expect(sortsBefore(pair, calm)).toBe(true);
    expect(sortsBefore({ ...pair, twinDevice: null }, calm)).toBe(false);
  });

  it('shows each device once, even when several pages contain it', () => {
    expect(ids(arrangeDevices([calm, alarm, calm], 'name'))).toEqual([1, 2]);
  });

  it('adds a device before the end of the loaded rows, and leaves one beyond it to the next page', () => {
    expect(sortsBefore(alarm, calm)).toBe(true);
    expect(sortsBefore(calm, alarm)).toBe(false);
    expect(sortsBefore({ ...calm, deviceName: 'Anne' }, calm)).toBe(true);
    expect(sortsBefore({ ...calm, deviceName: 'Ørjan' }, calm)).toBe(true);
    expect(sortsBefore(calm, { ...calm, deviceName: 'Ørjan' })).toBe(false);
    expect(sortsBefore({ ...calm, deviceName: 'bo' }, { ...calm, deviceName: 'Åse' })).toBe(true);
    expect(sortsBefore({ ...calm, deviceName: 'bo' }, { ...calm, deviceName: 'anne' })).toBe(false);
    expect(sortsBefore({ ...calm, deviceName: 'Rom 2' }, { ...calm, deviceName: 'Rom 10' })).toBe(true);
    expect(sortsBefore({ ...calm, deviceName: 'Rom 10' }, { ...calm, deviceName: 'Rom 2' })).toBe(false);
    expect(sortsBefore(calm, { ...calm, deviId: 0 })).toBe(true); // ties are broken by number, or a row would be shown twice
    expect(sortsBefore(alarm, calm, 'lastContactDescending')).toBe(true);
    expect(sortsBefore(alarm, calm, 'lastContactAscending')).toBe(false);
    expect(sortsBefore(alarm, calm, 'name')).toBe(true);
  });
});
