import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../testing/render-part.tsx';
import { TreeChoice, type TreeOption } from './tree-choice.tsx';

const option = (key: string, fields: Partial<TreeOption> = {}): TreeOption => ({
  ...{ key, name: `Valg ${key}`, checked: false, children: [] },
  ...{ disabled: false, locked: false, showChildren: false, ...fields },
});
const show = async (options: TreeOption[]) => {
  const [onCheck, onShowChildren] = [vi.fn(), vi.fn()];
  renderPart(<TreeChoice label="Alarmer" shown="Alle" {...{ options, onCheck, onShowChildren }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Alarmer Alle' }));
  return { list: within(await screen.findByRole('dialog', { name: /^Alarmer/ })), onCheck, onShowChildren };
};
const box = (list: ReturnType<typeof within>, name: string) => list.getByRole('checkbox', { name }) as HTMLInputElement;

describe('an option of a tree [C3.78]', () => {
  it('has its name, is checked or not, and tells its key when it is pressed', async () => {
    const { list, onCheck } = await show([option('a', { checked: true }), option('b')]);
    expect([box(list, 'Valg a').checked, box(list, 'Valg b').checked]).toEqual([true, false]);
    await userEvent.click(box(list, 'Valg b'));
    expect(onCheck).toHaveBeenLastCalledWith(expect.objectContaining({ key: 'b' }), true);
    await userEvent.click(box(list, 'Valg a'));
    expect(onCheck).toHaveBeenLastCalledWith(expect.objectContaining({ key: 'a' }), false);
  });

  it('that is disabled or locked takes no press, and a locked one says so', async () => {
    const options = [option('a', { disabled: true }), option('b', { locked: true }), option('c')];
    const { list, onCheck } = await show(options);
    for (const name of ['Valg a', 'Valg b']) {
      expect(box(list, name).disabled).toBe(true);
      await userEvent.click(box(list, name));
    }
    expect(onCheck).not.toHaveBeenCalled();
    expect(list.getAllByRole('img', { name: 'Låst' })).toHaveLength(1);
    expect(box(list, 'Valg c').disabled).toBe(false);
  });

  it('shows its children only where it says so, and asks for it when its arrow is pressed', async () => {
    const children = [option('child')];
    const options = [option('open', { children, showChildren: true }), option('shut', { children }), option('leaf')];
    const { list, onShowChildren } = await show(options);
    expect(list.getAllByRole('checkbox', { name: 'Valg child' })).toHaveLength(1);
    const [open, shut] = [/^Skjul valgene under Valg open/, /^Vis valgene under Valg shut/].map((name) =>
      list.getByRole('button', { name }),
    );
    expect(open?.getAttribute('aria-expanded')).toBe('true');
    expect(shut?.getAttribute('aria-expanded')).toBe('false');
    if (open && shut) {
      await userEvent.click(open);
      expect(onShowChildren).toHaveBeenLastCalledWith(expect.objectContaining({ key: 'open' }), false);
      await userEvent.click(shut);
      expect(onShowChildren).toHaveBeenLastCalledWith(expect.objectContaining({ key: 'shut' }), true);
    }
    expect(list.queryByRole('button', { name: /Valg leaf/ })).toBeNull();
  });

  it('is half checked while some of what is below it is, at any depth, and whole when it says so', async () => {
    const deep = option('deep', { children: [option('deepest', { checked: true })] });
    const { list } = await show([
      option('none', { children: [option('x')] }),
      option('some', { children: [option('y'), deep] }),
      option('all', { checked: true, children: [option('z', { checked: true })] }),
    ]);
    const halves = ['none', 'some', 'all'].map((key) => box(list, `Valg ${key}`).indeterminate);
    expect(halves).toEqual([false, true, false]);
  });
});
