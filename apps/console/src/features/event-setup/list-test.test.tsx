import { ModalsProvider } from '@mantine/modals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EventSetupTest } from '@varde/contract/event-setup';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { isOff } from '../../testing/is-off.ts';
import { receiverRecord } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ListTest } from './list-test.tsx';

beforeAll(() => withDevicePageTexts(async () => undefined));

const receiver = (receiverId: number, name: string) => receiverRecord({ receiverId, name });
const both = [receiver(1, 'Kari'), receiver(2, 'Ola')];
const none: EventSetupTest = { sentAt: null, messages: [] };
const sms = {
  testId: 1,
  name: 'Kari',
  channel: 'sms',
  recipient: '+4790000001',
  state: 'queued',
  reason: null,
  leftOut: null,
} as const;

/** The calls that were made, by method; `answers` in their order. */
function serve(...answers: object[]) {
  const made: string[] = [];
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit = {}) => {
    made.push(`${method} ${new URL(url, 'http://x').pathname}`);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return Promise.resolve(Response.json(answer));
  });
  return made;
}

async function show(fields: Partial<Parameters<typeof ListTest>[0]> = {}) {
  await renderPage(
    <ModalsProvider>
      <ListTest deviId={7} receivers={both} unsaved={false} maySend {...fields} />
    </ModalsProvider>,
  );
  return userEvent.setup();
}
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send prøvevarsel' });

describe('a test of the notification list', () => {
  it('names who will be told before it is sent, and is sent once', async () => {
    const made = serve(none, {
      sentAt: Date.UTC(2026, 10, 23, 9),
      messages: [{ ...sms, state: 'delivered' }],
    });
    const user = await show();
    await user.click(button());
    const dialog = await screen.findByRole('dialog', { name: 'Sende prøvevarsel til 2 mottakere?' });
    expect(dialog.textContent).toContain('Kari og Ola varsles nå');
    expect(made).toEqual(['GET /ajax/eventSetup/devices/7/tests']);
    await user.click(within(dialog).getByRole('button', { name: 'Send prøvevarsel' }));
    expect(await screen.findByText('Levert')).toBeDefined();
    expect(made.filter((call) => call.startsWith('POST'))).toEqual(['POST /ajax/eventSetup/devices/7/tests']);
  });

  it('asks once when its button is pressed twice, and tells everybody once', async () => {
    const made = serve(none, { sentAt: 1, messages: [{ ...sms, state: 'delivered' }] });
    const user = await show();
    await user.dblClick(button());
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Send prøvevarsel' }));
    expect(await screen.findByText('Levert')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(made.filter((call) => call.startsWith('POST'))).toHaveLength(1);
  });

  it('is not sent when the question is answered with no', async () => {
    const made = serve(none);
    const user = await show();
    await user.click(button());
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Avbryt' }));
    expect(made.filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it.each([
    ['queued', 'I kø'],
    ['sent', 'Ringer'],
    ['delivered', 'Besvart'],
    ['failed', 'Ikke besvart'],
  ] as const)('shows what became of a call: %s is “%s”', async (state, text) => {
    serve({ sentAt: 1, messages: [{ ...sms, channel: 'call', state }] });
    await show();
    const row = (await screen.findByText('Anrop til +4790000001')).closest('li');
    expect(
      within(row ?? document.body)
        .getByRole('status')
        .textContent?.trim(),
    ).toBe(text);
  });

  it('does not go to a user who is told of no alarm, whose line says why', async () => {
    const without = { name: 'Eva Dahl', state: 'failed', leftOut: 'deactivated' } as const;
    serve({ sentAt: 1, messages: [{ ...sms, ...without, recipient: 'eva@test.example' }] });
    const eva = receiverRecord({ receiverId: 3, userId: 9, name: 'Eva Dahl', leftOut: 'deactivated' });
    const user = await show({ receivers: [...both, eva] });
    const row = (await screen.findByText('Varsles ikke: brukeren kan ikke logge inn.')).closest('li');
    expect(
      within(row ?? document.body)
        .getByRole('status')
        .textContent?.trim(),
    ).toBe('Ikke varslet');
    expect(row?.textContent).not.toContain('SMS');
    await user.click(button());
    const dialog = await screen.findByRole('dialog', { name: 'Sende prøvevarsel til 2 mottakere?' });
    expect(dialog.textContent).not.toContain('Eva');
  });

  it('cannot be sent to users alone who are told of no alarm', async () => {
    serve(none);
    await show({ receivers: [receiverRecord({ receiverId: 3, userId: 9, leftOut: 'noAccess' })] });
    expect(isOff(button())).toBe(true);
  });

  it('cannot be sent to nobody', async () => {
    serve(none);
    await show({ receivers: [] });
    expect(isOff(button())).toBe(true);
  });

  it('cannot be sent before the list is saved', async () => {
    serve(none);
    await show({ unsaved: true });
    expect(screen.getByText('Lagre listen før du prøver den.')).toBeDefined();
    expect(isOff(button())).toBe(true);
  });

  it('has no button for users who may not change the list', async () => {
    serve(none);
    await show({ maySend: false });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows what became of each message, with the reason', async () => {
    serve({
      sentAt: Date.UTC(2026, 10, 23, 9),
      messages: [
        { ...sms, state: 'failed', reason: 'unknown number' },
        {
          ...sms,
          testId: 2,
          channel: 'email',
          recipient: 'kari@test.example',
          state: 'withdrawn',
          reason: 'withdrawn',
        },
        { ...sms, testId: 3, name: 'Ola', recipient: '+4790000002', state: 'delivered' },
      ],
    });
    await show();
    const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'KariSMS til +4790000001unknown number Kom ikke fram',
      'KariE-post til kari@test.example Ikke sendt innen en time',
      'OlaSMS til +4790000002 Levert',
    ]);
  });

  it('names the browser of a push message, and says when a user has none', async () => {
    const push = { ...sms, channel: 'push', recipient: 'Chrome, Android' } as const;
    serve({
      sentAt: Date.UTC(2026, 10, 23, 9),
      messages: [push, { ...push, testId: 2, recipient: '', state: 'failed', reason: 'noBrowser' }],
    });
    await show();
    const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'KariPush til Chrome, Android I kø',
      'KariPushBrukeren har ikke slått på push i noen nettleser. Kom ikke fram',
    ]);
  });

  it('names no number that the user may not see [C6.27]', async () => {
    serve({ sentAt: Date.UTC(2026, 10, 23, 9), messages: [{ ...sms, recipient: null }] });
    await show();
    expect((await screen.findByRole('listitem')).textContent).toBe('KariSMS I kø');
  });

  it('follows its messages until they have arrived', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const at = { sentAt: Date.UTC(2026, 10, 23, 9) };
    const made = serve(
      { ...at, messages: [sms] },
      { ...at, messages: [{ ...sms, state: 'sent' }] },
      { ...at, messages: [{ ...sms, state: 'delivered' }] },
    );
    await show();
    expect(await screen.findByText('I kø')).toBeDefined();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await screen.findByText('Sendt')).toBeDefined();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await screen.findByText('Levert')).toBeDefined();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(made).toHaveLength(3);
    vi.useRealTimers();
  });
});
