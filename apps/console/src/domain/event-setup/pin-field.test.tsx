import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Receiver } from '@varde/contract/event-setup';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { receiverRecord } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ListEditor } from './list-editor.tsx';

beforeAll(() => withDevicePageTexts(async () => undefined));

async function show(receiver: Receiver, limited = false) {
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
          ...{ source: { kind: 'device' }, rev: 4, receivers: [receiver], mayEdit: true, unavailable: [] },
          ...{ limited, region: 'NO', repeats: 0, pauseSeconds: 300, continueAbove: false, above: [] },
          rights: { mobile: 'change', email: 'change' },
          kinRights: [],
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
  const press = (name: string) => user.click(dialog.getByRole('button', { name }));
  const saved = async () => {
    await press('Endre');
    expect(row()).toContain('PIN-kode');
    await user.click(await screen.findByRole('button', { name: 'Lagre' }));
    return calls.save.mock.calls[0]?.[0].receivers[0];
  };
  return { user, calls, dialog, press, saved };
}
const row = () => screen.getByRole('listitem').textContent;

describe('the PIN of a receiver', () => {
  it.each([false, true])('is set by whoever changes who is told, limited form: %s', async (limited) => {
    const { user, dialog, press, saved } = await show(receiverRecord(), limited);
    expect(row()).not.toContain('PIN-kode');
    await press('Sett PIN-kode');
    await user.type(dialog.getByLabelText('PIN-kode'), '47');
    await press('Endre');
    expect(dialog.getByText('Skriv inn 4–8 siffer.')).toBeDefined();
    await user.type(dialog.getByLabelText('PIN-kode'), '11');
    expect(await saved()).toMatchObject({ pin: '4711' });
  });

  it('is not left in the browser with a list that is not saved', async () => {
    const { user, dialog, press } = await show(receiverRecord());
    const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith('varde-draft'));
    await user.type(dialog.getByLabelText(/^Navn/), ' Marie');
    await press('Endre');
    await expect.poll(drafts).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Endre Kari Marie' }));
    const again = within(await screen.findByRole('dialog', { name: 'Endre mottaker' }));
    await user.click(again.getByRole('button', { name: 'Sett PIN-kode' }));
    await user.type(again.getByLabelText('PIN-kode'), '4711');
    await user.click(again.getByRole('button', { name: 'Endre' }));
    await expect.poll(drafts).toHaveLength(0);
  });

  it('is not shown and not sent when it stays', async () => {
    const { dialog, saved } = await show(receiverRecord({ hasPin: true }));
    expect(row()).toContain('PIN-kode');
    expect(dialog.queryByLabelText('PIN-kode')).toBeNull();
    expect(dialog.getByText('PIN-kode er satt.')).toBeDefined();
    expect((await saved()).pin).toBeUndefined();
  });

  it('is kept when the change is taken back', async () => {
    const { user, dialog, press, saved } = await show(receiverRecord({ hasPin: true }));
    await press('Endre PIN-koden');
    await user.type(dialog.getByLabelText('PIN-kode'), '1234');
    await press('Behold den som var');
    await press('Fjern PIN-koden');
    await press('Behold den som var');
    const sent = await saved();
    expect([sent.pin, sent.hasPin]).toEqual([undefined, true]);
  });

  it('is removed', async () => {
    const { user, calls, dialog, press } = await show(receiverRecord({ hasPin: true }));
    await press('Fjern PIN-koden');
    expect(dialog.getByText('PIN-koden er borte når listen er lagret.')).toBeDefined();
    await press('Endre');
    expect(row()).not.toContain('PIN-kode');
    await user.click(screen.getByRole('button', { name: 'Lagre' }));
    expect(calls.save.mock.calls[0]?.[0].receivers).toMatchObject([{ pin: null }]);
  });
});
