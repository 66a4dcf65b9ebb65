import type { RequestProtocol } from '../protocol.ts';
import { carriesCommand, writeCommand } from './commands.ts';
import { maxBodyLength, readRequest } from './read-request.ts';
import { carriedSettings } from './settings.ts';
import { writeRequest } from './write-request.ts';

/** Varde's own open protocol for devices over HTTP: JSON, with a token for each device. docs/protocols/http.md. */
export const http: RequestProtocol = {
  id: 'http',
  transport: 'http',
  maxBodyLength,
  read: readRequest,
  write: (sample, sender) => writeRequest({ samples: [sample], confirmations: [] }, sender),
  commands: {
    carries: carriesCommand,
    settings: carriedSettings,
    write: (command, ref) => (carriesCommand(command) ? writeCommand(command, ref) : null),
  },
};

export { type OpenCommand, readCommands } from './commands.ts';
export { writeRequest } from './write-request.ts';
