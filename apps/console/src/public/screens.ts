import type { PublicScreenName } from './login-address.ts';
import type { PublicScreen } from './screen-props.ts';

interface ScreenEntry {
  load: () => Promise<PublicScreen>;
  /** The card is wide, for longer forms. */
  wide?: boolean;
}

/** The public screens besides the login. Each is loaded when its address is opened. */
export const publicScreens: Record<PublicScreenName, ScreenEntry> = {
  forgot: {
    load: async () => (await import('./access/ask-screen.tsx')).ForgotScreen,
  },
  resend: {
    load: async () => (await import('./access/ask-screen.tsx')).ResendScreen,
  },
  reset: {
    load: async () => (await import('./access/reset-screen.tsx')).ResetScreen,
  },
  validate: {
    load: async () => (await import('./access/validate-screen.tsx')).ValidateScreen,
  },
  two_factor: {
    load: async () => (await import('./access/two-factor-screen.tsx')).TwoFactorScreen,
  },
  register: {
    load: async () => (await import('./registration/register-screen.tsx')).RegisterScreen,
    wide: true,
  },
  confirm_number: {
    load: async () => (await import('./access/confirm-number-screen.tsx')).ConfirmNumberScreen,
  },
  shared: {
    load: async () => (await import('./shared/shared-screen.tsx')).SharedScreen,
  },
  gdpr: {
    load: async () => (await import('./access/gdpr-screen.tsx')).GdprScreen,
    wide: true,
  },
};
