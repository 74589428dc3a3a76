import { eventStreams } from './index.js'

type Declared = { readonly stream: string; readonly afterErasure?: 'stays' | 'is released' }

/** Name prefixes of streams shared by companies, with their fate after an erasure. */
const SHARED = (eventStreams as readonly Declared[]).flatMap(({ stream, afterErasure }) =>
  afterErasure === undefined ? [] : [[stream.replace(/[{].*$/, ''), afterErasure] as const],
)

/**
 * The fate of a stream with events of an erased company, by the declaration of its kind. The stream is removed, unless
 * several companies have events in streams of that kind.
 */
export const afterErasure = (stream: string): 'is removed' | 'stays' | 'is released' =>
  SHARED.find(([begin]) => stream.startsWith(begin))?.[1] ?? 'is removed'
