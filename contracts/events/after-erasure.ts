import { eventStreams } from './index.js'

type Declared = { readonly stream: string; readonly afterErasure?: 'stays' | 'is released' }

/** Name prefixes of streams shared by companies, with the effect of an erasure on them. */
const SHARED_STREAMS = (eventStreams as readonly Declared[]).flatMap(({ stream, afterErasure }) =>
  afterErasure === undefined ? [] : [[stream.replace(/[{].*$/, ''), afterErasure] as const],
)

/**
 * Whether the erasure of a company removes a stream, by the declaration of the stream's kind. A stream with
 * events of several companies is not removed.
 */
export const afterErasure = (stream: string): 'is removed' | 'stays' | 'is released' =>
  SHARED_STREAMS.find(([begin]) => stream.startsWith(begin))?.[1] ?? 'is removed'
