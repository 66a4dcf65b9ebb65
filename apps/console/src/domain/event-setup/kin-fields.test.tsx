import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type KinRight, kinRights } from '@varde/contract/event-setup-form';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { receiverRecord } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ListEditor } from './list-editor.tsx';

beforeAll(() => withDevicePageTexts(async () => undefined));

const all = [...kinRights];
const names: Record<KinRight, string> = {
  ...{ check: 'Kontroll', tracking: 'Sporing', schedule: 'Tidsplan', call: 'Anrop', image: 'Bilde' },
};

async function show(nextOfKin: KinRight[] | null, may: readonly KinRight[] = all, userId: number | null = null) {
  vi.stubGlobal('fetch', async () => Response.json({ countries: [] }));
  const calls = {
    save: vi.fn().mockResolvedValue({ rev: 5 }),
    remove: vi.fn(),
    ask: vi.fn(),
    reload: vi.fn(),
  };
  await renderPage(
    <ModalsProvider>
      <ListEditor
        list={{
          ...{ source: { kind: 'device' }, rev: 4, mayEdit: true, unavailable: [], limited: false },
          ...{ region: 'NO', repeats: 0, pauseSeconds: 300, continueAbove: false, above: [] },
          receivers: [receiverRecord({ nextOfKin, userId })],
          rights: { mobile: 'change', email: 'change' },
          kinRights: [...may],
        }}
        own
        owner={{ deviId: 7 }}
        calls={calls}
      />
    </ModalsProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Endre Kari' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Endre mottaker' }));
  const mark = () => dialog.getByLabelText('Pårørende') as HTMLInputElement;
  const right = (each: KinRight) =>
    within(dialog.getByRole('group', { name: 'Pårørende kan' })).queryByLabelText(names[each]);
  async function saved(row: string | null) {
    await user.click(dialog.getByRole('button', { name: 'Endre' }));
    const text = screen.getByRole('listitem').textContent;
    if (row === null) expect(text).not.toContain('Pårørende');
    else expect(text).toContain(row);
    await user.click(screen.getByRole('button', { name: 'Lagre' }));
    return calls.save.mock.calls[0]?.[0].receivers[0].nextOfKin;
  }
  return { user, dialog, mark, right, saved };
}

describe('[C6.28] a next of kin on the notification list', () => {
  it('is marked, gets each right by a switch of its own, and is shown with them in words', async () => {
    const { user, mark, right, saved } = await show(null);
    await user.click(mark());
    for (const each of ['image', 'check', 'call'] as const) {
      const choice = right(each);
      if (choice === null) throw new Error(`no switch for ${each}`);
      await user.click(choice);
    }
    expect(await saved('Pårørende: kontroll, anrop, bilde')).toEqual(['check', 'call', 'image']);
  });

  it.each(all)('has no switch for %s for users who may not give it, and keeps it', async (each) => {
    const { user, dialog, mark, right, saved } = await show(
      all,
      all.filter((other) => other !== each),
    );
    expect(right(each)).toBeNull();
    expect(mark().disabled).toBe(true);
    expect(dialog.getByText(`Har også rettigheter som du ikke kan endre: ${names[each].toLowerCase()}.`)).toBeDefined();
    for (const other of all) {
      const choice = right(other);
      if (choice !== null) await user.click(choice);
    }
    expect(await saved(`Pårørende: ${names[each].toLowerCase()}`)).toEqual([each]);
  });

  it('is one no more without the mark', async () => {
    const { user, mark, saved } = await show(['check']);
    await user.click(mark());
    expect(await saved(null)).toBeNull();
  });

  it('is nobody who is a user of Varde', async () => {
    const { dialog } = await show(null, all, 5);
    expect(dialog.queryByLabelText('Pårørende')).toBeNull();
  });
});
