import { eventStreams } from './index.js'

type Declared = { readonly stream: string; readonly afterErasure?: 'stays' | 'is released' }

/** How the names of streams begin that are not of one company, with what becomes of them. */
const SHARED = (eventStreams as readonly Declared[]).flatMap(({ stream, afterErasure }) =>
  afterErasure === undefined ? [] : [[stream.replace(/[{].*$/, ''), afterErasure] as const],
)

/**
 * What becomes of a stream that has events of a company which is erased, by its declaration: the stream is removed, unless
 * several companies have events in streams of its kind.
 */
export const afterErasure = (stream: string): 'is removed' | 'stays' | 'is released' =>
  SHARED.find(([begin]) => stream.startsWith(begin))?.[1] ?? 'is removed'
