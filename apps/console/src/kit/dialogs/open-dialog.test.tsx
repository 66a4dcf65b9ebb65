import { ModalsProvider } from '@mantine/modals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { expectDialogs } from '../state/dialogs-ready.ts';
import { confirm } from './confirm.tsx';
import { openDialog } from './open-dialog.tsx';

afterEach(() => expectDialogs(async () => true)());

const question = { title: 'Slett rommet', body: 'Sikker?', cancel: 'Avbryt', proceed: 'Slett' };

async function show(perform: () => Promise<void>) {
  await renderPage(
    <ModalsProvider>
      <button type="button" onClick={() => void perform()}>
        Åpne
      </button>
    </ModalsProvider>,
  );
  return screen.getByRole('button', { name: 'Åpne' });
}

describe('a question', () => {
  it('is asked once for a double press, also while the code of dialogs is loaded, and can be asked again', async () => {
    const loaded = Promise.withResolvers<boolean>();
    expectDialogs(() => loaded.promise)();
    const answered = vi.fn();
    const open = await show(async () => answered(await confirm(question)));
    await userEvent.dblClick(open);
    loaded.resolve(true);
    await userEvent.click(await screen.findByRole('button', { name: 'Slett' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(answered.mock.calls).toEqual([[false], [true]]);
    await userEvent.click(open);
    expect(await screen.findByRole('dialog', { name: 'Slett rommet' })).toBeDefined();
  });

  it('can be asked again after dialogs could not be loaded', async () => {
    let works = false;
    expectDialogs(async () => works)();
    const open = await show(async () => void (await confirm(question)));
    await userEvent.click(open);
    expect(screen.queryByRole('dialog')).toBeNull();
    works = true;
    await userEvent.click(open);
    expect(await screen.findByRole('dialog')).toBeDefined();
  });
});

it('a dialog that closes takes no more presses, so that its form is not sent twice', async () => {
  const open = await show(async () => {
    await openDialog<void>({
      title: 'Nytt rom',
      content: (close) => (
        <button type="button" onClick={() => close()}>
          Lagre
        </button>
      ),
    });
  });
  await userEvent.click(open);
  const save = await screen.findByRole('button', { name: 'Lagre' });
  expect(save.closest('[inert]')).toBeNull();
  save.click();
  expect(save.closest('[inert]')).not.toBeNull();
});
