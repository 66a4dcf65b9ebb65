import { screen } from '@testing-library/react';
import type { Push } from '@varde/contract/push';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { receiverRecord } from '../../testing/records.ts';
import { renderPage, sessionRecord } from '../../testing/render-page.tsx';
import { PushOffer } from './push-offer.tsx';

beforeAll(() => withDevicePageTexts(async () => undefined));

const fetched = vi.fn();
let push: Push;
beforeEach(() => {
  push = { publicKey: 'BA', browsers: [] };
  fetched.mockReset();
  vi.stubGlobal('fetch', async (url: string) => {
    fetched(url);
    return Response.json(push);
  });
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: 'default' });
  const serviceWorker = { getRegistration: async () => undefined };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
});
afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

const me = receiverRecord({ userId: 1, channels: ['sms', 'push'] });
const show = (receivers = [me]) =>
  renderPage(
    <>
      <PushOffer receivers={receivers} />
      <p>Listen</p>
    </>,
    sessionRecord({ userId: 1 }),
  );

describe('a list that tells the user by push', () => {
  it('offers to turn it on in this browser', async () => {
    await show();
    expect((await screen.findByRole('alert')).textContent).toContain('har ikke slått på push');
    expect(screen.getByRole('link').getAttribute('href')).toBe('#/profile');
  });

  it.each([
    ['another user', receiverRecord({ userId: 2, channels: ['push'] })],
    ['the user by SMS', receiverRecord({ userId: 1, channels: ['sms'] })],
    ['somebody else', receiverRecord({ channels: ['sms'] })],
  ])('offers nothing, and asks nothing, when it tells %s', async (_who, receiver) => {
    await show([receiver]);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each([
    ['where push is not configured', () => Object.assign(push, { publicKey: null })],
    ['where the browser cannot', () => vi.stubGlobal('isSecureContext', false)],
  ])('offers nothing %s', async (_where, make) => {
    make();
    await show();
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledExactlyOnceWith('/ajax/push'));
    await screen.findByText('Listen');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
