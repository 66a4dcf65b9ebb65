import { expect, it } from 'vitest';
import { pdfOf } from './pdf-of.ts';

const head = {
  ...{ title: 'T', subtitle: '', time: '', at: 0, language: 'nb' },
  columns: [{ label: 'A', share: 1 }],
  words: { page: 'Side', sheet: 'Ark', row: 'Rad', last: 'Siste ark' },
};

const stays = new AbortController().signal;

async function drain(file: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of file);
}

/** The number of pages that were asked for, and whether the source was closed. */
function source(pages: number, rows: readonly (readonly string[])[] = [['x']]) {
  const state = { asked: 0, closed: false };
  async function* read() {
    try {
      for (; state.asked < pages; ) {
        state.asked++;
        yield rows;
      }
    } finally {
      state.closed = true;
    }
  }
  return { state, pages: read() };
}

it('reads the next page when the last one was taken, and closes the source when its reader leaves', async () => {
  const { state, pages } = source(100);
  for await (const _ of pdfOf(head, pages, stays)) if (state.asked === 2) break;
  expect(state).toEqual({ asked: 2, closed: true });
});

it('stops drawing in the middle of a page when its reader leaves', async () => {
  const left = new AbortController();
  const { state, pages } = source(100, Array(100_000).fill(['x']));
  const file = pdfOf(head, pages, left.signal);
  const first = file.next();
  await expect.poll(() => state.asked).toBe(1);
  left.abort();
  await expect(first).rejects.toThrow('the thread of an export ended');
  expect(state).toEqual({ asked: 1, closed: true });
});

it('lets the event loop run while it draws', async () => {
  const { pages } = source(
    1,
    Array.from({ length: 2000 }, (_, at) => [`row ${at}`]),
  );
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await drain(pdfOf(head, pages, stays));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
});

it('fails when its thread does, and when its source does', async () => {
  const broken = { ...head, at: Number.NaN };
  await expect(drain(pdfOf(broken, source(1).pages, stays))).rejects.toThrow('time');
  async function* failing(): AsyncGenerator<string[][]> {
    yield [['x']];
    throw new Error('the database is gone');
  }
  await expect(drain(pdfOf(head, failing(), stays))).rejects.toThrow('the database is gone');
});
