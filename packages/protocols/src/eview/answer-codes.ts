/** What a device means by the code of its answer to a command. docs/protocols/eview-commands.md */
const meanings: Readonly<Record<number, string>> = {
  17: 'version',
  18: 'encryption',
  19: 'length',
  20: 'checksum',
  21: 'command not valid',
  22: 'key not valid',
  23: 'length of the key',
  33: 'format of the data',
  34: 'size of the data',
  35: 'state',
  36: 'parameter',
  37: 'no memory',
  38: 'function not supported',
  39: 'no GPS position',
  40: 'address',
  64: 'password missing',
  240: 'low battery',
};

/** A refusal in words: `code 38, function not supported`. */
export function answerOf(code: number): string {
  const meaning = meanings[code];
  return meaning === undefined ? `code ${code}` : `code ${code}, ${meaning}`;
}
