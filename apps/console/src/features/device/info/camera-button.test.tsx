import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { isOff } from '../../../testing/is-off.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { CameraButton } from './camera-button.tsx';

const stop = vi.fn();
/** A browser with these kinds of devices; `open` answers when the page asks for the camera. */
function withDevices(kinds: string[], open: () => Promise<unknown>) {
  vi.stubGlobal('navigator', {
    ...{ userAgent: navigator.userAgent, language: 'nb', languages: ['nb'], clipboard: navigator.clipboard },
    mediaDevices: {
      enumerateDevices: async () => kinds.map((kind) => ({ kind })),
      getUserMedia: open,
    },
  });
}
const camera = async () => ({ getTracks: () => [{ stop }] });
afterEach(() => {
  stop.mockReset();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function show() {
  const onPicture = vi.fn();
  await renderPage(
    <ModalsProvider>
      <CameraButton disabled={false} onPicture={onPicture} onFailed={vi.fn()} />
    </ModalsProvider>,
  );
  return onPicture;
}
async function open() {
  await userEvent.click(await screen.findByRole('button', { name: 'Ta bilde' }));
  return within(await screen.findByRole('dialog', { name: 'Ta bilde' }));
}

it('takes a picture with the camera, and turns the camera off', async () => {
  withDevices(['audioinput', 'videoinput'], camera);
  const picture = new Blob(['x'], { type: 'image/jpeg' });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: () => undefined,
  } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(picture));
  const onPicture = await show();
  const dialog = await open();
  const shoot = dialog.getByRole<HTMLButtonElement>('button', { name: 'Ta bildet' });
  await vi.waitFor(() => expect(isOff(shoot)).toBe(false));
  expect(stop).not.toHaveBeenCalled();
  await userEvent.click(shoot);
  await vi.waitFor(() => expect(onPicture).toHaveBeenCalledWith(picture));
  await vi.waitFor(() => expect(stop).toHaveBeenCalledOnce());
});

it('turns the camera off when the user cancels', async () => {
  withDevices(['videoinput'], camera);
  const onPicture = await show();
  const dialog = await open();
  await userEvent.click(dialog.getByRole('button', { name: 'Avbryt' }));
  await vi.waitFor(() => expect(stop).toHaveBeenCalledOnce());
  expect(onPicture.mock.calls).toEqual([[undefined]]);
});

it('says that the browser gives no access, and takes no picture', async () => {
  withDevices(['videoinput'], () => Promise.reject(new Error('NotAllowedError')));
  await show();
  const dialog = await open();
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^Fikk ikke tilgang til kameraet/);
  expect(isOff(dialog.getByRole<HTMLButtonElement>('button', { name: 'Ta bildet' }))).toBe(true);
});

it('is not offered without a camera', async () => {
  withDevices(['audioinput'], camera);
  const asked = vi.spyOn(navigator.mediaDevices, 'enumerateDevices');
  await show();
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  expect(screen.queryByRole('button', { name: 'Ta bilde' })).toBeNull();
});
