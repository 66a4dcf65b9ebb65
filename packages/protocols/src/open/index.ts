import type { RequestProtocol } from '../protocol.ts';
import { carriesCommand, writeCommand } from './commands.ts';
import { maxContentLength } from './read-content.ts';
import { readRequest } from './read-request.ts';
import { carriedSettings } from './settings.ts';
import { withoutSecrets } from './without-secrets.ts';
import { writeRequest } from './write-request.ts';

/** Varde's own open protocol over HTTP: JSON, with a token for each device. docs/protocols/http.md. */
export const http: RequestProtocol = {
  id: 'http',
  transport: 'http',
  maxBodyLength: maxContentLength,
  read: readRequest,
  write: (sample, sender) => writeRequest({ samples: [sample], confirmations: [] }, sender),
  commands: {
    carries: carriesCommand,
    settings: carriedSettings,
    write: (command, ref) => (carriesCommand(command) ? writeCommand(command, ref) : null),
  },
  withoutSecrets,
};

export { type OpenCommand, readCommands } from './commands.ts';
export { mqtt } from './mqtt.ts';
export * from './publication.ts';
export { writeRequest } from './write-request.ts';
