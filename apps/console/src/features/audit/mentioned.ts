import type { AuditEntry } from '@varde/contract/audit';
import type { TFunction } from 'i18next';

type Mention = AuditEntry['mentions'][number];

/** The name of a record in an entry; its number where the reader may not see the name. */
export function mentioned(t: TFunction, mentions: readonly Mention[], kind: Mention['kind'], id: number): string {
  const known = mentions.find((each) => each.kind === kind && each.id === id);
  return known?.name ?? t(`audit.subjects.${kind}`, { id });
}
