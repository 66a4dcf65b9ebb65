import { ApiError } from '#data/api/api-error.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { NotLoaded } from '#kit/state/load-failed.tsx';

/** In the place of a page that could not be rendered. */
export function PageCrashed({ error, reset }: { error: unknown; reset: () => void }) {
  if (error instanceof ApiError) return <ErrorState error={error} onRetry={reset} />;
  const retry = async () => {
    reset();
    return true;
  };
  return <NotLoaded crashed onRetry={retry} />;
}
