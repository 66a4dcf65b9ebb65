import type { ReactNode } from 'react';
import { ApiError } from '#data/api/api-error.ts';
import { useSession } from '#data/session.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';

const refused = new ApiError('notAllowed');

/** The content for users who may add devices; others are told so, who have come by an address. */
export function AddersOnly({ children }: { children: ReactNode }) {
  const mayAdd = useSession().abilities.includes('addDevice');
  return mayAdd ? children : <ErrorState error={refused} onRetry={() => undefined} />;
}
