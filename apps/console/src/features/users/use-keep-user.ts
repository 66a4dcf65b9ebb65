import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@varde/contract/users';
import { apiQuery, queryKey } from '#data/api/query-options.ts';
import { notifyDone } from '#kit/state/notify.ts';

/** Puts what the server answered to a change where the screen reads it, and says so. */
export function useKeepUser(): (user: User, message: string) => void {
  const cache = useQueryClient();
  return (user, message) => {
    const { queryKey: key } = apiQuery('getUser', { params: { userId: user.userId } });
    cache.setQueryData(key, user);
    void cache.invalidateQueries({ queryKey: queryKey('listUsers') });
    notifyDone(message);
  };
}
