import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { customerRecord } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { CustomersPage } from './customers-page.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));
beforeEach(() => {
  const customers = [customerRecord({ custId: 7, firmName: 'Solvik' })];
  vi.stubGlobal('fetch', async () => Response.json({ customers, nextCursor: null, rootKinds: [] }));
});

it('a search that begins while a customer of the tree is pressed leaves it under the pointer until it is released', async () => {
  const onChoose = vi.fn();
  let search: (words: string) => void = () => undefined;
  function Page() {
    const [words, setWords] = useState('');
    search = setWords;
    return <CustomersPage custId={null} search={words} onChoose={onChoose} onSearch={setWords} />;
  }
  await renderPage(<Page />);
  const user = userEvent.setup();
  const solvik = await screen.findByRole('button', { name: /^Solvik/ });
  await user.pointer({ keys: '[MouseLeft>]', target: solvik });
  act(() => search('solv'));
  expect(solvik.isConnected).toBe(true);
  await user.pointer({ keys: '[/MouseLeft]', target: solvik });
  expect(onChoose).toHaveBeenCalledWith(7);
  await expect.poll(() => solvik.isConnected).toBe(false);
});
