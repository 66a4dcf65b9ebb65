import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@varde/contract/users';
import { apiQuery, queryKey } from '#data/api/query-options.ts';
import { notifyDone } from '#kit/state/notify.ts';

/** Stores the answer to a change in the query cache and notifies the user of it. */
export function useKeepUser(): (user: User, message: string) => void {
  const cache = useQueryClient();
  return (user, message) => {
    const { queryKey: key } = apiQuery('getUser', { params: { userId: user.userId } });
    cache.setQueryData(key, user);
    void cache.invalidateQueries({ queryKey: queryKey('listUsers') });
    notifyDone(message);
  };
}
