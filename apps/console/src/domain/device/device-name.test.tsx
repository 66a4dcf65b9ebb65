import { Notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { deviceQuery } from '#data/live/device-query.ts';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { isOff } from '../../testing/is-off.ts';
import { deviceDetail } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { DeviceName } from './device-name.tsx';

beforeAll(() => withDevicePageTexts(async () => undefined));

const device = deviceDetail({ abilities: ['rename'] });
const field = () => screen.getByLabelText<HTMLInputElement>('Enhetens navn');
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const edit = () => userEvent.click(screen.getByRole('button', { name: 'Endre navn' }));

function Page() {
  const { data } = useQuery({ ...deviceQuery(1), enabled: false });
  return (
    <>
      <Notifications />
      {data && <DeviceName device={data}>(1)</DeviceName>}
    </>
  );
}

async function show(shown = device) {
  const sent = vi.fn(async (_url: string, { body }: RequestInit) => Response.json(JSON.parse(String(body))));
  vi.stubGlobal('fetch', sent);
  const { cache } = await renderPage(<Page />);
  act(() => void cache.setQueryData(deviceQuery(1).queryKey, shown));
  await screen.findByRole('heading', { level: 1 });
  return { sent, cache, name: () => cache.getQueryData(deviceQuery(1).queryKey)?.deviceName };
}
async function renameTo(name: string): Promise<void> {
  await edit();
  await userEvent.clear(field());
  await userEvent.type(field(), `${name}{Enter}`);
}

describe('the name in the header', () => {
  it('is edited in place by users who may, and by nobody else [C2.58]', async () => {
    const { sent, name } = await show();
    await edit();
    expect(field().value).toBe('Rom 101');
    await userEvent.clear(field());
    expect(isOff(screen.getByRole<HTMLButtonElement>('button', { name: 'Lagre' }))).toBe(true);
    await userEvent.type(field(), ' Rom 102 {Enter}');
    await vi.waitFor(() => expect(name()).toBe('Rom 102'));
    expect(sent).toHaveBeenCalledWith(
      '/ajax/devices/1/name',
      expect.objectContaining({ method: 'PUT', body: JSON.stringify({ deviceName: 'Rom 102' }) }),
    );
    expect(screen.getByRole('heading', { level: 1 })).toBeDefined();
  });

  it('gives the focus back to its button when it is saved and when it is left, and takes none before', async () => {
    await show();
    const button = () => screen.getByRole('button', { name: 'Endre navn' });
    expect(document.activeElement).not.toBe(button());
    await edit();
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(button());
    await renameTo('Rom 102');
    expect(document.activeElement).toBe(button());
  });

  it('is shown before the server has answered, and stays', async () => {
    const { sent } = await show();
    const { promise, resolve } = Promise.withResolvers<Response>();
    sent.mockReturnValue(promise);
    await renameTo('Rom 102');
    expect(heading()).toBe('Rom 102 (1)');
    await act(async () => resolve(Response.json({ deviceName: 'Rom 102', rev: 2 })));
    expect(heading()).toBe('Rom 102 (1)');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is taken back when the server refuses it, with the reason', async () => {
    const { sent } = await show();
    sent.mockImplementation(async () => Response.json({ code: 'notAllowed', errors: [] }, { status: 403 }));
    await renameTo('Rom 102');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Kunne ikke endre navnet til «Rom 102».');
    expect(heading()).toBe('Rom 101 (1)');
  });

  it('that somebody else gives it meanwhile stays when the own one is refused', async () => {
    const { sent, cache } = await show();
    const { promise, reject } = Promise.withResolvers<Response>();
    sent.mockReturnValue(promise);
    await renameTo('Rom 102');
    act(() => void cache.setQueryData(deviceQuery(1).queryKey, { ...device, deviceName: 'Rom 103' }));
    await act(async () => reject(new Error('away')));
    await screen.findByRole('alert');
    expect(heading()).toBe('Rom 103 (1)');
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
