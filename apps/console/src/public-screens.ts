import type { LightScreen } from '#kit/light/light-screen.ts';
import type { PublicScreenName } from '#kit/login-address.ts';

interface PublicScreen {
  load: () => Promise<LightScreen>;
  /** More than a few fields. */
  wide?: boolean;
}

/** Screens besides the login itself that need no login. Each is loaded when it is asked for. */
export const publicScreens: Record<PublicScreenName, PublicScreen> = {
  forgot: {
    load: async () => (await import('./features/access/ask-screen.tsx')).ForgotScreen,
  },
  resend: {
    load: async () => (await import('./features/access/ask-screen.tsx')).ResendScreen,
  },
  reset: {
    load: async () => (await import('./features/access/reset-screen.tsx')).ResetScreen,
  },
  validate: {
    load: async () => (await import('./features/access/validate-screen.tsx')).ValidateScreen,
  },
  two_factor: {
    load: async () => (await import('./features/access/two-factor-screen.tsx')).TwoFactorScreen,
  },
  register: {
    load: async () => (await import('./features/registration/register-screen.tsx')).RegisterScreen,
    wide: true,
  },
  gdpr: {
    load: async () => (await import('./features/access/gdpr-screen.tsx')).GdprScreen,
    wide: true,
  },
};
