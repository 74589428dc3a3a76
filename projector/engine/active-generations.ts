import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import { isOurs } from './generations.js'
import type { LiveView } from './live-view.js'
import type { Projection } from './projection.js'

/** How often the aliases are looked up, in ms: as often as readers do. */
const EVERY_MS = 1000

/** Which generations of the views are written, as the aliases say. */
export interface ActiveGenerations {
  /** Reads the aliases now. An old generation is still written, silently, until all readers have switched. */
  look(): Promise<readonly LiveView[]>
  /** The same, at most once a second and null when nothing has changed since. */
  lookNowAndThen(): Promise<readonly LiveView[] | null>
  /** Writes the active generations only: all readers have switched. */
  settle(): readonly LiveView[]
  /** views that are read in a generation of other folds than ours: another release has taken over */
  readonly superseded: ReadonlySet<string>
}

export const createActiveGenerations = (deps: {
  readonly readStore: ReadStore
  readonly projections: readonly Projection[]
  /** how long readers may go on with an older generation */
  readonly graceMs: number
}): ActiveGenerations => {
  const { readStore, projections, graceMs } = deps
  const superseded = new Set<string>()
  let read: readonly LiveView[] = []
  let leaving: readonly { readonly view: LiveView; readonly until: number }[] = []
  let looked = Number.NEGATIVE_INFINITY

  const all = (): readonly LiveView[] => [...leaving.map(({ view }) => view), ...read]
  const look: ActiveGenerations['look'] = async () => {
    looked = performance.now()
    const found: LiveView[] = []
    const generations = await readStore.aliases(projections.map(({ name }) => name))
    for (const projection of projections) {
      const generation = generations.get(projection.name) ?? 1
      const before = read.find((view) => view.projection === projection)
      const isNew = before !== undefined && before.generation !== generation
      if (isNew && !(await isOurs(readStore, projection, generation))) superseded.add(projection.name)
      if (isNew) leaving = [...leaving, { view: { ...before, silent: true }, until: looked + graceMs }]
      found.push({ projection, generation })
    }
    read = found
    return all()
  }
  return {
    look,
    lookNowAndThen: async () => {
      if (performance.now() - looked < EVERY_MS) return null
      const before = read
      const staying = leaving.filter(({ until }) => until > performance.now())
      const isShorter = staying.length < leaving.length
      leaving = staying
      const now = await look()
      return isShorter || read.some((view, index) => view.generation !== before[index]?.generation)
        ? now
        : null
    },
    settle: () => {
      leaving = []
      return read
    },
    superseded,
  }
}
