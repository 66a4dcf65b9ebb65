import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AttackOrder, AttackReport } from './attack.ts';
import { fillUser, type Login, password } from './fill.ts';
import { logIn } from './http-client.ts';
import { pendants } from './pendants.ts';
import { whole } from './statistics.ts';
import type { Attack } from './stranger-attack.ts';

const sockets = 2000;
const loops = 50;
const sessions = 20;
export const strangerDevices = 500;
export const strangerFirm = 900;

const stranger: Login = { username: 'stranger@bench.example', password };
const strangerAdmin: Login = { username: 'toggler@bench.example', password };

/** The owner of a self-registered firm, and a second administrator of it. */
export const accountAttack: Attack = {
  name: 'from an account',
  text: `the owner of a self-registered firm with ${strangerDevices} devices tries to hold ${whole(sockets)} live sockets in ${sessions} sessions, one half of them with two subscriptions, like a console, the other half with 100 to one topic, one socket in 20 sending 10,000 line feeds a second, and makes calls in ${loops} loops without pause: device and user lists, the session, and adding users; a second administrator of that firm toggles a role policy continuously. Refused sockets are retried after a second`,
  settlingMs: 8000,
  prepare: async ({ db }) => {
    await db.execute(
      `insert into customers (cust_id, path, kind, firm_name) values (${strangerFirm}, array[${strangerFirm}], 'firm', 'Stranger')`,
    );
    await db.execute(`update devices set cust_id = ${strangerFirm} where devi_id > ${pendants}`);
    await fillUser(db, stranger, strangerFirm);
    await fillUser(db, strangerAdmin, strangerFirm);
  },
  start: async ({ url }) => {
    const cookies: string[] = [];
    for (let i = 0; i < sessions; i++) cookies.push((await logIn(url, stranger)).cookie);
    const order: AttackOrder = {
      url,
      cookies,
      adminCookie: (await logIn(url, strangerAdmin)).cookie,
      custId: strangerFirm,
      sockets,
      loops,
    };
    const child = fork(new URL('./attack.ts', import.meta.url));
    child.send(order);
    return {
      end: async () => {
        const answer = once(child, 'message');
        child.send('end');
        const [{ openSockets, answers, toggles }] = (await answer) as [AttackReport];
        const calls = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
        return `the attacker held ${openSockets} sockets, got the answers ${calls.join(', ')} and toggled ${toggles} times`;
      },
    };
  },
};
