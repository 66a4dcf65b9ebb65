import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type SettingDefinition,
  type SettingGroup,
  type SettingValues,
  settingGroups,
} from '@varde/catalogue/settings/types';
import { settingByKey } from '@varde/catalogue/settings/vocabulary';
import { useState } from 'react';
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

const toggleOfAlarm = { ...toggle, group: 'whitelist' } as const;

/** The form with its values, of which the first can be asked. */
function showLive(definitions: SettingDefinition[], initial: SettingValues) {
  let values = initial;
  function Live() {
    const [shown, setShown] = useState(initial);
    values = shown;
    return (
      <SchemaForm
        definitions={definitions}
        values={shown}
        errors={{}}
        onChange={({ key }, value) => setShown((before) => ({ ...before, [key]: value }))}
      />
    );
  }
  renderPart(<Live />);
  return () => values[definitions[0]?.key ?? ''];
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

  it.each([
    ['a list', ['a', 'b', 'c', 'd']],
    ['radio buttons', ['a', 'b']],
  ])('of %s goes back to a value of the device that is not offered any more', async (kind, values) => {
    const options = values.map((value) => ({ value }));
    const definition = { ...toggle, kind: 'choice', default: 'a', options } as SettingDefinition;
    const value = showLive([definition], { fallDownAlert: 'former' });
    const choose = async (option: string) =>
      kind === 'a list'
        ? userEvent.selectOptions(screen.getByRole('combobox'), option)
        : userEvent.click(screen.getByRole('radio', { name: option }));
    await choose('b');
    expect(value()).toBe('b');
    await choose('former');
    expect(value()).toBe('former');
  });

  it('shows a number as it is stored, at once when it is pasted and else when the field is left', async () => {
    const value = showLive([phone], { phoneNoWhiteList1: '' });
    const field = screen.getByLabelText<HTMLInputElement>('Telefonnummer 1');
    await userEvent.click(field);
    await userEvent.paste('(0047) 912-34 567');
    expect([field.value, value()]).toEqual(['+4791234567', '+4791234567']);
    await userEvent.clear(field);
    await userEvent.type(field, '912 34');
    expect(field.value).toBe('912 34');
    await userEvent.tab();
    expect([field.value, value()]).toEqual(['91234', '91234']);
  });

  it('shows a reported value that is not in the list', () => {
    const interval = settingByKey('trackingInterval');
    show(interval ? [interval] : [], { trackingInterval: 77 });
    expect(screen.getByRole('option', { name: '77 sekunder', selected: true })).toBeDefined();
  });

  it('names a switch by its label alone, and describes it by its help', () => {
    show([toggle], { fallDownAlert: false });
    const named = screen.getByRole('switch', { name: 'Fallalarm' });
    expect(named).toBe(screen.getByRole('switch', { description: /./ }));
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

  it('has one row for each of several numbers, which can be added up to the limit, moved and removed', async () => {
    const definition = { ...phone, kind: 'phones', most: 3, key: 'sosNumbers' } as const;
    const value = showLive([definition], { sosNumbers: '' });
    const row = (place: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Nummer ${place}` });
    const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
    expect(screen.getByRole('group', { name: 'Numre som ringes ved alarm' })).toBeDefined();
    expect(isOff(screen.getByRole('button', { name: 'Legg til nummer' }))).toBe(true);
    await userEvent.type(row(1), '110');
    await press('Legg til nummer');
    expect(document.activeElement).toBe(row(2));
    await userEvent.type(row(2), '112');
    await press('Legg til nummer');
    await userEvent.type(row(3), '113');
    expect(value()).toBe('110,112,113');
    expect(isOff(screen.getByRole('button', { name: 'Legg til nummer' }))).toBe(true);
    await press('Flytt nummer 3 opp');
    expect([value(), document.activeElement]).toEqual(['110,113,112', row(2)]);
    await press('Flytt nummer 1 ned');
    expect([value(), document.activeElement]).toEqual(['113,110,112', row(2)]);
    await press('Fjern nummer 3');
    expect([value(), document.activeElement]).toEqual(['113,110', row(2)]);
    await press('Fjern nummer 1');
    await press('Fjern nummer 1');
    expect([value(), row(1).value]).toEqual(['', '']);
  });

  it('has hours as a switch, and two times while it is on', async () => {
    const definition = { ...phone, kind: 'hours', key: 'doNotDisturb' } as const;
    const value = showLive([definition], { doNotDisturb: '' });
    expect(screen.queryByLabelText('Fra')).toBeNull();
    await userEvent.click(screen.getByRole('switch', { name: /^Ikke forstyrr/ }));
    expect(value()).toBe('22:00-07:00');
    fireEvent.change(screen.getByLabelText('Fra'), { target: { value: '21:30' } });
    fireEvent.change(screen.getByLabelText('Til'), { target: { value: '06:15' } });
    expect(value()).toBe('21:30-06:15');
    await userEvent.click(screen.getByRole('switch', { name: /^Ikke forstyrr/ }));
    expect([value(), screen.queryByLabelText('Fra')]).toEqual(['', null]);
  });

  it('has a time with options as a list of them', async () => {
    const definition = { ...phone, kind: 'time', key: 'trackingNightStarts', options: ['20:00', '21:00'] } as const;
    const value = showLive([definition], { trackingNightStarts: '20:00' });
    await userEvent.selectOptions(screen.getByLabelText('Natten begynner'), '21:00');
    expect(value()).toBe('21:00');
  });

  it('has a time zone as a list of hours ahead of UTC, in quarters, also behind it', async () => {
    const zone = settingByKey('timeZone');
    const value = showLive(zone ? [zone] : [], { timeZone: 60 });
    const list = screen.getByLabelText<HTMLSelectElement>('Tidssone');
    expect(list.selectedOptions[0]?.text).toBe('UTC+1');
    const names = [...list.options].map(({ text }) => text);
    expect([names[0], names.at(-1), names.length]).toEqual(['UTC−12', 'UTC+14', 105]);
    expect(names.slice(47, 51)).toEqual(['UTC−0:15', 'UTC', 'UTC+0:15', 'UTC+0:30']);
    await userEvent.selectOptions(list, 'UTC−3:30');
    expect(value()).toBe(-210);
  });

  it('hides a secret value until somebody asks to see it', async () => {
    const password = settingByKey('smsPassword');
    show(password ? [password] : [], { smsPassword: '123456' });
    const field = screen.getByLabelText<HTMLInputElement>('Passord for SMS');
    expect([field.type, field.value]).toEqual(['password', '123456']);
    await userEvent.click(screen.getByRole('button', { name: 'Vis eller skjul passordet', hidden: true }));
    expect(field.type).toBe('text');
  });

  it('has advanced settings closed while they are at their defaults, and open when one is not, or was refused', async () => {
    const advanced = { ...phone, advanced: true } as const;
    const isOpen = () => screen.queryByLabelText('Telefonnummer 1') !== null;
    const toggle = () => screen.getByRole('button', { name: 'Avanserte innstillinger' });
    show([toggleOfAlarm, advanced], { phoneNoWhiteList1: '' });
    expect([isOpen(), toggle().ariaExpanded]).toEqual([false, 'false']);
    await userEvent.click(toggle());
    expect([isOpen(), toggle().ariaExpanded]).toEqual([true, 'true']);
    await userEvent.click(toggle());
    expect(isOpen()).toBe(false);
    cleanup();
    show([toggleOfAlarm, advanced], { phoneNoWhiteList1: '112' });
    expect(isOpen()).toBe(true);
    cleanup();
    show([toggleOfAlarm, advanced], { phoneNoWhiteList1: '' }, { phoneNoWhiteList1: 'Nei.' });
    expect([isOpen(), screen.getByText('Nei.').textContent]).toEqual([true, 'Nei.']);
  });

  it('shows what the 0 of an interval means where it has a meaning of its own', () => {
    const rate = settingByKey('heartRateInterval');
    show(rate ? [rate] : [], { heartRateInterval: 0 });
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Bare på forespørsel');
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
