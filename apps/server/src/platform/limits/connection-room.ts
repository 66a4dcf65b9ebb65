import { readFileSync } from 'node:fs';
import { mostDatabaseFiles } from '../database/synced-folder.ts';

/** The highest number of concurrent connections of browsers, and of devices on all ports together. */
export interface ConnectionRoom {
  http: number;
  devices: number;
}

/** Reserve for the embedded database, the log, served files, and other open files. */
export const forOurselves = mostDatabaseFiles + 100;
const mostHttp = 10_000;
const mostDevices = 100_000;

/**
 * Shares the files that this process may open: browsers get a quarter at the most, so that devices always have room,
 * however many browsers connect. `openFiles` null: not known; `http`: the operator's own setting.
 */
export function connectionRoom(openFiles: number | null, http: number | undefined): ConnectionRoom {
  if (openFiles === null) return { http: http ?? mostHttp, devices: mostDevices };
  const shared = Math.max(openFiles - forOurselves, 8);
  const forHttp = Math.min(http ?? mostHttp, Math.floor(shared / 4));
  return { http: forHttp, devices: Math.min(shared - forHttp, mostDevices) };
}

/** Limit of open files and sockets of this process; null when unknown. */
export function openFilesLimit(): number | null {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null; // not Linux
  }
}
