import { expect, it } from 'vitest';
import { pdfOf } from './pdf-of.ts';

const head = {
  ...{ title: 'T', subtitle: '', time: '', at: 0, language: 'nb' },
  columns: [{ label: 'A', share: 1 }],
  words: { page: 'Side', sheet: 'Ark', row: 'Rad', last: 'Siste ark' },
};

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
  for await (const _ of pdfOf(head, pages)) if (state.asked === 2) break;
  expect(state).toEqual({ asked: 2, closed: true });
});

it('lets the event loop run while it draws', async () => {
  const { pages } = source(
    1,
    Array.from({ length: 2000 }, (_, at) => [`row ${at}`]),
  );
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  for await (const _ of pdfOf(head, pages));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(50);
});

it('fails when its thread does, and when its source does', async () => {
  const broken = { ...head, columns: [{ label: 'A', share: Number.NaN }] };
  await expect(Array.fromAsync(pdfOf(broken, source(1).pages))).rejects.toThrow();
  async function* failing(): AsyncGenerator<string[][]> {
    yield [['x']];
    throw new Error('the database is gone');
  }
  await expect(Array.fromAsync(pdfOf(head, failing()))).rejects.toThrow('the database is gone');
});
