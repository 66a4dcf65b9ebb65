/** An HTTP request as far as this protocol looks at it. */
export interface OsmandRequest {
  /** `GET` or `POST`. */
  method: string;
  /** Path and query, as they stand in the request line. */
  url: string;
  contentType?: string | undefined;
  /** The `Authorization` header. */
  authorization?: string | undefined;
  /** Text of the body, empty when there is none. */
  body: string;
}

/** Longer bodies are refused; a day of backlog from the phone fits. */
export const maxBodyLength = 64 * 1024;
