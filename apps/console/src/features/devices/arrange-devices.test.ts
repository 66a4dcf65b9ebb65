import { describe, expect, it } from 'vitest';
import { deviceRow } from '../../testing/records.ts';
import { arrangeDevices } from './arrange-devices.ts';

const ids = (rows: { deviId: number }[]) => rows.map(({ deviId }) => deviId);

describe('the device list after live changes', () => {
  const calm = deviceRow({ deviId: 1, deviceName: 'Åse', lastMsgIn: 10 });
  const alarm = deviceRow({ deviId: 2, deviceName: 'Bo', status: 'alarm', lastMsgIn: 30 });
  const silent = deviceRow({ deviId: 3, deviceName: 'Liv', deviceSNNum: 'XY77', status: 'offline' });

  it('has the most urgent first', () => {
    expect(ids(arrangeDevices([calm, silent, alarm], {}))).toEqual([2, 3, 1]);
  });

  it('has a device that was never in contact as the one longest silent', () => {
    expect(ids(arrangeDevices([alarm, calm, silent], { sort: 'lastContactAscending' }))).toEqual([3, 1, 2]);
  });

  it('shows each device once, however many pages hold it', () => {
    expect(ids(arrangeDevices([calm, alarm, calm], { sort: 'name' }))).toEqual([1, 2]);
  });

  it('leaves out what no longer matches the filter or the search', () => {
    expect(ids(arrangeDevices([calm, alarm], { status: 'alarm' }))).toEqual([2]);
    expect(ids(arrangeDevices([calm, silent], { search: 'xy7' }))).toEqual([3]);
  });
});
