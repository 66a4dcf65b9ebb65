import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, parseSync, visitorKeys } from 'oxc-parser';
import { root } from '../run.ts';
import { changesOf, isIndexDefault } from './changes.ts';

/** One small bug: in `file`, from `line` on, `before` reads `after`. */
export interface Mutant {
  id: number;
  file: string;
  line: number;
  /** The whole line in the source, trimmed: identifies an accepted survivor. */
  lineText: string;
  before: string;
  after: string;
  /** The expression that the bug is in, as offsets, and its whole text with the bug. */
  start: number;
  end: number;
  text: string;
}

/** Every bug that can be planted into a TypeScript file, in the order of the source; their ids begin with `firstId`. */
export function listMutants(file: string, source: string, firstId = 0, changes = changesOf): Mutant[] {
  const { program, errors } = parseSync(file, source);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  const mutants: Mutant[] = [];
  visit(program, null, (node, chain) => {
    for (const change of changes(node, source)) {
      // Parentheses within `a?.b.c` would end the skipped part: the whole chain is replaced.
      const { start, end } = isExpression(node) ? (chain ?? node) : change;
      mutants.push({
        id: firstId + mutants.length,
        file,
        ...lineAt(source, change.start),
        before: source.slice(change.start, change.end),
        after: change.text,
        start,
        end,
        text: source.slice(start, change.start) + change.text + source.slice(change.end, end),
      });
    }
  });
  return mutants;
}

/** The bugs of all these files of the project, with ids from 0 on. */
export function listAllMutants(files: readonly string[], changes: typeof changesOf): Mutant[] {
  const all: Mutant[] = [];
  for (const file of files) all.push(...listMutants(file, readFileSync(join(root, file), 'utf8'), all.length, changes));
  return all;
}

function visit(node: Node, chain: Node | null, found: (node: Node, chain: Node | null) => void): void {
  if (isMessage(node) || (node.type.startsWith('TS') && !('expression' in node))) return;
  const link = ['MemberExpression', 'CallExpression', 'TSNonNullExpression'].includes(node.type);
  const within = node.type === 'ChainExpression' ? node : link ? chain : null;
  found(node, within);
  if (node.type === 'UnaryExpression' && node.operator === 'delete') return;
  for (const [child, key] of childrenOf(node))
    visit(child, key === 'object' || key === 'callee' || key === 'expression' ? within : null, found);
}

/** Evaluated expressions: no types, no names of properties, no targets of assignments. */
function* childrenOf(node: Node): Generator<[Node, string]> {
  for (const key of visitorKeys[node.type] ?? []) {
    if (key === 'key' && 'computed' in node && !node.computed) continue;
    if (key === 'right' && isIndexDefault(node)) continue;
    if (key === 'source' || (key === 'left' && node.type === 'AssignmentExpression')) continue;
    const value: unknown = Reflect.get(node, key);
    for (const child of Array.isArray(value) ? value : [value])
      if (key === 'quasi' && isNode(child))
        yield* childrenOf(child); // the template belongs to its tag
      else if (isNode(child)) yield [child, key];
  }
}

const isExpression = ({ type }: Node) => !type.endsWith('Statement') && type !== 'ArrowFunctionExpression';
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** Texts for people: errors, the log, attributes of JSX. */
function isMessage(node: Node): boolean {
  if (node.type === 'ExpressionStatement') return isMessage(node.expression);
  if (node.type === 'JSXAttribute') return node.value?.type === 'Literal';
  if (node.type === 'NewExpression') return node.callee.type === 'Identifier' && /Error$/.test(node.callee.name);
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object } = node.callee;
  const name = object.type === 'MemberExpression' ? object.property : object;
  return 'name' in name && (name.name === 'log' || name.name === 'console');
}

function lineAt(source: string, offset: number): { line: number; lineText: string } {
  const start = source.lastIndexOf('\n', offset - 1) + 1;
  const line = source.slice(0, start).split('\n').length;
  return { line, lineText: source.slice(start).split('\n', 1).join('').trim() };
}
