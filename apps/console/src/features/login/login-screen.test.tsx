import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LoginScreen } from './login-screen.tsx';

const fetched = vi.fn<typeof fetch>();
let loginAnswer: () => Response;
beforeEach(() => {
  fetched.mockReset();
  fetched.mockImplementation(async (url) =>
    url === '/ajax/config'
      ? Response.json({
          tilesUrl: null,
          tilesAttribution: null,
          demoLogins: [{ role: 'FIRM', username: 'demo', password: 'demo-word' }],
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
  it('hands over the session', async () => {
    const onSession = vi.fn();
    loginAnswer = () => Response.json({ userId: 4 });
    render(<LoginScreen language="nb" hash="#/login" onSession={onSession} />);
    await logIn();
    expect(onSession).toHaveBeenCalledWith({ userId: 4 });
  });

  it.each([
    ['loginFailed', 401, 'Feil brukernavn eller passord.'],
    ['tooManyRequests', 429, 'For mange forsøk. Vent litt og prøv igjen.'],
  ])('says why on %s', async (code, status, text) => {
    loginAnswer = refusal(code, status);
    render(<LoginScreen language="nb" hash="#/login" onSession={vi.fn()} />);
    await logIn();
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });

  it('asks for the one-time code only when the server does', async () => {
    loginAnswer = refusal('twoFactorRequired', 401);
    render(<LoginScreen language="nb" hash="#/login" onSession={vi.fn()} />);
    expect(screen.queryByLabelText('Engangskode')).toBeNull();
    await logIn();
    expect(await screen.findByLabelText('Engangskode')).toBeDefined();
  });

  it('shows the notice of the installation', async () => {
    render(<LoginScreen language="nb" hash="#/login" onSession={vi.fn()} />);
    expect(await screen.findByText('Stengt lørdag')).toBeDefined();
  });

  it('offers a new link to whoever has not confirmed the address', async () => {
    loginAnswer = refusal('emailNotValidated', 403);
    render(<LoginScreen language="nb" hash="#/login" onSession={vi.fn()} />);
    await logIn();
    expect((await screen.findByRole('link', { name: 'Send ny lenke' })).getAttribute('href')).toBe(
      '#/resend',
    );
  });

  it('fills in a demo login where the server offers some', async () => {
    render(<LoginScreen language="nb" hash="#/login" onSession={vi.fn()} />);
    await userEvent.click(await screen.findByRole('button', { name: /FIRM/ }));
    expect(screen.getByLabelText('Brukernavn')).toHaveProperty('value', 'demo');
  });
});
