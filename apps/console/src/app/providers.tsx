import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { LiveChannel } from '#kit/live/live-channel.ts';
import { LiveProvider } from '#kit/live/live-context.tsx';
import { resolveVariables, theme } from '#ui/theme.ts';
import { themeStorageKey } from '#ui/theme-choice.ts';
import type { ConsoleRouter } from './router.tsx';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './layers.css';

const colorSchemeManager = localStorageColorSchemeManager({ key: themeStorageKey });

interface ProvidersProps {
  cache: QueryClient;
  channel: LiveChannel;
  router: ConsoleRouter;
}

export function Providers({ cache, channel, router }: ProvidersProps) {
  const { t } = useTranslation();
  const modalProps = {
    centered: true,
    closeButtonProps: { 'aria-label': t('common.close') },
    // The dialog's own <header> would count as a second banner of the page.
    attributes: { header: { role: 'presentation' } },
  };
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={cache}>
        <LiveProvider channel={channel}>
          <ModalsProvider modalProps={modalProps}>
            <Notifications position="bottom-right" />
            <RouterProvider router={router} />
          </ModalsProvider>
        </LiveProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
