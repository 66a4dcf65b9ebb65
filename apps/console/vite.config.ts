import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './scripts/precompress.ts';

const server = 'http://localhost:8080';

export default defineConfig({
  plugins: [react(), precompress()],
  build: { manifest: true, target: 'es2023', chunkSizeWarningLimit: 1200 },
  server: {
    proxy: {
      '/ajax/live': { target: server, ws: true },
      '/ajax': server,
      '/perform_login': server,
      '/logout': server,
    },
  },
});
