import type { EventSetup } from '@varde/contract/event-setup';
import { type NumberFault, numberFaults, usualEnd } from '@varde/contract/event-setup-form';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#data/api/api-error.ts';
import { useDraft } from '#data/use-draft.ts';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import type { DraftReceiver } from './draft-receiver.ts';
import type { ListOwner } from './who.tsx';

/** What comes after everybody on a list, while nobody has taken the alarm. */
export type ListEnd = Pick<EventSetup, 'repeats' | 'pauseSeconds' | 'continueAbove'>;

export type NotificationList = ListEnd &
  Pick<
    EventSetup,
    'source' | 'rev' | 'receivers' | 'above' | 'mayEdit' | 'rights' | 'kinRights' | 'unavailable' | 'limited' | 'region'
  >;

export interface ListCalls {
  save: (body: ListEnd & { rev: number; receivers: DraftReceiver[] }) => Promise<Pick<NotificationList, 'rev'>>;
  remove: () => Promise<unknown>;
  /** Asks a receiver of the own list to confirm the number. */
  ask: (receiverId: number) => Promise<unknown>;
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
  end: ListEnd;
}

const entryOf = (receiver: DraftReceiver): Entry => ({ key: `new-${Math.random()}`, receiver });

const holdsNoPin = (draft: Draft | null): boolean =>
  draft === null || draft.entries.every(({ receiver: { pin } }) => !pin);

/** Why numbers were refused, by their paths. */
const numberReasons = (t: TFunction, { fields }: ApiError): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap(({ path, message }) =>
      Object.entries(numberFaults)
        .filter(([, each]) => each === message)
        .map(([fault]) => [path, t(`eventSetup.numberFaults.${fault as NumberFault}`)]),
    ),
  );

/** What somebody else has saved meanwhile. */
export interface ChangedList {
  /** The name; empty: unknown. */
  by: string;
  /** The device whose list it is; null: that of the list itself. */
  otherDevice: string | null;
}

/** Null: the error is another one. */
function changedList(error: unknown): ChangedList | null {
  if (!(error instanceof ApiError) || error.code !== 'listChanged') return null;
  const said = (name: string) => error.fields.find(({ path }) => path === name)?.message;
  return { by: said('changedBy') ?? '', otherDevice: said('device') ?? null };
}

const endOf = ({ repeats, pauseSeconds, continueAbove }: ListEnd): ListEnd => ({
  ...{ repeats, pauseSeconds, continueAbove },
});

/** The lists above one that is begun: the one that was inherited, and those it goes on with. */
const aboveOwn = ({ source, receivers, above, continueAbove }: NotificationList): NotificationList['above'] =>
  source.kind === 'customer' ? [{ ...source, receivers }, ...(continueAbove ? above : [])] : [];

/** A notification list being edited: the stored one until the first change. `own`: it is not inherited. */
export function useListDraft(list: NotificationList, own: boolean, owner: ListOwner, calls: ListCalls) {
  const { t } = useTranslation();
  const { submit, busy, errors, setErrors, failure } = useFormSubmit();
  const [draft, setDraft] = useDraft<Draft | null>(`list-${JSON.stringify(owner)}`, null, holdsNoPin);
  const [changed, setChanged] = useState<ChangedList | null>(null);
  useUnsavedGuard(draft !== null && !busy);
  const stored = list.receivers.map((receiver) => ({ key: String(receiver.receiverId), receiver }));
  const entries: Entry[] = draft?.entries ?? stored;
  const receivers = entries.map(({ receiver }) => receiver);
  const end = draft?.end ?? endOf(list);
  const above = own || draft === null ? list.above : aboveOwn(list);
  const begun: Draft = { rev: draft?.rev ?? list.rev, entries, end };
  const change = (next: Entry[]) => setDraft({ ...begun, entries: next });

  async function save(): Promise<boolean> {
    if (draft === null) return false;
    setChanged(null);
    let reasons: Record<string, string> = {};
    const saved = await submit(async () => {
      try {
        return await calls.save({ rev: draft.rev, receivers, ...draft.end });
      } catch (error) {
        if (error instanceof ApiError) reasons = numberReasons(t, error);
        const meanwhile = changedList(error);
        setChanged(meanwhile);
        // The list itself has not changed: the draft stays, beside the other devices as they are now.
        if (meanwhile?.otherDevice) await calls.reload();
        throw error;
      }
    });
    setErrors((before) => ({ ...before, ...reasons }));
    // What was changed while the list was being saved is kept, for the next save.
    if (saved) setDraft((now) => (now === null || now === draft ? null : { ...now, rev: saved.rev }));
    return saved !== undefined;
  }
  function discard() {
    setDraft(null);
    setChanged(null);
  }

  return {
    ...{ entries, receivers, end, above, busy, failure, errors, changed, save, discard },
    further: end.continueAbove ? above : [],
    dirty: draft !== null,
    editable: list.mayEdit && (own || draft !== null),
    setEnd: (fields: Partial<ListEnd>) => setDraft({ ...begun, end: { ...end, ...fields } }),
    /** The inherited receivers, whose hidden numbers the server copies. */
    begin: () =>
      setDraft({
        ...begun,
        entries: list.receivers.map(entryOf),
        end: list.source.kind === 'none' ? usualEnd : { ...end, continueAbove: false },
      }),
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

export type ListDraft = ReturnType<typeof useListDraft>;
