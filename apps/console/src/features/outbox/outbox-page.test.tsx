import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Output } from '#data/api/call.ts';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { OutboxPage } from './outbox-page.tsx';

type OutboxMessage = Output<'listOutboxMessages'>['messages'][number];
const sms: OutboxMessage = {
  ...{ smsId: 7, recipient: '+4791111111', about: 'alarm', state: 'queued', tries: 0 },
  ...{ createdAt: Date.now(), endedAt: null, reason: null },
};
let asked: string[];
let provider: boolean;
let messages: OutboxMessage[];
beforeEach(async () => {
  await withAdministrationTexts(async () => undefined);
  asked = [];
  provider = false;
  messages = [sms];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    if (url === '/ajax/outbox-messages/7') return Response.json({ recipient: '+4791111111', text: 'Fall: Astrid Lie' });
    if (url.startsWith('/ajax/outbox-messages')) return Response.json({ messages, nextCursor: null, provider });
    return Response.json({ mails: [], nextCursor: null, mailServer: true });
  });
});

async function show(channel: string) {
  const user = userEvent.setup();
  await renderPage(
    <ModalsProvider>
      <OutboxPage />
    </ModalsProvider>,
  );
  await screen.findByText('Ingen e-poster');
  await user.click(screen.getByText(channel));
  return user;
}

describe('the outbox', () => {
  it('shows the messages of a channel, says that it has no provider, and lets an administrator read them', async () => {
    const user = await show('SMS');
    const [, row] = await screen.findAllByRole('row');
    expect(row?.textContent).toMatch(/^Venter\+4791111111Alarm/);
    expect(screen.getByRole('alert').textContent).toContain('SMS er ikke satt opp.');
    await user.click(screen.getByRole('button', { name: 'Les «Alarm» til +4791111111' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Til +4791111111' }));
    expect(dialog.getByText('Fall: Astrid Lie')).toBeDefined();
    expect(asked).toContain('/ajax/outbox-messages?channel=sms');
  });

  it("shows what became of a call, in the provider's words or why it was not made, and nothing to read", async () => {
    provider = true;
    messages = [
      { ...sms, state: 'delivered', endedAt: Date.now(), tries: 1 },
      { ...sms, smsId: 8, state: 'failed', reason: 'busy', about: 'test' },
      { ...sms, smsId: 9, state: 'withdrawn', reason: 'withdrawn' },
      { ...sms, smsId: 10, state: 'inDoubt', reason: 'half an answer' },
      { ...sms, smsId: 11, state: 'givenUp' },
    ];
    await show('Anrop');
    const rows = (await screen.findAllByRole('row')).slice(1).map(({ textContent }) => textContent);
    expect(rows).toEqual([
      expect.stringMatching(/^Levert\+4791111111Alarm/),
      expect.stringMatching(/^Feilet\+4791111111Prøve av en varslingsliste.*busy$/),
      expect.stringMatching(/^Avlyst, ikke lenger nødvendig/),
      expect.stringMatching(/^Usikkert om den ble sendt.*half an answer$/),
      expect.stringMatching(/^Aldri sendt, Varde ga opp/),
    ]);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Les/ })).toBeNull();
    expect(asked).toContain('/ajax/outbox-messages?channel=call');
  });

  it('says of a channel without messages what comes here', async () => {
    messages = [];
    await show('Push');
    expect(await screen.findByText('Ingen push-meldinger')).toBeDefined();
  });
});
