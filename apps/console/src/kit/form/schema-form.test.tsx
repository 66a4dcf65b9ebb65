import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SettingDefinition } from '@varde/catalogue/settings/types';
import { settingByKey } from '@varde/catalogue/settings/vocabulary';
import { describe, expect, it, vi } from 'vitest';
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

  it('tells what somebody chose, as the value and not as its text', async () => {
    const interval = settingByKey('trackingInterval');
    const onChange = show(interval ? [interval] : [], { trackingInterval: 300 });
    await userEvent.selectOptions(screen.getByLabelText('Sporingsintervall'), '10 minutter');
    expect(onChange).toHaveBeenCalledWith(interval, 600);
  });

  it('shows a value that the device reports and the list does not have', () => {
    const interval = settingByKey('trackingInterval');
    show(interval ? [interval] : [], { trackingInterval: 77 });
    expect(screen.getByRole('option', { name: '77 sekunder', selected: true })).toHaveProperty(
      'disabled',
      true,
    );
  });

  it('turns a switch', async () => {
    const onChange = show([toggle], { fallDownAlert: false });
    await userEvent.click(screen.getByRole('switch', { name: /^Fallalarm/ }));
    expect(onChange).toHaveBeenCalledWith(toggle, true);
  });

  it('puts an error beside its field', () => {
    show([phone], { phoneNoWhiteList1: 'x' }, { phoneNoWhiteList1: 'Dette er ikke et telefonnummer.' });
    expect(screen.getByLabelText('Telefonnummer 1')).toHaveProperty('ariaInvalid', 'true');
    expect(screen.getByText('Dette er ikke et telefonnummer.')).toBeDefined();
  });

  it('hides and dims fields by what others say', () => {
    const conditions = [{ key: 'fallDownAlert', equals: true }];
    show(
      [
        toggle,
        { ...phone, enabledWhen: conditions },
        { ...phone, key: 'phoneNoWhiteList2', shownWhen: conditions },
      ],
      {
        fallDownAlert: false,
      },
    );
    expect(screen.getByLabelText('Telefonnummer 1')).toHaveProperty('disabled', true);
    expect(screen.queryByLabelText('Telefonnummer 2')).toBeNull();
  });
});
