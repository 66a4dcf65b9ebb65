import { useRef, useState } from 'react';
import { ApiError } from '#data/api/api-error.ts';
import { answerTo, type Input } from '#data/api/call.ts';
import { notifyError } from '../errors/notify-error.ts';
import { saveBlob } from './csv.ts';

/** Calls whose answer is a streamed file. */
export type FileCall = 'exportDevices' | 'exportAlarms' | 'exportTransactions';

/** Downloads a file and saves it under the server's name. It can be cancelled; a truncated file is not saved. */
export function useDownload<N extends FileCall>(name: N) {
  /** Bytes so far; null: no download is running. */
  const [received, setReceived] = useState<number | null>(null);
  const running = useRef<AbortController>(undefined);

  async function start(input: Input<N>): Promise<void> {
    const abort = new AbortController();
    running.current = abort;
    setReceived(0);
    try {
      const response = await answerTo(name, input, { signal: abort.signal });
      saveBlob(fileNameOf(response), await blobOf(response, setReceived));
    } catch (error) {
      // A truncated body fails like `fetch` itself.
      if (!abort.signal.aborted) notifyError(error instanceof ApiError ? error : new ApiError('network'));
    } finally {
      setReceived(null);
    }
  }
  return { start, cancel: () => running.current?.abort(), received };
}

const fileNameOf = ({ headers }: Response): string =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'varde';

/** Each chunk becomes a blob at once, which the browser may keep on disk. */
async function blobOf(response: Response, onReceived: (bytes: number) => void): Promise<Blob> {
  const reader = response.body?.getReader();
  const pieces: Blob[] = [];
  let received = 0;
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    pieces.push(new Blob([next.value]));
    received += next.value.byteLength;
    onReceived(received);
  }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' });
}
