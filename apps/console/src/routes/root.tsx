import { createRootRoute } from '@tanstack/react-router';
import { BareAlarms } from '#features/alarms/bare-alarms.tsx';
import { NotFoundPage } from '../app/not-found-page.tsx';
import { Shell } from '../app/shell.tsx';

export const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundPage,
  // The frame itself has failed.
  errorComponent: ({ reset }) => <BareAlarms onRetry={reset} />,
});
