import { Skeleton, type SkeletonProps } from '@mantine/core';
import { ErrorState } from './error-state.tsx';

interface LoadStateProps extends Pick<SkeletonProps, 'height' | 'm' | 'radius'> {
  error: unknown;
  onRetry: () => void;
}

/** Instead of content that is not loaded: the reason, with a way to retry, or a placeholder of its height. */
export function LoadState({ error, onRetry, ...placeholder }: LoadStateProps) {
  return error ? (
    <ErrorState error={error} onRetry={onRetry} />
  ) : (
    <Skeleton {...placeholder} {...(placeholder.m !== undefined && { width: 'auto' })} />
  );
}
