import { vi } from 'vitest';

/** A setup file: `vi.waitFor` gives up after a second, which a busy machine needs for nothing at all, and has no setting. */
const { waitFor } = vi;
// Test files share a process, and with it `vi`.
if (waitFor.name !== 'waitPatiently')
  vi.waitFor = function waitPatiently(check, options) {
    return waitFor(check, typeof options === 'number' ? options : { timeout: 45_000, ...options });
  };
