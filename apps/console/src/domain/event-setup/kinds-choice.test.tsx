import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AlarmKind } from '@varde/catalogue/alarm-kinds';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { renderPart } from '../../testing/render-part.tsx';
import { KindsChoice } from './kinds-choice.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

const offered: AlarmKind[] = ['alarm', 'fire', 'geofence', 'fridge'];
const show = async (chosen: AlarmKind[], of = offered) => {
  const onChange = vi.fn();
  renderPart(<KindsChoice offered={of} chosen={chosen} onChange={onChange} />);
  await userEvent.click(screen.getByRole('button', { name: /^Alarmer/ }));
  return { list: within(await screen.findByRole('dialog', { name: /^Alarmer/ })), onChange };
};
const emergencies = 'Nødalarmer, på alle klokkeslett';
const others = 'Alarmer som følger tidene';

describe('of which alarms a receiver is told', () => {
  it('is a tree of those to which no hours apply and of the others, which opens on a press [C3.78]', async () => {
    const { list } = await show([]);
    const names = () => list.getAllByRole('checkbox').map((box) => box.closest('div')?.textContent);
    expect(names()).toHaveLength(4);
    await userEvent.click(list.getByRole('button', { name: `Vis valgene under ${others}` }));
    expect(list.getAllByRole('checkbox')).toHaveLength(6);
    await userEvent.click(list.getByRole('button', { name: `Skjul valgene under ${emergencies}` }));
    expect(list.getAllByRole('checkbox')).toHaveLength(4);
  });

  it('is chosen as a whole branch, and given up as one; the other branch stays', async () => {
    const { list, onChange } = await show(['geofence', 'fire']);
    const branch = list.getByRole<HTMLInputElement>('checkbox', { name: emergencies });
    expect([branch.checked, branch.indeterminate]).toEqual([false, true]);
    await userEvent.click(branch);
    expect(onChange).toHaveBeenLastCalledWith(['geofence', 'alarm', 'fire']);
  });

  it('is given up as a whole branch', async () => {
    const { list, onChange } = await show(['alarm', 'fire', 'fridge']);
    await userEvent.click(list.getByRole('checkbox', { name: emergencies }));
    expect(onChange).toHaveBeenLastCalledWith(['fridge']);
  });

  it('has no branch without alarms', async () => {
    const { list } = await show([], ['alarm']);
    expect(list.queryByRole('checkbox', { name: others })).toBeNull();
  });
});
