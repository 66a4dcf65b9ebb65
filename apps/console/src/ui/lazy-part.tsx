import { type ComponentType, createElement, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { notifyEach } from './notify-each.ts';

/**
 * Replaces a part whose code could not be loaded, or that threw (`crashed`). `onRetry` resolves to whether it can be shown
 * now; false also when a part that has thrown before has been tried again.
 */
export type PartFailed = ComponentType<{ onRetry: () => Promise<boolean>; crashed?: boolean }>;

interface LazyPart<Props> {
  (props: Props): ReactNode;
  /** Loads the part, and resolves to whether it is loaded. */
  load: () => Promise<boolean>;
  /** `load` for the router, which ignores the result. */
  preload: () => Promise<void>;
}

/**
 * A part of the page whose code is loaded when it is first needed. A failure is shown in its place and is not cached:
 * every retry imports again, which `React.lazy` does not, and never reloads the page, since without a network a reload
 * would remove the open alarms from the screen. What the part throws stays within it.
 */
export function lazyPart<Props extends object>(
  importPart: () => Promise<ComponentType<Props>>,
  Failed: PartFailed,
  loading: ReactNode = null,
): LazyPart<Props> {
  const { load, loaded, subscribe } = retriable(importPart);

  function Lazy(props: Props) {
    const Part = useSyncExternalStore(subscribe, loaded);
    const [failed, setFailed] = useState(false);
    const attempt = async () => {
      const done = await load();
      setFailed(!done);
      return done;
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: once; every further attempt is asked for
    useEffect(() => {
      if (loaded() === null) void attempt();
    }, []);
    if (Part !== null)
      return (
        <ErrorBoundary
          resetOn={{ ...props }}
          fallback={(retry, again) => (
            <Failed
              crashed
              onRetry={async () => {
                retry();
                return !again;
              }}
            />
          )}
        >
          {createElement(Part, props)}
        </ErrorBoundary>
      );
    return failed ? <Failed onRetry={attempt} /> : loading;
  }
  return Object.assign(Lazy, { load, preload: async () => void (await load()) });
}

/** One load at a time; a loaded part is cached, a failure is not. */
function retriable<Part>(importPart: () => Promise<Part>) {
  const listeners = new Set<() => void>();
  let part: Part | null = null;
  let current: Promise<boolean> | null = null;

  async function attempt(): Promise<boolean> {
    try {
      part = await importPart();
      notifyEach(listeners);
    } catch (error) {
      forgetFailedStyles(error);
    }
    current = null;
    return part !== null;
  }
  return {
    load: async () => {
      if (part !== null) return true;
      current ??= attempt();
      return current;
    },
    loaded: () => part,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** Vite treats a stylesheet whose link is in the document as loaded, even when loading failed. */
function forgetFailedStyles(error: unknown): void {
  const address = /^Unable to preload CSS for (.+)$/.exec(error instanceof Error ? error.message : '')?.[1];
  for (const link of document.querySelectorAll('link')) if (link.href === address) link.remove();
}
