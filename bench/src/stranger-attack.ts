import type { OpenDatabase } from '@varde/server/platform/database/database';
import type { VardeServer } from './varde-server.ts';

/** One attempt to delay the alarms of others. */
export interface Attack {
  /** As in a row of the table. */
  name: string;
  /** What the attacker does, to follow "while". */
  text: string;
  /** Time to reach its full strength. */
  settlingMs: number;
  /** Adds what it needs, before the server starts. */
  prepare?(database: OpenDatabase): Promise<void>;
  start(server: VardeServer): Promise<RunningAttack>;
}

interface RunningAttack {
  /** Ends it, and tells what the attacker achieved. */
  end(): Promise<string>;
}
