import type { RequestProtocol } from '../protocol.ts';
import { maxBodyLength, readRequest } from './read-request.ts';
import { writeRequest } from './write-request.ts';

/** Varde's own open protocol for devices over HTTP: JSON, with a token for each device. docs/protocols/http.md. */
export const http: RequestProtocol = {
  id: 'http',
  transport: 'http',
  maxBodyLength,
  read: readRequest,
  write: writeRequest,
};
