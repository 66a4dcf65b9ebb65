import type { LightScreen } from '#kit/light/light-screen.ts';

interface PublicScreen {
  /** What stands after `#/`, up to the next slash or question mark. */
  name: string;
  load: () => Promise<{ default: LightScreen }>;
  /** More than a few fields. */
  wide?: boolean;
}

/** Screens that are shown to whoever comes, logged in or not, besides the login itself. Each is loaded when it is asked for. */
export const publicScreens: readonly PublicScreen[] = [
  {
    name: 'forgot',
    load: async () => ({ default: (await import('./features/access/ask-screen.tsx')).ForgotScreen }),
  },
  {
    name: 'resend',
    load: async () => ({ default: (await import('./features/access/ask-screen.tsx')).ResendScreen }),
  },
  {
    name: 'reset',
    load: async () => ({ default: (await import('./features/access/reset-screen.tsx')).ResetScreen }),
  },
  {
    name: 'validate',
    load: async () => ({ default: (await import('./features/access/validate-screen.tsx')).ValidateScreen }),
  },
  {
    name: 'two_factor',
    load: async () => ({
      default: (await import('./features/access/two-factor-screen.tsx')).TwoFactorScreen,
    }),
  },
  {
    name: 'register',
    load: async () => ({
      default: (await import('./features/registration/register-screen.tsx')).RegisterScreen,
    }),
    wide: true,
  },
  {
    name: 'gdpr',
    load: async () => ({ default: (await import('./features/access/gdpr-screen.tsx')).GdprScreen }),
    wide: true,
  },
];

/** The public screen at an address, if there is one. */
export function publicScreenAt(hash: string): PublicScreen | null {
  const name = /^#\/([^/?]*)/.exec(hash)?.[1];
  return publicScreens.find((screen) => screen.name === name) ?? null;
}
