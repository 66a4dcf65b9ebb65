import { Menu, useMantineColorScheme } from '@mantine/core';
import {
  IconCheck,
  IconDeviceDesktop,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
  IconUserShield,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { call, currentContext, whenLoggedOut } from '#data/api/call.ts';
import { endMutes } from '#data/mute.ts';
import { leavePush } from '#data/push-browser.ts';
import { useSession } from '#data/session.ts';
import { forgetDrafts } from '#data/stored-drafts.ts';
import { notifyError } from '#domain/errors/notify-error.ts';
import { notifyFailure } from '#kit/state/notify.ts';
import { logoutHash } from '#public/login-address.ts';
import { chooseLanguage } from '#texts/i18n.ts';
import { languageNames, languages } from '#texts/language.ts';
import { themeChoices } from '#ui/theme-choice.ts';
import { useRoleSelection } from './role-selection.tsx';
import { UserButton } from './user-button.tsx';

const themeIcons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const;
const check = <IconCheck size={16} aria-hidden />;

/** The user menu: name and roles, theme, language, help, log out. */
export function UserMenuDropdown({ onHelp }: { onHelp: () => void }) {
  const { t, i18n } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const session = useSession();
  const { roles } = session;
  const askRoles = useRoleSelection(session);
  return (
    <Menu
      position="bottom-end"
      width={230}
      defaultOpened
      returnFocus
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <UserButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href="#/profile" leftSection={<IconUser size={16} aria-hidden />}>
          {t('shell.profile')}
        </Menu.Item>
        {roles.length > 1 && (
          <Menu.Item leftSection={<IconUserShield size={16} aria-hidden />} onClick={() => void askRoles()}>
            {t('shell.selectRoles')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Label>{t('shell.theme')}</Menu.Label>
        {themeChoices.map((choice) => {
          const Icon = themeIcons[choice];
          return (
            <Menu.Item
              key={choice}
              leftSection={<Icon size={16} aria-hidden />}
              rightSection={colorScheme === choice && check}
              onClick={() => setColorScheme(choice)}
            >
              {t(`shell.themes.${choice}`)}
            </Menu.Item>
          );
        })}
        <Menu.Divider />
        <Menu.Label>{t('shell.language')}</Menu.Label>
        {languages.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            leftSection={<IconLanguage size={16} aria-hidden />}
            rightSection={i18n.language === language && check}
            onClick={() => chooseLanguage(language).catch(() => notifyFailure(t('common.partFailed')))}
          >
            {languageNames[language]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={onHelp}>
          {t('shell.shortcuts')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void logOut()}>
          {t('shell.logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

async function logOut(): Promise<void> {
  // The live channel ends with the session, and may say so before the answer comes.
  const former = whenLoggedOut(leave);
  try {
    await leavePush();
    await call('logout', {});
  } catch (error) {
    whenLoggedOut(former);
    notifyError(error);
    return;
  }
  leave();
}

function leave(): void {
  endMutes();
  forgetDrafts();
  location.hash = logoutHash(currentContext());
  // A reload ends the socket, cache and sound of the user who logged out (lessons, 11).
  location.reload();
}
