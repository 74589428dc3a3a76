import { afterEach, beforeEach, jest } from '@jest/globals'
import { createEngine } from '../processes/engine.js'
import type { BusOptions, Engine, EngineDeps } from '../processes/engine-types.js'
import type { Item } from '../processes/item-store.js'
import { type Desk, openDesk } from './desk.js'

export interface TestItem extends Item {
  readonly chat: string
  /** the item whose outcome this item reports */
  readonly about?: string
}
export const one = (id: string, chat = 'chat', companyId = 1): TestItem => ({ id, chat, companyId })
/** An item that reports the outcome of another item. */
export const updateItem = (id: string, about: string): TestItem => ({ ...one(id), about })
/** `count` messages of an import, in order. */
export const importedItems = (count: number): TestItem[] =>
  Array.from({ length: count }, (_, n) => one(`m${String(n).padStart(4, '0')}`, 'imported'))

export type RunItem = (item: TestItem) => Promise<'done' | 'more'>

/** Instances of one engine on the vault of a desk. */
const createInstances = () => {
  const running: Engine<TestItem>[] = []
  /** An instance that is not started stores the items that it gets, but does none of its backlog. */
  const create = (deps: EngineDeps, run: RunItem) => {
    let handed: BusOptions<TestItem> | undefined
    const engine = createEngine<TestItem, TestItem>(
      { retryDelays: [1], ...deps },
      {
        ...{ kind: 'event', ids: 'm', batchSize: 10 },
        consume: async (options) => {
          handed = options
          return { stop: async () => undefined }
        },
        itemsOf: (item) => [item],
        keys: ({ id, chat, about }) =>
          about === undefined ? { shared: [chat], own: id } : { shared: [], own: about },
        later: ({ chat }) => chat === 'imported',
        toBody: ({ chat, about }) => ({ chat, about }),
        fromBody: async (id, companyId, body) => ({ ...(body as TestItem), id, companyId }),
        run,
      },
    )
    return { engine, handed: () => handed }
  }
  return {
    running,
    create,
    /** The engine of one instance, with its assignments from the bus. */
    start: async (deps: EngineDeps, run: RunItem): Promise<BusOptions<TestItem>> => {
      const { engine, handed } = create(deps, run)
      running.push(engine)
      await engine.start()
      const started = handed()
      if (started === undefined) throw new Error('it consumes nothing')
      return started
    },
    stop: async (): Promise<void> => {
      for (const engine of running.splice(0)) await engine.stop()
    },
  }
}

const realNow = Date.now
/** Moves the clock forward by `ms`, until the mocks are restored. */
export const passTime = (ms: number): void => {
  const passed = Date.now() - realNow() + ms
  jest.spyOn(Date, 'now').mockImplementation(() => realNow() + passed)
}

/** A desk for each test, with instances on its vault. After the test the instances are stopped and the clock is restored. */
export const stageInstances = () => {
  const instances = createInstances()
  let desk: Desk
  let release: () => void
  let released: Promise<void>
  beforeEach(async () => {
    desk = await openDesk()
    released = new Promise((resolve) => {
      release = resolve
    })
  })
  afterEach(async () => {
    release()
    jest.restoreAllMocks()
    await instances.stop()
    await desk.close()
  })
  return {
    ...instances,
    desk: () => desk,
    /** `released` waits for `release`, which the end of the test calls at the latest. */
    release: () => release(),
    released: () => released,
    instance: (run: RunItem, deps: Partial<EngineDeps> = {}) => instances.start({ ...desk, ...deps }, run),
  }
}
