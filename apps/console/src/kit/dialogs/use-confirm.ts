import { useOneAtATime } from '../steady/use-one-at-a-time.ts';
import { confirm } from './confirm.tsx';

/** `confirm` for a part of a page, which asks one question at a time: another press meanwhile resolves to false. */
export function useConfirm(): typeof confirm {
  const oneAtATime = useOneAtATime();
  return async (question) => (await oneAtATime(() => confirm(question))) ?? false;
}
