import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { expectDialogs } from '#kit/dialogs/dialogs-ready.ts';
import type { LiveChannel } from '#kit/live/live-channel.ts';
import { LiveProvider } from '#kit/live/live-context.tsx';
import { resolveVariables, theme } from '#ui/theme.ts';
import { themeStorageKey } from '#ui/theme-choice.ts';
import type { ConsoleRouter } from './router.tsx';
import { useIsSomebodyThere } from './use-is-somebody-there.ts';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './layers.css';

const onDialogsReady = expectDialogs();
type DialogsModule = { default: ComponentType<{ onReady: () => void }> };
const Dialogs = lazy(() =>
  import('./dialogs.tsx').then<DialogsModule, DialogsModule>(
    ({ Dialogs }) => ({ default: Dialogs }),
    // Without a network, or after an update: alarms stay on the screen, and only dialogs wait for a reload.
    () => ({ default: () => null }),
  ),
);
const colorSchemeManager = localStorageColorSchemeManager({ key: themeStorageKey });

interface ProvidersProps {
  cache: QueryClient;
  channel: LiveChannel;
  router: ConsoleRouter;
}

export function Providers({ cache, channel, router }: ProvidersProps) {
  const isSomebodyThere = useIsSomebodyThere();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={cache}>
        <LiveProvider channel={channel}>
          <Notifications position="bottom-right" />
          <RouterProvider router={router} />
          <Suspense>{isSomebodyThere && <Dialogs onReady={onDialogsReady} />}</Suspense>
        </LiveProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
