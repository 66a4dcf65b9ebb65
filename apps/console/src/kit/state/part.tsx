import type { ReactNode } from 'react';
import { ErrorBoundary } from '#ui/error-boundary.tsx';
import { NotLoaded } from './load-failed.tsx';

/** A part of the page. When it throws, an error with a way back is in its place, and all else stays. */
export function Part({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={(retry, again) => (
        <NotLoaded
          crashed
          onRetry={async () => {
            retry();
            return !again;
          }}
        />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
