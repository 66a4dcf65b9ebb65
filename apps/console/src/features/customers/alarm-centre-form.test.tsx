import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { AlarmCentreForm } from './alarm-centre-form.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

const put = vi.fn();
beforeEach(() => {
  put.mockReset();
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    put(url, JSON.parse(String(body)));
    return Response.json({});
  });
});

it('changes what an alarm centre says about itself, and asks for a proper address', async () => {
  await renderPage(<AlarmCentreForm custId={7} centre={{ takesAlarms: true, answerSeconds: 120, orderUrl: null }} />);
  const address = screen.getByLabelText('Bestillingsside');
  await userEvent.type(address, 'http://a.example');
  await userEvent.click(screen.getByRole('button', { name: 'Lagre' }));
  expect(await screen.findByText('Skriv inn en adresse som begynner med https://')).toBeDefined();
  expect(put).not.toHaveBeenCalled();
  await userEvent.clear(address);
  await userEvent.type(address, 'https://a.example/bestill');
  await userEvent.click(screen.getByRole('switch', { name: /^Tar imot alarmer/ }));
  const seconds = screen.getByLabelText('Svarfrist');
  await userEvent.clear(seconds);
  await userEvent.type(seconds, '60');
  await userEvent.click(screen.getByRole('button', { name: 'Lagre' }));
  await vi.waitFor(() =>
    expect(put).toHaveBeenCalledWith('/ajax/customers/7/alarm_centre', {
      ...{ takesAlarms: false, answerSeconds: 60, orderUrl: 'https://a.example/bestill' },
    }),
  );
});
