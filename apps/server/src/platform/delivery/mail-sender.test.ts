import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { createMailSender } from './mail-sender.ts';
import { ProviderRefused } from './provider-answers.ts';

type Reply = (Error & { responseCode?: number }) | null;
/** As a mail server says it. */
const says = (responseCode: number, text: string): Reply => Object.assign(new Error(text), { responseCode });

const servers: SMTPServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close(() => undefined);
});

/** Sends a mail to a server of our own, with these answers to the sender, the recipient and the mail. */
async function send({ from = null, to = null, mail = null }: { from?: Reply; to?: Reply; mail?: Reply }) {
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => done(from),
    onRcptTo: (_address, _session, done) => done(to),
    onData: (stream, _session, done) => stream.resume().on('end', () => done(mail, 'Ok: queued as 4F2A1')),
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const content = { subject: 'Alarm', text: 'Alarm', html: '<p>Alarm</p>', messageId: '<1@varde.example>' };
  return createMailSender(url, 'Varde <varde@example.no>').send({ to: 'kari@example.no', ...content });
}

describe('a mail server', () => {
  test('that accepts a mail names it', async () => {
    expect(await send({})).toMatch(/^(?:2\.\d\.\d )?Ok: queued as 4F2A1$/);
  });

  test.each<[string, Reply]>([
    ['an unknown mailbox', says(550, 'no such mailbox')],
    ['an unknown mailbox', says(550, '5.1.1 no such user')],
    ['an unknown mailbox', says(550, '5.4.1 Recipient address rejected: Access denied')],
    ['a bad address', says(501, '5.1.3 bad address syntax')],
    ['a full mailbox', says(552, '5.2.2 mailbox full')],
  ])('that refuses %s for good does so once', async (_what, to) => {
    const refusal = await send({ to }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ProviderRefused);
    expect((refusal as Error).message).toContain(to?.message);
  });

  test.each<[string, Parameters<typeof send>[0]]>([
    ['asks for patience', { to: says(450, '4.2.1 try again later') }],
    ['asks for a login', { to: says(530, 'authentication required') }],
    ['relays nothing', { to: says(554, '5.7.1 relay access denied') }],
    ['does not know the domain of the sender', { to: says(550, '5.1.8 sender address rejected') }],
    ['does not like our name', { to: says(504, '5.5.2 need a fully qualified hostname') }],
    ['is out of order', { to: says(550, '5.3.0 out of order') }],
    ['is in another state', { to: says(503, 'bad sequence of commands') }],
    ['refuses the sender', { from: says(550, '5.1.0 who is that') }],
    ['refuses the mail', { mail: says(554, '5.6.0 looks like spam') }],
    ['fails', { mail: says(451, 'local error') }],
  ])('that %s is asked again: the recipient may be right', async (_what, replies) => {
    const failure = await send(replies).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(ProviderRefused);
  });

  test('that is not there is asked again', async () => {
    const sender = createMailSender('smtp://127.0.0.1:1', 'varde@example.no');
    const content = { subject: 'A', text: 'A', html: 'A', messageId: '<1@varde.example>' };
    const failure = await sender.send({ to: 'kari@example.no', ...content }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(ProviderRefused);
  });
});
