import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LoginScreen } from './login-screen.tsx';

const fetched = vi.fn<typeof fetch>();
let loginAnswer: () => Response;
let registration: 'open' | 'closed';
beforeEach(() => {
  registration = 'open';
  fetched.mockReset();
  fetched.mockImplementation(async (url) =>
    url === '/ajax/config'
      ? Response.json({
          tilesUrl: null,
          registration,
          tilesAttribution: null,
          demoLogins: [{ role: 'FIRM', who: 'hele kommunen', username: 'demo', password: 'demo-word' }],
        })
      : url === '/ajax/text/forLogin'
        ? Response.json({ notice: 'Stengt lørdag', gdpr: {} })
        : loginAnswer(),
  );
  vi.stubGlobal('fetch', fetched);
});
const refusal = (code: string, status: number) => () => Response.json({ code }, { status });

async function logIn() {
  await userEvent.type(screen.getByLabelText('Brukernavn'), 'kari');
  await userEvent.type(screen.getByLabelText('Passord'), 'hemmelig');
  await userEvent.click(screen.getByRole('button', { name: 'Logg inn' }));
}

describe('the login page', () => {
  it('passes on the session', async () => {
    const onSession = vi.fn();
    loginAnswer = () => Response.json({ userId: 4 });
    render(<LoginScreen language="nb" hash="#/login" onSession={onSession} />);
    await logIn();
    expect(onSession).toHaveBeenCalledWith({ userId: 4 });
  });

  it.each([
    [
      'loginFailed',
      401,
      'Feil brukernavn eller passord.Hvis du nettopp har registrert deg, må du bekrefte e-postadressen først. Send ny lenke',
    ],
    ['tooManyRequests', 429, 'For mange forsøk. Vent litt og prøv igjen.'],
  ])('shows the reason on %s', async (code, status, text) => {
    loginAnswer = refusal(code, status);
    render(<LoginScreen language="nb" hash="#/login" onSession={vi.fn()} />);
    await logIn();
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });

  it('says after a logout that the user is logged out, and at no other time [C2.13]', () => {
    const at = (hash: string) => <LoginScreen key={hash} language="nb" hash={hash} onSession={vi.fn()} />;
    const { rerender } = render(at('#/logout'));
    expect(screen.getByText('Du er logget ut.')).toBeDefined();
    expect(screen.getByLabelText('Brukernavn')).toBeDefined();
    rerender(at('#/login'));
    expect(screen.queryByText('Du er logget ut.')).toBeNull();
  });

  it('logs in to the alarm centre from its own address, with that context, and says so to users without access [C7.05]', async () => {
    const contexts = () =>
      fetched.mock.calls.flatMap(([, init]) => new Headers(init?.headers).get('x-varde-context') ?? []);
    loginAnswer = refusal('notAllowed', 403);
    const at = (hash: string) => <LoginScreen key={hash} language="nb" hash={hash} onSession={vi.fn()} />;
    const linked = (name: string) => screen.getByRole('link', { name }).getAttribute('href') ?? '';
    const { rerender } = render(at('#/login?to=%2Falarms'));
    rerender(at(linked('Innlogging for alarmsentraler')));
    expect(screen.getByRole('heading', { name: 'Logg inn i alarmsentralen' })).toBeDefined();
    await logIn();
    expect(contexts()).toEqual(['AHP']);
    expect((await screen.findByRole('alert')).textContent).toMatch(/hører ikke til en alarmsentral/);

    expect(linked('Vanlig innlogging')).toBe('#/login?to=%2Falarms');
    rerender(at(linked('Vanlig innlogging')));
    expect(screen.getByRole('heading', { name: 'Logg inn' })).toBeDefined();
    await logIn();
    expect(contexts()).toEqual(['AHP', 'PROFFWEB']);
  });

  it('asks for the one-time code only when the server does', async () => {
    loginAnswer = refusal('twoFactorRequired', 401);
    render(<LoginScreen language="nb" hash="#/login" onSession={vi.fn()} />);
    expect(screen.queryByLabelText('Engangskode')).toBeNull();
    await logIn();
    expect(await screen.findByLabelText('Engangskode')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByLabelText('Passord').closest('[hidden]')).not.toBeNull();

    await userEvent.click(screen.getByRole('button', { name: 'Logg inn' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Skriv inn engangskoden.');
    await userEvent.click(screen.getByRole('button', { name: 'Logg inn som en annen bruker' }));
    expect(screen.getByLabelText('Passord').closest('[hidden]')).toBeNull();
    expect(screen.queryByLabelText('Engangskode')).toBeNull();
  });

  it('shows the notice of the installation', async () => {
    render(<LoginScreen language="nb" hash="#/login" onSession={vi.fn()} />);
    expect(await screen.findByText('Stengt lørdag')).toBeDefined();
  });

  it('offers a new link after any failed login where registration is open', async () => {
    loginAnswer = refusal('loginFailed', 401);
    render(<LoginScreen language="nb" hash="#/login" onSession={vi.fn()} />);
    await logIn();
    expect((await screen.findByRole('link', { name: 'Send ny lenke' })).getAttribute('href')).toBe('#/resend');
    expect(screen.getByRole('link', { name: 'Registrer firma' })).toBeDefined();
  });

  it('offers neither registration nor a link for it where registration is closed', async () => {
    registration = 'closed';
    loginAnswer = refusal('loginFailed', 401);
    render(<LoginScreen language="nb" hash="#/login" onSession={vi.fn()} />);
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Registrer firma' })).toBeNull());
    expect(screen.queryByRole('link', { name: 'Registrer deg som privatkunde' })).toBeNull();
    await logIn();
    expect((await screen.findByRole('alert')).textContent).toBe('Feil brukernavn eller passord.');
  });

  it('fills in a demo login where the server offers some', async () => {
    render(<LoginScreen language="nb" hash="#/login" onSession={vi.fn()} />);
    await userEvent.click(await screen.findByRole('button', { name: /hele kommunen/ }));
    expect(screen.getByLabelText('Brukernavn')).toHaveProperty('value', 'demo');
  });
});
