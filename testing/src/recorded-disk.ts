import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/**
 * The worst-case content of a folder on disk after a power cut: of each file its content at its last flush, under the
 * names that its folder had at its own last flush. The initial content of the folder is on the disk.
 */
export class RecordedDisk {
  readonly #folder: string;
  readonly #contents = mkdtempSync(join(tmpdir(), 'varde-disk-'));
  /** Folder, relative → name → number of the file or folder. */
  readonly #entries = new Map<string, Map<string, number>>();
  flushes = 0;

  constructor(folder: string) {
    this.#folder = folder;
    this.#flushFolder(folder);
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) this.flush(join(folder, entry));
    this.flushes = 0;
  }

  /** To be called when a file or folder is flushed. */
  flush(path: string): void {
    this.flushes += 1;
    const { ino } = statSync(path);
    if (statSync(path).isDirectory()) this.#flushFolder(path);
    else copyFileSync(path, join(this.#contents, String(ino)));
  }

  /** Writes the surviving files into a new folder. */
  afterPowerCut(target: string): void {
    rmSync(target, { recursive: true, force: true });
    this.#write('', target);
  }

  remove(): void {
    rmSync(this.#contents, { recursive: true, force: true });
  }

  #flushFolder(path: string): void {
    const names = readdirSync(path).map((name): [string, number] => [name, statSync(join(path, name)).ino]);
    this.#entries.set(relative(this.#folder, path), new Map(names));
  }

  #write(folder: string, target: string): void {
    mkdirSync(target, { mode: 0o700 });
    for (const [name, number] of this.#entries.get(folder) ?? []) {
      const inner = join(folder, name);
      if (this.#entries.has(inner)) this.#write(inner, join(target, name));
      else this.#writeFile(number, join(target, name));
    }
  }

  #writeFile(number: number, target: string): void {
    try {
      cpSync(join(this.#contents, String(number)), target);
    } catch {
      writeFileSync(target, ''); // created, and never flushed
    }
  }
}
