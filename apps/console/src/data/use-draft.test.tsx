import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage, sessionRecord } from '../testing/render-page.tsx';
import { forgetDrafts } from './stored-drafts.ts';
import { useDraft } from './use-draft.ts';

function Form({ of }: { of: string }) {
  const [text, setText] = useDraft(of, 'Ingen');
  return <input aria-label="Notat" value={text} onChange={(event) => setText(event.currentTarget.value)} />;
}

const show = (of: string, userId = 1) => renderPage(<Form of={of} />, sessionRecord({ userId }));
const field = () => screen.getByLabelText<HTMLInputElement>('Notat');

/** The page goes away without being unmounted, and comes again. */
function reload(): void {
  const stored = Object.entries(sessionStorage);
  cleanup();
  for (const [key, value] of stored) sessionStorage.setItem(key, value);
}

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  sessionStorage.clear();
});

test('what is typed is there again after a reload, of the same user and object', async () => {
  await show('reset-7');
  await userEvent.type(field(), ' svarer');
  reload();
  await show('reset-7');
  expect(field().value).toBe('Ingen svarer');
  reload();
  await show('reset-8');
  expect(field().value).toBe('Ingen');
  reload();
  await show('reset-7', 2);
  expect(field().value).toBe('Ingen');
});

test('whoever leaves or empties a form, or logs out, is done with it', async () => {
  await show('reset-7');
  await userEvent.type(field(), '!');
  cleanup();
  await show('reset-7');
  expect(field().value).toBe('Ingen');

  await userEvent.type(field(), '!{Backspace}');
  expect(Object.keys(sessionStorage)).toEqual([]);

  await userEvent.type(field(), '!');
  forgetDrafts();
  reload();
  await show('reset-7');
  expect(field().value).toBe('Ingen');
});

test('whoever enters where a session ended from outside finds nothing of what others have typed', async () => {
  for (const userId of [1, 11, 2]) {
    await show('reset-7', userId);
    await userEvent.type(field(), ' svarer');
    reload();
  }
  forgetDrafts({ userId: 1 });
  expect(Object.keys(sessionStorage)).toEqual(['varde-draft-1-reset-7']);
  await show('reset-7');
  expect(field().value).toBe('Ingen svarer');
});

test('what is older than twelve hours, or no draft at all, is not shown', async () => {
  const key = 'varde-draft-1-reset-7';
  for (const stored of [
    JSON.stringify({ at: Date.now() - 12 * 3_600_000, value: 'I går' }),
    JSON.stringify({ at: Date.now() + 60_000, value: 'I morgen' }),
    'null',
    '{',
  ]) {
    sessionStorage.setItem(key, stored);
    await show('reset-7');
    expect(field().value, stored).toBe('Ingen');
    cleanup();
  }
});

test('a logout goes on where the browser forbids storage', () => {
  vi.stubGlobal(
    'sessionStorage',
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new DOMException('forbidden', 'SecurityError');
        },
      },
    ),
  );
  expect(forgetDrafts).not.toThrow();
  vi.unstubAllGlobals();
});
