import { ModalsProvider } from '@mantine/modals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

function Form() {
  useUnsavedGuard(true);
  return null;
}

async function show() {
  const { router } = await renderPage(
    <ModalsProvider>
      <Form />
      <Form />
    </ModalsProvider>,
  );
  const leave = (to: string) => act(async () => router.history.push(to));
  const answer = async (words: string) => {
    const dialog = await screen.findByRole('dialog', { name: 'Ulagrede endringer' });
    asked += 1;
    await userEvent.click(within(dialog).getByRole('button', { name: words }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  return { leave, answer, path: () => router.state.location.pathname };
}
let asked = 0;
beforeEach(() => {
  asked = 0;
});

describe('two forms of a page with unsaved changes', () => {
  it('ask once when the page is left, and again the next time', async () => {
    const { leave, answer, path } = await show();
    for (const to of ['/first', '/second']) {
      await leave(to);
      await answer('Fortsett');
      await waitFor(() => expect(path()).toBe(to));
    }
    expect(asked).toBe(2);
  });

  it('are not left when the answer is no, after which the page asks again', async () => {
    const { leave, answer, path } = await show();
    await leave('/first');
    await answer('Avbryt');
    expect(path()).toBe('/');
    await leave('/first');
    await answer('Fortsett');
    await waitFor(() => expect(path()).toBe('/first'));
    expect(asked).toBe(2);
  });
});
