import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Output } from '#data/api/call.ts';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { OutboxPage } from './outbox-page.tsx';

type OutboxMessage = Output<'listOutbox'>['messages'][number];
const sms: OutboxMessage = {
  ...{ messageId: 7, recipient: '+4791111111', about: 'alarm', subject: null, state: 'queued', tries: 0 },
  ...{ createdAt: Date.now(), endedAt: null, reason: null },
};
let asked: string[];
let provider: boolean;
let messages: OutboxMessage[];
let mails: OutboxMessage[];
beforeEach(async () => {
  await withAdministrationTexts(async () => undefined);
  asked = [];
  provider = false;
  messages = [sms];
  mails = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    if (url === '/ajax/outbox/7')
      return Response.json({ recipient: '+4791111111', subject: null, text: 'Fall: Astrid Lie' });
    if (url === '/ajax/outbox/6')
      return Response.json({ recipient: 'kari@example.no', subject: 'Velg nytt passord', text: 'Hei' });
    if (url === '/ajax/outbox?channel=email') return Response.json({ messages: mails, nextCursor: null, provider });
    return Response.json({ messages, nextCursor: null, provider });
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
    expect(asked).toContain('/ajax/outbox?channel=sms');
  });

  it('lists mails by their subjects, and shows what stands in one', async () => {
    const mail = { ...sms, messageId: 6, recipient: 'kari@example.no', about: 'other' as const };
    mails = [
      { ...mail, subject: 'Velg nytt passord' },
      { ...mail, messageId: 5 },
    ];
    await renderPage(
      <ModalsProvider>
        <OutboxPage />
      </ModalsProvider>,
    );
    const rows = (await screen.findAllByRole('row')).slice(1).map(({ textContent }) => textContent);
    expect(rows).toEqual([
      expect.stringMatching(/^Venterkari@example\.noVelg nytt passord/),
      expect.stringMatching(/^Venterkari@example\.noUkjent e-post/),
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Les «Velg nytt passord» til kari@example.no' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Velg nytt passord' }));
    expect(dialog.getByText('Til kari@example.no')).toBeDefined();
    expect(dialog.getByText('Hei')).toBeDefined();
  });

  it("shows what became of a call, in the provider's words or why it was not made, and nothing to read", async () => {
    provider = true;
    messages = [
      { ...sms, state: 'delivered', endedAt: Date.now(), tries: 1 },
      { ...sms, messageId: 8, state: 'failed', reason: 'busy', about: 'test' },
      { ...sms, messageId: 9, state: 'withdrawn', reason: 'withdrawn' },
      { ...sms, messageId: 10, state: 'inDoubt', reason: 'half an answer' },
      { ...sms, messageId: 11, state: 'givenUp' },
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
    expect(asked).toContain('/ajax/outbox?channel=call');
  });

  it('says of a channel without messages what comes here', async () => {
    messages = [];
    await show('Push');
    expect(await screen.findByText('Ingen push-meldinger')).toBeDefined();
  });
});
