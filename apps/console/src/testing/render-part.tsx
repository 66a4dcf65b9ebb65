import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createQueryClient } from '#data/api/query-client.ts';
import { theme } from '#ui/theme.ts';

/** Renders a part of the console within the providers that every part has. */
export function renderPart(part: ReactNode, cache: QueryClient = createQueryClient()) {
  return render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={cache}>{part}</QueryClientProvider>
    </MantineProvider>,
  );
}
