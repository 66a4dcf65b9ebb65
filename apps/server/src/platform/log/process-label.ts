import { hostname } from 'node:os';

/** `application_name` of the connections of this process, by which PostgreSQL and its operator know them. */
export const processLabel = (): string => `Varde ${hostname().slice(0, 30)} ${process.pid}`;
