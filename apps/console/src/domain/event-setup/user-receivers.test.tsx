import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { leftOutReasons, type Receiver } from '@varde/contract/event-setup';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { receiverRecord } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ListEditor } from './list-editor.tsx';

beforeAll(() => withDevicePageTexts(async () => undefined));

const ingrid = {
  withdrawn: [] as ('sms' | 'email')[],
  ...{ userId: 5, name: 'Ingrid Vakt', email: 'ingrid@test.example', hasEmail: true },
  ...{ mobile: '+4790000005' as string | null, hasMobile: true, hasBrowser: false },
};
const leif = { ...ingrid, userId: 6, name: 'Leif Leder', mobile: null, hasMobile: false };

async function show({ receivers = [] as Receiver[], users = [ingrid, leif] } = {}) {
  vi.stubGlobal('fetch', async (url: string) => {
    expect(url).toMatch(/^\/ajax\/eventSetup\/(devices\/7\/users(\?search=.*)?|countries)$/);
    const words = new URL(url, 'http://varde.test').searchParams.get('search') ?? '';
    const found = users.filter(({ name }) => name.toLowerCase().includes(words));
    return Response.json({ users: found, more: false, countries: [] });
  });
  const calls = {
    save: vi.fn().mockResolvedValue({ rev: 5 }),
    remove: vi.fn(),
    ask: vi.fn(),
    reload: vi.fn(),
  };
  const rights = { mobile: 'change' as const, email: 'change' as const };
  await renderPage(
    <ModalsProvider>
      <ListEditor
        list={{
          source: { kind: 'device' },
          rev: 4,
          receivers,
          mayEdit: true,
          rights,
          kinRights: [],
          unavailable: [],
          limited: false,
          region: 'NO',
          repeats: 0,
          pauseSeconds: 300,
          continueAbove: false,
          above: [],
        }}
        own
        owner={{ deviId: 7 }}
        calls={calls}
      />
    </ModalsProvider>,
  );
  const user = userEvent.setup();
  const add = async () => {
    await user.click(screen.getByRole('button', { name: 'Ny mottaker' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ny mottaker' }));
    await user.click(dialog.getByLabelText('En bruker av Varde'));
    return dialog;
  };
  return { calls, user, add };
}

describe('a user of Varde on the notification list', () => {
  it('is chosen by name, and has number and address of the account', async () => {
    const { calls, user, add } = await show();
    const dialog = await add();
    await user.click(await dialog.findByLabelText('Ingrid Vakt'));
    expect(dialog.getByText(/de som står i brukerens profil/).textContent).toContain('+4790000005');
    expect(dialog.queryByLabelText('Mobilnummer')).toBeNull();
    expect(dialog.queryByLabelText('E-postadresse')).toBeNull();
    expect(dialog.queryByLabelText(/^Navn/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Legg til' }));
    const row = await screen.findByRole('listitem');
    expect(row.textContent).toContain('Ingrid Vakt · Bruker av Varde');
    expect(row.textContent).toContain('SMS til +4790000005');
    await user.click(screen.getByRole('button', { name: 'Lagre' }));
    expect(calls.save.mock.calls[0]?.[0].receivers).toMatchObject([{ userId: 5, name: 'Ingrid Vakt' }]);
  });

  it('is needed once it is to be a user', async () => {
    const { user, add } = await show();
    const dialog = await add();
    await dialog.findByLabelText('Ingrid Vakt');
    await user.click(dialog.getByRole('button', { name: 'Legg til' }));
    expect(dialog.getByRole('alert').textContent).toBe('Velg en bruker.');
    await user.click(dialog.getByLabelText('Noen andre'));
    expect(dialog.getByLabelText(/^Navn/)).toBeDefined();
    expect(dialog.getByLabelText('Mobilnummer')).toBeDefined();
  });

  it('is found by name among many', async () => {
    const many = Array.from({ length: 9 }, (_, index) => ({
      ...ingrid,
      userId: 10 + index,
      name: `Vakt ${index}`,
    }));
    const { user, add } = await show({ users: many });
    const dialog = await add();
    await user.type(await dialog.findByLabelText('Søk etter en bruker'), 'vakt 7');
    await vi.waitFor(() => expect(dialog.queryByLabelText('Vakt 6')).toBeNull());
    expect(dialog.getByLabelText('Vakt 7')).toBeDefined();
  });

  it('without a number is not told by SMS, which the dialog and the row say', async () => {
    const { user, add } = await show();
    const dialog = await add();
    await user.click(await dialog.findByLabelText('Leif Leder'));
    expect(dialog.getByRole('status').textContent).toBe('Brukeren har ikke mobilnummer.');
    await user.click(dialog.getByRole('button', { name: 'Legg til' }));
    const row = await screen.findByRole('listitem');
    expect(row.textContent).toContain('Varsles ikke: brukeren har ikke mobilnummer.');
    expect(document.body.textContent).toContain('Ved Alarm kl. 03: ingen varsles.');
    await user.click(screen.getByRole('button', { name: 'Endre Leif Leder' }));
    const change = within(await screen.findByRole('dialog', { name: 'Endre mottaker' }));
    expect(change.queryByLabelText('Noen andre')).toBeNull();
    await user.click(change.getByLabelText('E-post'));
    await user.click(change.getByRole('button', { name: 'Endre' }));
    await vi.waitFor(() => expect(screen.getByRole('listitem').textContent).not.toContain('Varsles ikke'));
  });

  it('who has withdrawn the consent to SMS is told by e-mail alone, which the dialog and the row say', async () => {
    const { user, add } = await show({ users: [{ ...ingrid, withdrawn: ['sms'] }] });
    const dialog = await add();
    await user.click(await dialog.findByLabelText('Ingrid Vakt'));
    expect(dialog.getByRole('status').textContent).toBe(
      'Brukeren har trukket tilbake samtykket til SMS, og varsles ikke slik.',
    );
    await user.click(dialog.getByRole('button', { name: 'Legg til' }));
    const row = await screen.findByRole('listitem');
    expect(row.textContent).toContain('SMS til +4790000005 (samtykket er trukket tilbake)');
    expect(row.textContent).toContain('Varsles ikke: brukeren har trukket tilbake samtykket');
    expect(document.body.textContent).toContain('Ved Alarm kl. 03: ingen varsles.');
    await user.click(screen.getByRole('button', { name: 'Endre Ingrid Vakt' }));
    const change = within(await screen.findByRole('dialog', { name: 'Endre mottaker' }));
    await user.click(change.getByLabelText('E-post'));
    await user.click(change.getByRole('button', { name: 'Endre' }));
    await vi.waitFor(() => expect(screen.getByRole('listitem').textContent).not.toContain('Varsles ikke'));
    expect(screen.getByRole('listitem').textContent).toContain('(samtykket er trukket tilbake)');
  });

  it('gets push messages, which nobody else can; without a browser the dialog and the row say so', async () => {
    const siri = { ...ingrid, userId: 7, name: 'Siri Strand', hasBrowser: true };
    const { user, add } = await show({ users: [ingrid, siri] });
    const dialog = await add();
    await user.click(dialog.getByLabelText('Push'));
    await user.click(dialog.getByLabelText('SMS'));
    await user.click(await dialog.findByLabelText('Ingrid Vakt'));
    expect(dialog.getByRole('status').textContent).toMatch(/ikke slått på push i noen nettleser ennå/);
    await user.click(dialog.getByLabelText('Siri Strand'));
    expect(dialog.queryByRole('status')).toBeNull();
    await user.click(dialog.getByLabelText('Ingrid Vakt'));
    await user.click(dialog.getByRole('button', { name: 'Legg til' }));
    const row = await screen.findByRole('listitem');
    expect(row.textContent).toContain('Varsles ikke: brukeren har ikke slått på push i noen nettleser.');
    expect(row.textContent).toContain('Push');
    expect(document.body.textContent).toContain('Ved Alarm kl. 03: ingen varsles.');
    await user.click(screen.getByRole('button', { name: 'Endre Ingrid Vakt' }));
    const change = within(await screen.findByRole('dialog', { name: 'Endre mottaker' }));
    await user.click(change.getByLabelText('SMS'));
    await user.click(change.getByRole('button', { name: 'Endre' }));
    await vi.waitFor(() => expect(screen.getByRole('listitem').textContent).not.toContain('Varsles ikke'));
    expect(document.body.textContent).toContain('først Ingrid Vakt (SMS og push)');
  });

  it('who turns out to be somebody else gets no push messages', async () => {
    const { user, add } = await show();
    const dialog = await add();
    await user.click(dialog.getByLabelText('Push'));
    await user.click(dialog.getByLabelText('Noen andre'));
    expect(dialog.queryByLabelText('Push')).toBeNull();
    await user.type(dialog.getByLabelText(/^Navn/), 'Ola');
    await user.type(dialog.getByLabelText('Mobilnummer'), '91234567');
    await user.click(dialog.getByRole('button', { name: 'Legg til' }));
    expect((await screen.findByRole('listitem')).textContent).not.toContain('Push');
  });

  it('has the language of the account; of somebody else it is chosen, and the row says so', async () => {
    const { calls, user, add } = await show();
    const dialog = await add();
    await user.click(await dialog.findByLabelText('Ingrid Vakt'));
    expect(dialog.queryByLabelText('Språk')).toBeNull();
    await user.click(dialog.getByLabelText('Noen andre'));
    await user.type(dialog.getByLabelText(/^Navn/), 'Emma');
    await user.type(dialog.getByLabelText('Mobilnummer'), '91234567');
    const language = dialog.getByLabelText<HTMLSelectElement>('Språk');
    expect(language.value).toBe('nb');
    await user.selectOptions(language, 'English');
    await user.click(dialog.getByRole('button', { name: 'Legg til' }));
    expect((await screen.findByRole('listitem')).textContent).toContain('hele døgnet · English');
    await user.click(screen.getByRole('button', { name: 'Lagre' }));
    expect(calls.save.mock.calls[0]?.[0].receivers).toMatchObject([{ name: 'Emma', language: 'en' }]);
  });

  it.each(leftOutReasons)('says in words why the user is not told: %s', async (leftOut) => {
    await show({ receivers: [receiverRecord({ userId: 5, name: 'Ingrid Vakt', leftOut })] });
    const texts = {
      deleted: 'brukeren er slettet',
      deactivated: 'brukeren kan ikke logge inn',
      noAccess: 'brukeren har ikke tilgang til alarmer her',
      noConsent: 'brukeren har trukket tilbake samtykket til å bli kontaktet slik',
      noNumber: 'brukeren har ikke mobilnummer',
      noBrowser: 'brukeren har ikke slått på push i noen nettleser',
    };
    expect(screen.getByText(`Varsles ikke: ${texts[leftOut]}.`)).toBeDefined();
    expect(document.body.textContent).toContain('Ved Alarm kl. 03: ingen varsles.');
  });
});
