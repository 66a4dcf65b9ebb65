import { createRootRoute } from '@tanstack/react-router';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { NotFoundPage } from '../app/not-found-page.tsx';
import { Shell } from '../app/shell.tsx';

export const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundPage,
  errorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
});
