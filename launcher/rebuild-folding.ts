import { parentPort, workerData } from 'node:worker_threads'
import type { ViewName } from '@guiche/contracts/views/collections.js'
import { openEmbeddedEvents } from '@guiche/infra/event-store/embedded-read.js'
import { joinEmbeddedReadStore } from '@guiche/infra/read-store/embedded.js'
import { reasonOf } from '@guiche/infra/sqlite/worker.js'
import type { EngineLog } from '@guiche/projector/engine/log.js'
import type { Projection } from '@guiche/projector/engine/projection.js'
import { beginRebuild } from '@guiche/projector/engine/rebuild.js'
import { projections } from '@guiche/projector/views/index.js'
import type { FoldingNews, FoldingRequest, FoldingTask } from './rebuild-thread.js'

/** The thread that folds a rebuild: reads the events by itself and writes through the read store's writer. */
const BATCH = 250

const { dir, writer, names, unread } = workerData as FoldingTask
const sendNews = (news: FoldingNews): void => parentPort?.postMessage(news)
const createLog =
  (level: keyof EngineLog): EngineLog[keyof EngineLog] =>
  (fields, message) => {
    // an error loses its class and fields between threads, so its words are sent
    const { err, ...rest } = fields as { err?: unknown }
    sendNews({ log: level, fields: err === undefined ? rest : { ...rest, reason: reasonOf(err) }, message })
  }

const events = openEmbeddedEvents(dir)
const readStore = await joinEmbeddedReadStore(dir, writer)
const logger = { info: createLog('info'), error: createLog('error'), fatal: createLog('fatal') }
const byName = new Map<ViewName, Projection>(Object.values(projections).map((one) => [one.name, one]))
const chosen = names.flatMap((name) => byName.get(name) ?? [])
const rebuild = await beginRebuild(
  { eventStore: events, readStore, logger, unread, ...(unread ? {} : { batchSize: BATCH }) },
  chosen,
  (progress) => sendNews({ progress }),
)

const answerRequest = async (request: FoldingRequest): Promise<void> => {
  if (request === 'close') {
    await rebuild.close()
    await readStore.close()
    events.close()
    parentPort?.close()
    return
  }
  await rebuild.foldUpTo(request.foldUpTo).then(
    () => sendNews('folded'),
    (failure: unknown) =>
      sendNews({ failed: reasonOf(failure), because: reasonOf((failure as Error).cause) }),
  )
}
parentPort?.on('message', (request: FoldingRequest) => void answerRequest(request))
sendNews({ generations: rebuild.generations })
