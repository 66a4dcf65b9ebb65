import { ModalsProvider } from '@mantine/modals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { receiverRecord } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ListEditor } from './list-editor.tsx';
import type { NotificationList } from './use-list-draft.ts';

beforeAll(() => withDevicePageTexts(async () => undefined));

const rules = {
  leftOut: null,
  hasMobile: true,
  hasEmail: false,
  hasBrowser: false,
  hours: null,
  events: [],
  withdrawn: [],
};
const listOf = (custId: number, customerName: string, more: object = {}): NotificationList['above'][number] => ({
  ...{ custId, customerName, receivers: [{ ...rules, channels: ['sms'], ...more }] },
});
const city = listOf(7, 'Solvik kommune');
const own: NotificationList = {
  ...{ source: { kind: 'device' }, rev: 4, receivers: [receiverRecord({ name: 'Kari' })], mayEdit: true },
  ...{ repeats: 0, pauseSeconds: 300, continueAbove: false, above: [city] },
  ...{
    rights: { mobile: 'change', email: 'change' },
    kinRights: [],
    unavailable: [],
    limited: false,
    region: 'NO',
  },
};

async function show(list: NotificationList, centre: { firmName: string } | null = null) {
  const calls = {
    save: vi.fn().mockResolvedValue({ rev: 5 }),
    remove: vi.fn(),
    ask: vi.fn(),
    reload: vi.fn(),
  };
  const isOwn = list.source.kind === 'device';
  await renderPage(
    <ModalsProvider>
      <ListEditor list={list} own={isOwn} owner={{ deviId: 7 }} calls={calls} centre={centre} />
    </ModalsProvider>,
  );
  return { calls, user: userEvent.setup() };
}
const toggle = () => screen.getByRole('switch', { name: /^Gå videre til listen til / });
const words = () => screen.getByText(/^Ved /).textContent;

describe('the switch by which a list goes on with the one above', () => {
  it('says whose list that is, and is saved with the list', async () => {
    const { calls, user } = await show(own);
    expect(screen.getByText(/varsles de på listen til Solvik kommune/)).toBeDefined();
    expect(
      screen.getByRole('switch', { name: /^Gå videre til listen til Solvik kommune hvis ingen tar alarmen/ }),
    ).toBe(toggle());
    expect(words()).toBe('Ved Alarm kl. 03: først Kari (SMS).');
    await user.click(toggle());
    expect(words()).toBe('Ved Alarm kl. 03: først Kari (SMS), så listen til Solvik kommune etter 60 s.');
    await user.click(screen.getByRole('button', { name: 'Lagre' }));
    expect(calls.save).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ continueAbove: true }));
  });

  it('says so where no customer above has a list', async () => {
    const { user } = await show({ ...own, above: [] });
    expect(screen.getByText(/^Ingen overordnet kunde har en egen liste nå/)).toBeDefined();
    await user.click(toggle());
    expect(words()).toBe('Ved Alarm kl. 03: først Kari (SMS).');
  });

  it('is off for a list that takes the place of the inherited one, which is then the one above', async () => {
    const source = { kind: 'customer' as const, custId: 8, customerName: 'Solvik sykehjem' };
    const { user } = await show({ ...own, source, continueAbove: true });
    expect(words()).toContain('så listen til Solvik kommune');
    await user.click(screen.getByRole('button', { name: 'Lag egen liste' }));
    expect(toggle()).toHaveProperty('checked', false);
    await user.click(toggle());
    expect(words()).toBe(
      'Ved Alarm kl. 03: først Kari (SMS), så listen til Solvik sykehjem etter 60 s, så listen til Solvik kommune.',
    );
  });

  it('is not there for private users, and not where the list may not be edited', async () => {
    await show({ ...own, limited: true });
    expect(screen.queryByRole('switch')).toBeNull();
  });
});

describe('the preview of a list that goes on', () => {
  const goesOn = { ...own, continueAbove: true };

  it('has the alarm centre after the lists above', async () => {
    await show({ ...goesOn, above: [city, listOf(1, 'Fylket')] }, { firmName: 'Alarm AS' });
    expect(words()).toBe(
      'Ved Alarm kl. 03: først Kari (SMS), så listen til Solvik kommune etter 60 s, så listen til Fylket, så alarmsentralen (Alarm AS).',
    );
  });

  it('begins with the list above, where the own one tells nobody of the alarm', async () => {
    await show({ ...goesOn, receivers: [] });
    expect(words()).toBe('Ved Alarm kl. 03: først listen til Solvik kommune.');
    expect(screen.queryByText('Ingen varsles ved alarm.')).toBeNull();
  });

  it('leaves out a list that tells nobody of the alarm, and warns when no list does', async () => {
    await show({ ...goesOn, receivers: [], above: [listOf(7, 'Solvik kommune', { events: ['fire'] })] });
    expect(words()).toBe('Ved Alarm kl. 03: ingen varsles.');
    expect(screen.getByText(/^Ingen varsles ved: /)).toBeDefined();
  });

  it('warns when the lists above have only channels without a provider', async () => {
    await show({ ...goesOn, receivers: [], unavailable: ['sms'] });
    expect(screen.getByText('Ingen varsles ved alarm.')).toBeDefined();
  });
});
