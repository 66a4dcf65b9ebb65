import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { BareAlarms } from '#features/alarms/bare-alarms.tsx';

/** In the place of the whole console when even its frame could not be rendered. */
export function BareConsole({ cache, onRetry }: { cache: QueryClient; onRetry: () => void }) {
  return (
    <QueryClientProvider client={cache}>
      <BareAlarms onRetry={onRetry} />
    </QueryClientProvider>
  );
}
