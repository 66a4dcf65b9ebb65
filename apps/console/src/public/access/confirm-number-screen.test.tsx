import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ConfirmNumberScreen } from './confirm-number-screen.tsx';

const asked: [string, string][] = [];
let answer: (method: string) => Response;
beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push([method, url]);
    return answer(method);
  });
});
const open = () => render(<ConfirmNumberScreen language="nb" hash="#/confirm_number/abc-DEF" onSession={vi.fn()} />);
const about = () => Response.json({ customerName: 'Nordby kommune', number: '… 111' });

it('says who asks, and confirms the number on request only', async () => {
  answer = (method) => (method === 'POST' ? Response.json({}) : about());
  open();
  expect(await screen.findByText(/Nordby kommune vil varsle deg .*… 111/)).toBeDefined();
  expect(asked).toEqual([['GET', '/ajax/confirm-number/abc-DEF']]);
  fireEvent.click(screen.getByRole('button', { name: 'Bekreft nummeret' }));
  expect(await screen.findByText(/Nordby kommune kan varsle deg/)).toBeDefined();
  expect(asked.at(-1)).toEqual(['POST', '/ajax/confirm-number/abc-DEF']);
  expect(screen.queryByRole('button')).toBeNull();
});

it('refuses a link that is not valid, and can be tried again when Varde did not answer', async () => {
  answer = (method) => (method === 'POST' ? Response.json({ code: 'unavailable' }, { status: 503 }) : about());
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Bekreft nummeret' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/ikke tilgjengelig/);
  answer = () => Response.json({ code: 'linkInvalid' }, { status: 410 });
  fireEvent.click(screen.getByRole('button', { name: 'Bekreft nummeret' }));
  expect(await screen.findByText(/Lenken er ikke gyldig/)).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});
