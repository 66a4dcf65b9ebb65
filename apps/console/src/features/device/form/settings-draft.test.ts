import { hardwareList } from '@varde/catalogue/hardware/index';
import { settingsFor } from '@varde/catalogue/settings/settings-for';
import { describe, expect, it } from 'vitest';
import { questionsFor, savedChanges } from '#domain/settings/use-confirmations.ts';
import { settingsRecord } from '../../../testing/records.ts';
import { faultsOf, startingValues } from './use-settings-draft.ts';

const watch = hardwareList.find(({ key }) => key === 'watchSeven');
if (watch === undefined) throw new Error('watch seven is missing');
const definitions = settingsFor(watch, null);
const record = settingsRecord(watch);
const state = (key: string, desired: string | number | null, reported: string | number | null) => ({
  key,
  desired,
  reported,
  reportedAt: null,
  delivery: null,
  deviates: false,
  changed: null,
  changeable: true,
});

describe('the settings of a device', () => {
  it('start from the desired value, else the reported one, else the default', () => {
    const settings = [state('phoneNoWhiteList1', '110', '112'), state('phoneNoWhiteList2', null, '113')];
    expect(startingValues(definitions, { ...record, settings })).toMatchObject({
      phoneNoWhiteList1: '110',
      phoneNoWhiteList2: '113',
      phoneNoWhiteList3: '',
    });
  });

  it('are validated before they are sent, only the changed ones', () => {
    expect(faultsOf(definitions, { phoneNoWhiteList1: 'mamma' })).toEqual({
      phoneNoWhiteList1: 'notAPhoneNumber',
    });
    expect(faultsOf(definitions, {})).toEqual({});
  });

  it('ask before a change only when it is one that the vocabulary names', () => {
    const fall = definitions.find(({ key }) => key === 'fallDownAlert');
    if (fall === undefined) throw new Error('a watch has a fall alarm');
    const asked = (from: boolean, to: boolean) =>
      questionsFor({ definition: fall, from, to }, 'change').map(({ id }) => id);
    expect(asked(false, true)).toEqual(['turnOn']);
    expect(asked(true, false)).toEqual([]);
    expect(asked(true, true)).toEqual([]);
    expect(questionsFor({ definition: fall, from: false, to: true }, 'save')).toEqual([]);
  });

  it('are compared with their values before a save', () => {
    const changes = savedChanges(definitions, { fallDownAlert: true }, { fallDownAlert: false });
    const lines = changes.map(({ definition, from, to }) => [definition.key, from, to]);
    expect(lines).toContainEqual(['fallDownAlert', true, false]);
    expect(lines).toContainEqual(['trackingInterval', 300, 300]);
  });
});
