import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useIsSomebodyThere } from './use-is-somebody-there.ts';

it.each(['pointermove', 'pointerdown', 'keydown', 'click', 'change'])(
  'a user is detected from the first %s on',
  (sign) => {
    const { result, unmount } = renderHook(useIsSomebodyThere);
    expect(result.current).toBe(false);
    act(() => dispatchEvent(new Event(sign)));
    expect(result.current).toBe(true);
    unmount();
  },
);
