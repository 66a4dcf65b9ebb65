import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/**
 * Prints the gzip bytes of JavaScript that login, device list and map load, read from the build's manifest, and
 * exits with 1 when login or list is over its budget. `npm test` asks it of every build; `npm run bench` weighs what a
 * browser really fetches.
 */
interface ManifestEntry {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}

const dist = new URL('../dist/', import.meta.url);
const manifest: Record<string, ManifestEntry> = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));

const views = [
  { name: 'login', entries: ['src/public/show-public.tsx'], budget: 90_000 },
  {
    name: 'list',
    entries: ['src/app/show-console.tsx', 'src/texts/nb/index.ts', 'src/features/devices/device-list-page.tsx'],
    budget: 250_000,
  },
  {
    name: 'map',
    entries: [
      'src/app/show-console.tsx',
      'src/texts/nb/index.ts',
      'src/features/device/map/device-page.tsx',
      'src/domain/map/device-map.tsx',
    ],
  },
];

const sizes = views.map(({ name, entries, budget }) => ({
  name,
  gzipBytes: gzipBytes(['index.html', ...entries]),
  ...(budget === undefined ? {} : { budget }),
}));
for (const { name, gzipBytes: bytes, budget } of sizes) {
  process.stdout.write(`${name}: ${bytes} bytes gzip${budget ? ` (budget ${budget})` : ''}\n`);
}
if (sizes.some(({ gzipBytes: bytes, budget }) => budget !== undefined && bytes > budget)) process.exitCode = 1;

function gzipBytes(entries: string[]): number {
  const files = new Set<string>();
  for (const entry of entries) collect(entry, files);
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length, 0);
}

function collect(key: string, files: Set<string>): void {
  const entry = manifest[key];
  if (!entry) throw new Error(`The build has no chunk for ${key}.`);
  if (files.has(entry.file)) return;
  files.add(entry.file);
  for (const imported of entry.imports ?? []) collect(imported, files);
}
