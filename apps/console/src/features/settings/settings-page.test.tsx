import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LiveChannel, openLiveChannel } from '#kit/live/live-channel.ts';
import { LiveProvider } from '#kit/live/live-context.tsx';
import { fakeLiveServer } from '../../testing/fake-live-server.ts';
import { deviceDetail } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { SettingsPage } from './settings-page.tsx';

let channel: LiveChannel;
beforeEach(() => {
  fakeLiveServer();
  channel = openLiveChannel({
    origin: 'http://v.example',
    onSessionEnded: vi.fn(),
    onRightsChanged: vi.fn(),
  });
});
afterEach(() => channel.stop());

/** The settings page of a device for which the server opened these settings to the user. */
async function show(dehaId: number, opened: readonly string[]) {
  const settings = opened.map((key) => ({
    key,
    desired: null,
    reported: null,
    reportedAt: null,
    delivery: null,
  }));
  const answers: Record<string, unknown> = {
    '/ajax/devices/1': deviceDetail({ dehaId }),
    '/ajax/devices/1/settings': { deviId: 1, dehaId, fiwaNum: null, settings },
  };
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) => Response.json(answers[url])),
  );
  await renderPage(
    <LiveProvider channel={channel}>
      <SettingsPage deviId={1} />
    </LiveProvider>,
  );
  await screen.findByRole('heading', { name: /Rom 101/ });
}

const fieldNames = () =>
  [...document.querySelectorAll('form [name]')].map((field) => field.getAttribute('name'));

it('draws the settings that the server opened to the user, and none besides', async () => {
  await show(34, ['phoneNoWhiteList2', 'trackingInterval']);
  await vi.waitFor(() => expect(fieldNames()).toEqual(['phoneNoWhiteList2', 'trackingInterval']));
});

it('says so when none is open, also for hardware that has settings', async () => {
  await show(34, []);
  expect(await screen.findByText('Ingen innstillinger')).toBeDefined();
  expect(fieldNames()).toEqual([]);
});

it('leaves out a setting that this version does not know', async () => {
  await show(34, ['fromTheFuture', 'fallDownAlert']);
  await vi.waitFor(() => expect(fieldNames()).toEqual(['fallDownAlert']));
});
