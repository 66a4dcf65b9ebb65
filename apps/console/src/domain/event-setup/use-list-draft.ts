import type { EventSetup } from '@varde/contract/event-setup';
import { useState } from 'react';
import { ApiError } from '#data/api/api-error.ts';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import type { DraftReceiver } from './draft-receiver.ts';

export type NotificationList = Pick<EventSetup, 'source' | 'rev' | 'receivers' | 'mayEdit' | 'rights'>;

export interface ListCalls {
  save: (body: { rev: number; receivers: DraftReceiver[] }) => Promise<Pick<NotificationList, 'rev'>>;
  remove: () => Promise<unknown>;
  /** Fetches the list again, after somebody else has changed it. */
  reload: () => Promise<unknown>;
}

/** A receiver with a key of its own, since new ones have no number yet. */
interface Entry {
  key: string;
  receiver: DraftReceiver;
}

interface Draft {
  /** Of the list that the draft began with: a later one must not be overwritten unseen. */
  rev: number;
  entries: Entry[];
}

let lastKey = 0;
const entryOf = (receiver: DraftReceiver): Entry => {
  lastKey += 1;
  return { key: `new-${lastKey}`, receiver };
};

/** A notification list being edited: the stored one until the first change. `own`: it is not inherited. */
export function useListDraft(list: NotificationList, own: boolean, calls: ListCalls) {
  const { submit, busy, errors, failure } = useSubmit();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [changedBy, setChangedBy] = useState<string | null>(null);
  useUnsavedGuard(draft !== null && !busy);
  const stored = list.receivers.map((receiver) => ({ key: String(receiver.receiverId), receiver }));
  const entries: Entry[] = draft?.entries ?? stored;
  const change = (next: Entry[]) => setDraft({ rev: draft?.rev ?? list.rev, entries: next });

  async function save(): Promise<boolean> {
    if (draft === null) return false;
    setChangedBy(null);
    const receivers = draft.entries.map(({ receiver }) => receiver);
    const saved = await submit(async () => {
      try {
        return await calls.save({ rev: draft.rev, receivers });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'listChanged') {
          setChangedBy(error.fields.find(({ path }) => path === 'changedBy')?.message ?? '');
        }
        throw error;
      }
    });
    // What was changed while the list was being saved is kept, for the next save.
    if (saved) setDraft((now) => (now === null || now === draft ? null : { ...now, rev: saved.rev }));
    return saved !== undefined;
  }
  function discard() {
    setDraft(null);
    setChangedBy(null);
  }

  return {
    ...{ entries, busy, failure, errors, changedBy, save, discard },
    receivers: entries.map(({ receiver }) => receiver),
    dirty: draft !== null,
    editable: list.mayEdit && (own || draft !== null),
    /** The inherited receivers, whose hidden numbers the server copies. */
    begin: () => change(list.receivers.map(entryOf)),
    add: (receiver: DraftReceiver) => change([...entries, entryOf(receiver)]),
    replace: (key: string, receiver: DraftReceiver) =>
      change(entries.map((entry) => (entry.key === key ? { key, receiver } : entry))),
    drop: (key: string) => change(entries.filter((entry) => entry.key !== key)),
    move: (from: number, to: number) => {
      const moved = entries[from];
      if (moved !== undefined) change(entries.toSpliced(from, 1).toSpliced(to, 0, moved));
    },
    remove: () =>
      submit(async () => {
        await calls.remove();
        return true;
      }),
    reload: async () => {
      await calls.reload();
      discard();
    },
  };
}
