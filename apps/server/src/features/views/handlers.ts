import type { AuditAction } from '@varde/catalogue/audit-actions';
import type { Policy } from '@varde/catalogue/permissions';
import type { api } from '@varde/contract/api';
import type { HandlerInput } from '@varde/contract/endpoint';
import { type SavedView, viewContent } from '@varde/contract/saved-views';
import { recordAudit } from '#domain/audit/audit.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { changeView, insertView, removeView } from '#domain/views/saved-views.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { countViewsOf, findView, listVisibleViews } from './store.ts';

type Group = (typeof api)['views'];
type Body = HandlerInput<Group['createView']>['body'];
type Found = NonNullable<Awaited<ReturnType<typeof findView>>>;

/** Maximum number of views of one user. */
const mostOfUser = 100;

/** Saved views of the device list. */
export function viewHandlers({ db, clock }: Pick<FeatureDependencies, 'db' | 'clock'>): Handlers<Group> {
  /** A shared view concerns others, so its changes are audited at the customer. */
  const record = async (tx: Database, by: Caller, action: AuditAction, custId: number | null, name: string) => {
    if (custId === null) return;
    await recordAudit(tx, { action, at: new Date(clock.now()), by, custId, after: { name } });
  };
  const valuesOf = ({ name, custId, content }: Body) => ({
    ...{ name, custId, content },
    changedAt: new Date(clock.now()),
  });
  const requireChangeable = async (tx: Database, caller: Caller, viewId: number): Promise<Found> => {
    const found = await findView(tx, caller, viewId);
    if (found === undefined) throw new AppError('notFound');
    if (!mayChange(caller, found.view)) throw new AppError('notAllowed');
    return found;
  };
  const shown = async (tx: Database, caller: Caller, viewId: number): Promise<SavedView> => {
    const found = await findView(tx, caller, viewId);
    if (found === undefined) throw new AppError('notFound');
    return presentView(caller, found);
  };
  return {
    async listViews(_input, caller) {
      const found = await listVisibleViews(db, caller);
      return {
        views: found.map((each) => presentView(caller, each)),
        mayShare: !caller.isTrackerOnly && caller.acting.mayAnywhere(sharing),
      };
    },

    createView: ({ body }, caller) =>
      db.transaction(async (tx) => {
        requireSharing(caller, body.custId);
        if ((await countViewsOf(tx, caller.userId)) >= mostOfUser) throw new AppError('tooManyViews');
        const viewId = await insertView(tx, { ...valuesOf(body), userId: caller.userId });
        await record(tx, caller, 'view.saved', body.custId, body.name);
        return shown(tx, caller, viewId);
      }),

    updateView: ({ params: { viewId }, body }, caller) =>
      db.transaction(async (tx) => {
        const { view } = await requireChangeable(tx, caller, viewId);
        requireSharing(caller, body.custId);
        // The user who stops sharing a view becomes its owner.
        const userId = body.custId === null ? caller.userId : view.userId;
        await changeView(tx, viewId, { ...valuesOf(body), userId });
        if (view.custId !== null && view.custId !== body.custId)
          await record(tx, caller, 'view.deleted', view.custId, view.name);
        await record(tx, caller, 'view.saved', body.custId, body.name);
        return shown(tx, caller, viewId);
      }),

    deleteView: ({ params: { viewId } }, caller) =>
      db.transaction(async (tx) => {
        const { view } = await requireChangeable(tx, caller, viewId);
        await removeView(tx, viewId);
        await record(tx, caller, 'view.deleted', view.custId, view.name);
        return {};
      }),
  };
}

/**
 * Shared views are for those who decide what is usual for the devices of a customer (superfirm and firm): of the
 * policies, the general default settings are nearest to that.
 */
const sharing: Policy = 'DEFAULT_SETTINGS_GENERAL';

/** The user's own views; a shared one by those who may share with its customer. Tracker-only users have no views. */
const mayChange = (caller: Caller, { custId }: Pick<Found['view'], 'custId'>): boolean =>
  !caller.isTrackerOnly && (custId === null || caller.acting.may(sharing, custId));

function requireSharing(caller: Caller, custId: number | null): void {
  if (!mayChange(caller, { custId })) throw new AppError('notAllowed');
}

/** Fallback for stored content that this version of Varde cannot show. */
const noContent = { filter: {}, sort: 'default', columns: ['status', 'name'] } as const;

function presentView(caller: Caller, { view, firmName }: Found): SavedView {
  const content = viewContent.safeParse(view.content);
  return {
    viewId: view.viewId,
    name: view.name,
    content: content.success ? content.data : { ...noContent, columns: [...noContent.columns] },
    sharedWith: view.custId === null ? null : { custId: view.custId, firmName: firmName ?? '' },
    abilities: mayChange(caller, view) ? ['change'] : [],
  };
}
