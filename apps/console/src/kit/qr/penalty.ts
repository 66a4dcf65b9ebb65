/** How hard a QR code is to read, by the four features that make it so (ISO/IEC 18004, 7.8.3.1). */
export function penaltyOf(matrix: readonly boolean[][]): number {
  const lines = matrix.map(textOf);
  const columns = matrix.map((_, at) => textOf(matrix.map((row) => row[at] === true)));
  const all = [...lines, ...columns];
  const dark = lines.join('').replaceAll('0', '').length;
  const share = (dark * 100) / matrix.length ** 2;
  return (
    all.reduce((sum, line) => sum + runs(line) + finderLike(line), 0) +
    squares(lines) +
    Math.floor(Math.abs(share - 50) / 5) * 10
  );
}

const textOf = (line: readonly boolean[]): string => line.map((dark) => (dark ? '1' : '0')).join('');

/** Five or more alike in a row. */
const runs = (line: string): number =>
  (line.match(/0{5,}|1{5,}/g) ?? []).reduce((sum, run) => sum + run.length - 2, 0);

/** What looks like the corner of a code. */
const finderLike = (line: string): number => 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length;

/** Two by two alike. */
const squares = (lines: readonly string[]): number =>
  lines.slice(1).reduce((sum, line, at) => {
    const above = lines[at] ?? '';
    const alike = [...line].filter(
      (each, column) =>
        column > 0 && each === line[column - 1] && each === above[column] && each === above[column - 1],
    );
    return sum + 3 * alike.length;
  }, 0);
