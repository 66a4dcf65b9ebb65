import { type LiveTopicName, liveTopics } from '@varde/contract/live';

export interface MatchedDestination {
  name: LiveTopicName;
  params: Record<string, string>;
}

const patterns = Object.entries(liveTopics).map(([name, { destination }]) => ({
  name: name as LiveTopicName,
  parts: destination.split('/'),
}));

/** The topic of a destination, with its parameters; null for an unknown one. */
export function matchDestination(destination: string): MatchedDestination | null {
  const parts = destination.split('/');
  for (const pattern of patterns) {
    const params = paramsOf(pattern.parts, parts);
    if (params !== null) return { name: pattern.name, params };
  }
  return null;
}

function paramsOf(pattern: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [at, expected] of pattern.entries()) {
    const part = parts[at] ?? '';
    if (expected.startsWith(':')) {
      if (part === '') return null;
      params[expected.slice(1)] = part;
    } else if (part !== expected) return null;
  }
  return params;
}
