import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { deviceQuery } from '#data/live/device-query.ts';
import { deviceDetail } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { DeviceName } from './device-name.tsx';

const device = deviceDetail({ abilities: ['rename'] });
const field = () => screen.getByLabelText<HTMLInputElement>('Enhetens navn');
const edit = () => userEvent.click(screen.getByRole('button', { name: 'Endre navn' }));

async function show(shown = device) {
  const sent = vi.fn(async (_url: string, { body }: RequestInit) => Response.json(JSON.parse(String(body))));
  vi.stubGlobal('fetch', sent);
  const { cache } = await renderPage(<DeviceName device={shown}>(1)</DeviceName>);
  cache.setQueryData(deviceQuery(1).queryKey, shown);
  return { sent, name: () => cache.getQueryData(deviceQuery(1).queryKey)?.deviceName };
}

describe('the name in the header', () => {
  it('is edited in place by users who may, and by nobody else [C2.58]', async () => {
    const { sent, name } = await show();
    await edit();
    expect(field().value).toBe('Rom 101');
    await userEvent.clear(field());
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Lagre' }).disabled).toBe(true);
    await userEvent.type(field(), ' Rom 102 {Enter}');
    await vi.waitFor(() => expect(name()).toBe('Rom 102'));
    expect(sent).toHaveBeenCalledWith(
      '/ajax/devices/1/name',
      expect.objectContaining({ method: 'PUT', body: JSON.stringify({ deviceName: 'Rom 102' }) }),
    );
    expect(screen.getByRole('heading', { level: 1 })).toBeDefined();
  });

  it('has no pencil for users who may not rename it', async () => {
    await show(deviceDetail({ abilities: [] }));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is sent only if it differs from the current one [C5.01]', async () => {
    const { sent } = await show();
    await edit();
    await userEvent.type(field(), ' {Enter}');
    expect(screen.getByRole('heading', { level: 1 })).toBeDefined();
    await edit();
    await userEvent.type(field(), ' annet{Escape}');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Rom 101 (1)');
    expect(sent).not.toHaveBeenCalled();
  });
});
