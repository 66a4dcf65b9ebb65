import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type SettingDefinition, type SettingGroup, settingGroups } from '@varde/catalogue/settings/types';
import { settingByKey } from '@varde/catalogue/settings/vocabulary';
import { describe, expect, it, vi } from 'vitest';
import { isOff } from '../../testing/is-off.ts';
import { renderPart } from '../../testing/render-part.tsx';
import { SchemaForm } from './schema-form.tsx';

const toggle = {
  key: 'fallDownAlert',
  group: 'alarmSettings',
  order: 1,
  kind: 'toggle',
  default: false,
} as const;
const phone = { key: 'phoneNoWhiteList1', group: 'whitelist', order: 1, kind: 'phone', default: '' } as const;

function show(definitions: SettingDefinition[], values = {}, errors = {}) {
  const onChange = vi.fn();
  renderPart(<SchemaForm definitions={definitions} values={values} errors={errors} onChange={onChange} />);
  return onChange;
}

describe('a form made from the vocabulary', () => {
  it('has a group with its name, and in it a field with its label', () => {
    show([phone]);
    expect(screen.getByRole('group', { name: 'Telefonnumre' })).toBeDefined();
    expect(screen.getByLabelText('Telefonnummer 1')).toHaveProperty('value', '');
  });

  it('has a named group for each category of the specification', () => {
    const categories = {
      communication: 'Kommunikasjon',
      positioning: 'Posisjonering',
      tracking: 'Sporing',
      sound: 'Lyd',
      light: 'Lys',
      voicePrompt: 'Talemeldinger',
      battery: 'Batteri',
      general: 'Daglig bruk',
      privacy: 'Personvern',
      firmware: 'Fastvare',
      whitelist: 'Telefonnumre',
      integration: 'Integrasjon',
      eventSetup: 'Varslingsliste',
      indoorLocation: 'Steder innendørs',
      geofence: 'Geofence',
      misc: 'Diverse',
      alarmSettings: 'Alarm',
      deviceSetting: 'Enhet',
      otherSetting: 'Annet',
      mobileAppSetting: 'Mobilapp',
    } satisfies Record<SettingGroup, string>;
    show(Object.keys(categories).map((group) => ({ ...phone, key: group, group: group as SettingGroup })));
    const names = screen.getAllByRole('group').map((group) => group.querySelector('legend')?.textContent);
    expect(names).toEqual(Object.values(categories));
    expect(Object.keys(categories)).toEqual([...settingGroups]);
  });

  it('shows the state of a toggle in words: På or Av [C9.19]', () => {
    show([toggle, { ...toggle, key: 'tiltAlert' }], { fallDownAlert: true, tiltAlert: false });
    const words = screen.getAllByRole('switch').map((field) => field.closest('div')?.textContent);
    expect(words).toEqual([expect.stringMatching(/^På/), expect.stringMatching(/^Av/)]);
  });

  it.each([
    [1, '1 sekund'],
    [59, '59 sekunder'],
    [60, '1 minutt'],
    [90, '90 sekunder'],
    [3600, '1 time'],
    [5400, '90 minutter'],
    [86_400, '1 dag'],
    [90_000, '25 timer'],
    [604_800, '1 uke'],
    [691_200, '8 dager'],
    [1_209_600, '2 uker'],
  ])('shows %i seconds in the largest unit that divides them: %s [C9.21]', (seconds, text) => {
    const choice = {
      ...phone,
      kind: 'choice',
      unit: 's',
      options: [{ value: seconds }],
      default: seconds,
    } as const;
    show([choice], { [phone.key]: seconds });
    expect(screen.getByRole('option', { selected: true }).textContent).toBe(text);
  });

  it.each([
    ['min', 60, '1 time'],
    ['h', 23, '23 timer'],
    ['h', 24, '1 dag'],
    ['h', 168, '1 uke'],
  ] as const)('counts %s as seconds first: %i is %s [C9.21]', (unit, value, text) => {
    const choice = { ...phone, kind: 'choice', unit, options: [{ value }], default: value } as const;
    show([choice], { [phone.key]: value });
    expect(screen.getByRole('option', { selected: true }).textContent).toBe(text);
  });

  it('reports the chosen value and not its text', async () => {
    const interval = settingByKey('trackingInterval');
    const onChange = show(interval ? [interval] : [], { trackingInterval: 300 });
    await userEvent.selectOptions(screen.getByLabelText('Sporingsintervall'), '10 minutter');
    expect(onChange).toHaveBeenCalledWith(interval, 600);
  });

  it('shows a reported value that is not in the list', () => {
    const interval = settingByKey('trackingInterval');
    show(interval ? [interval] : [], { trackingInterval: 77 });
    expect(screen.getByRole('option', { name: '77 sekunder', selected: true })).toHaveProperty('disabled', true);
  });

  it('turns a switch', async () => {
    const onChange = show([toggle], { fallDownAlert: false });
    await userEvent.click(screen.getByRole('switch', { name: /^Fallalarm/ }));
    expect(onChange).toHaveBeenCalledWith(toggle, true);
  });

  it('shows an error beside its field', () => {
    show([phone], { phoneNoWhiteList1: 'x' }, { phoneNoWhiteList1: 'Dette er ikke et telefonnummer.' });
    expect(screen.getByLabelText('Telefonnummer 1')).toHaveProperty('ariaInvalid', 'true');
    expect(screen.getByText('Dette er ikke et telefonnummer.')).toBeDefined();
  });

  it('has the icon of the page beside the name of the group, and one group for each page with settings', () => {
    show([phone, { ...toggle, page: 'alarm' }, { ...toggle, key: 'other', page: 'manDown' }]);
    const groups = screen.getAllByRole('group');
    expect(groups.map((group) => group.querySelector('legend')?.textContent?.trim())).toEqual([
      'Telefonnumre',
      'Alarm',
      'Alarm',
    ]);
    const icons = groups.map((group) => group.querySelector('legend svg')?.getAttribute('class'));
    expect(icons).toEqual([
      expect.stringContaining('tabler-icon-bell'),
      expect.stringContaining('tabler-icon-bell'),
      expect.stringContaining('tabler-icon-fall'),
    ]);
  });

  it('hides and dims fields by the values of others', () => {
    const conditions = [{ key: 'fallDownAlert', equals: true }];
    show(
      [toggle, { ...phone, enabledWhen: conditions }, { ...phone, key: 'phoneNoWhiteList2', shownWhen: conditions }],
      {
        fallDownAlert: false,
      },
    );
    expect(isOff(screen.getByLabelText('Telefonnummer 1'))).toBe(true);
    expect(screen.queryByLabelText('Telefonnummer 2')).toBeNull();
  });
});
