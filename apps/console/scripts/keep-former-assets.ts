import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** What the precompression adds beside a file. */
const compressed = /\.(gz|br)$/;

/**
 * Keeps the files of the build before in `dist/assets`: a tab that was open during an upgrade still finds the parts that
 * it has not loaded yet. Names hold a hash of the content, so nothing is overwritten. Files of earlier builds go.
 */
export function keepFormerAssets(): Plugin {
  let former = '';
  let written = '';
  let files = new Map<string, Buffer>();
  let own: readonly string[] = [];
  return {
    name: 'varde-keep-former-assets',
    apply: 'build',
    configResolved({ root, build }) {
      former = join(root, 'dist');
      written = join(root, build.outDir);
    },
    // Before the folder is emptied, which may be the same one.
    async buildStart() {
      files = await filesIn(join(former, 'assets'));
      own = await listOwn(former);
    },
    async writeBundle() {
      const fresh = [...(await filesIn(join(written, 'assets'))).keys()];
      for (const name of formerToKeep({ present: [...files.keys()], own, fresh }))
        await writeFile(join(written, 'assets', name), files.get(name) ?? '');
      await writeFile(join(written, listName), JSON.stringify(fresh));
    },
  };
}

/** Says which files in `assets` are a build's own; the others are kept ones. */
const listName = '.vite/own-assets.json';

async function listOwn(folder: string): Promise<string[]> {
  const list = join(folder, listName);
  return existsSync(list) ? (JSON.parse(await readFile(list, 'utf8')) as string[]) : [];
}

async function filesIn(folder: string): Promise<Map<string, Buffer>> {
  if (!existsSync(folder)) return new Map();
  const names = (await readdir(folder)).filter((name) => !compressed.test(name));
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)));
}

interface Builds {
  /** Every file in the assets of the build before, kept ones too. */
  present: readonly string[];
  /** Its own ones among them; empty when it is not known. */
  own: readonly string[];
  /** Those of the new build. */
  fresh: readonly string[];
}

/** The files to keep. A build that changes nothing keeps what was kept: it is no upgrade. */
export function formerToKeep({ present, own, fresh }: Builds): string[] {
  const ours = new Set(fresh);
  const changed = own.some((name) => !ours.has(name));
  const kept = changed ? new Set(own) : new Set(present);
  return present.filter((name) => kept.has(name) && !ours.has(name));
}
