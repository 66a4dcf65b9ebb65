import { unpaid } from './paid-time.ts';
import { withReach } from './reach.ts';

/** Does the server's own work, which a call may have caused: it reaches everything, and waits for nobody's share. */
export const asServer = <Result>(work: () => Result): Result => unpaid(() => withReach('all', work));
