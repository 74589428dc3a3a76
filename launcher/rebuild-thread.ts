import { type MessagePort, Worker } from 'node:worker_threads'
import type { ViewName } from '@guiche/contracts/views/collections.js'
import type { EmbeddedReadStore } from '@guiche/infra/read-store/embedded.js'
import type { EngineLog } from '@guiche/projector/engine/log.js'
import {
  beginRebuild as beginHere,
  type Progress,
  type Rebuild,
  type TargetPositions,
} from '@guiche/projector/engine/rebuild.js'

/** Threads need built files; null when this file is a source. */
const FOLDING_SCRIPT = import.meta.url.endsWith('.js')
  ? new URL('./rebuild-folding.js', import.meta.url)
  : null
/** Fewer events are folded faster than a thread starts. */
const FEW_EVENTS = 5000

export interface FoldingTask {
  readonly dir: string
  readonly writer: MessagePort
  readonly names: readonly ViewName[]
  readonly unread: boolean
}
export type FoldingRequest = { readonly foldUpTo: TargetPositions } | 'close'
export type FoldingNews =
  | 'folded'
  | { readonly failed: string; readonly because: string }
  | { readonly generations: Rebuild['generations'] }
  | { readonly progress: Progress }
  | { readonly log: keyof EngineLog; readonly fields: object; readonly message: string }

interface WaitingRequest {
  resolve(news: FoldingNews): void
  reject(failure: Error): void
}

/**
 * Folds a large rebuild of the embedded engines in a worker thread, so that the main thread keeps answering. Its commits go
 * straight to the read store's writer. The engines are those in `dir`. Tests set the number of events that counts as small, and
 * the path of the built thread.
 */
export const rebuildInThread = (options: {
  readonly dir: string
  readonly readStore: Pick<EmbeddedReadStore, 'connect'>
  readonly fewEvents?: number
  readonly file?: URL
}): typeof beginHere => {
  const { dir, readStore, fewEvents = FEW_EVENTS, file = FOLDING_SCRIPT } = options
  return async (deps, projections, onProgress = () => {}) => {
    if (file === null || Number(await deps.eventStore.head()) <= fewEvents) {
      return beginHere(deps, projections, onProgress)
    }
    const writer = readStore.connect()
    const names = projections.map(({ name }) => name)
    const task: FoldingTask = { dir, writer, names, unread: deps.unread ?? false }
    const thread = new Worker(file, {
      workerData: task,
      transferList: [writer],
      execArgv: [],
    })
    let waiting: WaitingRequest | null = null
    let gone: Error | null = null

    const next = (): Promise<FoldingNews> =>
      new Promise((resolve, reject) => {
        if (gone !== null) reject(gone)
        else waiting = { resolve, reject }
      })
    const fail = (failure: Error): void => {
      gone ??= failure
      waiting?.reject(gone)
      waiting = null
    }
    thread.on('message', (news: FoldingNews) => {
      if (typeof news === 'object' && 'progress' in news) return onProgress(news.progress)
      if (typeof news === 'object' && 'log' in news) return deps.logger[news.log](news.fields, news.message)
      waiting?.resolve(news)
      waiting = null
    })
    thread.once('error', fail)
    const exited = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
    void exited.then(() => fail(new Error('the thread that folds has ended')))

    const begun = await next()
    return {
      generations: typeof begun === 'object' && 'generations' in begun ? begun.generations : [],
      foldUpTo: async (target) => {
        thread.postMessage({ foldUpTo: target } satisfies FoldingRequest)
        const news = await next()
        if (typeof news === 'object' && 'failed' in news) {
          throw new Error(news.failed, { cause: new Error(news.because) })
        }
      },
      close: async () => {
        thread.postMessage('close' satisfies FoldingRequest)
        await exited
      },
    }
  }
}
