/** Requests within this time are one call: as many as a screen of rows makes. */
const gatherMs = 20;

interface Waiting<Answer> {
  resolve: (answer: Answer | undefined) => void;
  reject: (error: unknown) => void;
}

/** Answers requests for single keys by one call for all of them, at most `most`; undefined for a key without an answer. */
export function batched<Answer>(
  most: number,
  load: (keys: readonly number[]) => Promise<ReadonlyMap<number, Answer>>,
): (key: number) => Promise<Answer | undefined> {
  let waiting = new Map<number, Waiting<Answer>[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  function send(): void {
    clearTimeout(timer);
    const batch = waiting;
    waiting = new Map();
    const each = (tell: (one: Waiting<Answer>, key: number) => void) => {
      for (const [key, all] of batch) for (const one of all) tell(one, key);
    };
    load([...batch.keys()]).then(
      (answers) => each(({ resolve }, key) => resolve(answers.get(key))),
      (error: unknown) => each(({ reject }) => reject(error)),
    );
  }
  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) timer = setTimeout(send, gatherMs);
      waiting.set(key, [...(waiting.get(key) ?? []), { resolve, reject }]);
      if (waiting.size === most) send();
    });
}
