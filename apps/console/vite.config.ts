import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { keepFormerAssets } from './scripts/keep-former-assets.ts';
import { precompress } from './scripts/precompress.ts';

/** The server that `npm run dev` has started beside this one. */
const server = `http://127.0.0.1:${process.env.VARDE_HTTP_PORT ?? '8080'}`;

export default defineConfig({
  // What is kept is compressed with the rest.
  plugins: [react(), keepFormerAssets(), precompress()],
  build: {
    manifest: true,
    target: 'es2023',
    chunkSizeWarningLimit: 1200,
    // Parts that many screens share come together: twenty small files cost the device list more than they save.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'parts', test: /@mantine\/(?!form)|@tabler|src\/ui\/state-panel/, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/ajax/live': { target: server, ws: true },
      '/ajax': server,
      '/perform_login': server,
      '/logout': server,
    },
  },
});
