import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { LiveChannel } from '#data/live/live-channel.ts';
import { LiveProvider } from '#data/live/live-context.tsx';
import type { SoundPlayer } from '#features/alarms/play-alarm-sound.ts';
import { SoundContext } from '#features/alarms/use-alarm-sound.ts';
import { expectDialogs } from '#kit/state/dialogs-ready.ts';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { resolveVariables, theme } from '#ui/theme.ts';
import { themeStorageKey } from '#ui/theme-choice.ts';
import type { ConsoleRouter } from './router.tsx';
import { useIsSomebodyThere } from './use-is-somebody-there.ts';
import '@mantine/core/styles.layer.css';
import './layers.css';

/** When it cannot be loaded (no network, or an upgrade), alarms stay on the screen; the next dialog retries. */
const Dialogs = lazyPart(
  async () => (await withAdministrationTexts(() => import('./dialogs.tsx'))).Dialogs,
  () => null,
);
const onDialogsReady = expectDialogs(Dialogs.load);
const colorSchemeManager = localStorageColorSchemeManager({ key: themeStorageKey });

interface ProvidersProps {
  cache: QueryClient;
  channel: LiveChannel;
  router: ConsoleRouter;
  sound: SoundPlayer;
}

export function Providers({ cache, channel, router, sound }: ProvidersProps) {
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
          <SoundContext value={sound}>
            <RouterProvider router={router} />
          </SoundContext>
          {isSomebodyThere && <Dialogs onReady={onDialogsReady} />}
        </LiveProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
