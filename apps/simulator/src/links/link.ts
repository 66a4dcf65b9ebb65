/** A device's connection to the server. It carries bytes without interpreting them. */
export interface Link<Wire> {
  open(): void;
  write(wire: Wire): void;
  /** Bytes that are not a message. */
  writeGarbage(bytes: Uint8Array): void;
  /** Ends it at once. No event follows. */
  drop(): void;
}

export interface LinkEvents<Input> {
  opened(): void;
  received(input: Input): void;
  /** The other side is gone, or could not be reached. `reason`: the code of the error, or a word. */
  closed(reason: string): void;
}

export interface Endpoint {
  host: string;
  port: number;
}
