/** STOMP 1.2, "Heart-beating". */
export interface HeartBeats {
  /** The server's offer, for CONNECTED. */
  header: string;
  /** Something was received. */
  heard(): void;
  stop(): void;
}

/** The intervals that the server can send and wants, in milliseconds. */
const wishMs = 10_000;
/** The longest accepted interval: a timer holds 2^31 ms, and a dead peer must be noticed. */
const longestMs = 60_000;
/** Networks are slow at times: a client counts as silent after three times the agreed interval. */
const patience = 3;

const agreed = (ms: number): number => Math.min(Math.max(wishMs, ms), longestMs);

/** `offer`: the client's header, `<can send>,<wants>`. */
export function createHeartBeats(
  offer: string | undefined,
  { beat, silent }: { beat: () => void; silent: () => void },
): HeartBeats {
  const [canSend = 0, wants = 0] = /^\d{1,9},\d{1,9}$/.test(offer ?? '') ? (offer ?? '').split(',').map(Number) : [];
  const sending = wants === 0 ? null : setInterval(beat, agreed(wants));
  const listening = canSend === 0 ? null : setTimeout(silent, agreed(canSend) * patience);
  return {
    header: `${wishMs},${wishMs}`,
    heard: () => {
      listening?.refresh();
    },
    stop: () => {
      if (sending !== null) clearInterval(sending);
      if (listening !== null) clearTimeout(listening);
    },
  };
}
