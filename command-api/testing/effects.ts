import { eventStreams } from '@guiche/contracts/events/index.js'
import {
  AGGREGATES,
  type Aggregate,
  COMMAND_AGGREGATES,
  type CommandAggregates,
  WITHOUT_EFFECT,
} from '@guiche/contracts/routes/effects.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { correlationOf } from '@guiche/infra/http/correlation.js'
import type { Handler } from 'express'

const KINDS = eventStreams.flatMap(({ stream, events, ...more }) => {
  const kind = stream.replace(/-\{.*$/, '')
  return 'internal' in more || WITHOUT_EFFECT.includes(kind) ? [] : { kind, events }
})
const aggregateOfKind = new Map(
  Object.entries(AGGREGATES).flatMap(([aggregate, kinds]) =>
    kinds.map((kind) => [kind as string, aggregate as Aggregate] as const),
  ),
)

/** The aggregate of each type of event. Throws if a kind of stream belongs to no aggregate. */
export const aggregateOf: ReadonlyMap<string, Aggregate> = new Map(
  KINDS.flatMap(({ kind, events }) => {
    const aggregate = aggregateOfKind.get(kind)
    if (aggregate === undefined) throw new Error(`no aggregate of contracts/routes/effects.ts has ${kind}`)
    return Object.keys(events).map((type) => [type, aggregate] as const)
  }),
)

/** Commands with patterns of their paths. Paths without parameters come first. */
const PATHS = Object.keys(COMMAND_AGGREGATES)
  .sort((a, b) => Number(a.includes(':')) - Number(b.includes(':')))
  .map((key) => [key, new RegExp(`^${key.replace(/:[A-Za-z]+/g, '[^/]+')}$`)] as const)

const endings: Readonly<Record<string, CommandAggregates>> = COMMAND_AGGREGATES

/**
 * Records in which aggregates a test's commands append, including the processes that follow them: their events keep the id of
 * the request. `check` throws for an aggregate that contracts/routes/effects.ts does not declare.
 */
export const watchEndings = () => {
  const commands = new Map<string, string>()
  const undeclared = new Set<string>()
  const note = (correlationId: string, type: string): void => {
    const command = commands.get(correlationId)
    const aggregate = aggregateOf.get(type)
    if (command === undefined || aggregate === undefined) return
    const { own = [], also = {} } = endings[command] ?? {}
    if (!own.includes(aggregate) && !(aggregate in also))
      undeclared.add(`${command} → ${aggregate} (${type})`)
  }
  return {
    /** Wraps a store, to record its appends. */
    store: (eventStore: EventStore): EventStore => {
      const append: EventStore['append'] = async (stream, expected, events) => {
        const appended = await eventStore.append(stream, expected, events)
        if (appended.ok) for (const { correlationId, type } of events) note(correlationId, type)
        return appended
      }
      return { ...eventStore, append }
    },
    /** Records the command of each request, by the correlation id that its events have. */
    handler: ((request, response, next) => {
      const id = correlationOf(request.headers)
      response.locals.correlationId = id
      const [command] = PATHS.find(([, pattern]) => pattern.test(`${request.method} ${request.path}`)) ?? []
      if (command !== undefined) commands.set(id, command)
      next()
    }) satisfies Handler,
    check: (): void => {
      if (undeclared.size > 0)
        throw new Error(`contracts/routes/effects.ts lacks ${[...undeclared].join(', ')}`)
    },
  }
}
