import type {
  Condition,
  Doc,
  FindQuery,
  ReadStore,
  Scalar,
  Where,
} from '@guiche/infra/read-store/read-store.js'
import type { ViewNames } from '@guiche/infra/read-store/views.js'

const isConditionMet = (value: unknown, condition: Condition): boolean => {
  if (condition === null || typeof condition !== 'object') return (value ?? null) === condition
  if ('in' in condition) return condition.in.includes(value as Scalar)
  if ('gt' in condition) return String(value) > String(condition.gt)
  if ('lt' in condition) return String(value) < String(condition.lt)
  if ('gte' in condition) return Number(value) >= Number(condition.gte)
  throw new Error('the memory views do not know this condition')
}
const matchesWhere = (doc: Doc, where: Where | readonly Where[]): boolean =>
  [where]
    .flat()
    .some((one) =>
      Object.entries(one).every(([field, condition]) =>
        isConditionMet((doc as unknown as Record<string, unknown>)[field], condition),
      ),
    )

/** Documents of the views in memory, with only the fields that the gateway reads. */
export const createMemoryViews = () => {
  const collections = new Map<string, Map<string, Doc>>()
  const of = (name: string): Map<string, Doc> => {
    const found = collections.get(name) ?? new Map<string, Doc>()
    collections.set(name, found)
    return found
  }
  const compare = (sort: FindQuery['sort']) => (a: Doc, b: Doc) => {
    for (const [field, direction] of sort) {
      const [left, right] = [a, b].map((doc) => String((doc as unknown as Record<string, unknown>)[field]))
      if (left !== right) return (String(left) < String(right) ? -1 : 1) * direction
    }
    return 0
  }
  const readStore = {
    getMany: async (collection: string, ids: readonly string[]) =>
      new Map(
        ids.flatMap((id) => {
          const doc = of(collection).get(id)
          return doc === undefined ? [] : [[id, doc] as const]
        }),
      ),
    find: async ({ collection, where, sort, limit, after }: FindQuery) => {
      const last =
        after && (Object.fromEntries(sort.map(([field], n) => [field, after[n]])) as unknown as Doc)
      return [...of(collection).values()]
        .filter((doc) => matchesWhere(doc, where) && (!last || compare(sort)(doc, last) > 0))
        .sort(compare(sort))
        .slice(0, limit)
    },
    count: async ({
      collection,
      where,
      cap,
    }: {
      collection: string
      where: Where | readonly Where[]
      cap: number
    }) => Math.min(cap, [...of(collection).values()].filter((doc) => matchesWhere(doc, where)).length),
    scan: async (collection: string, { limit, after = '' }: { limit: number; after?: string }) =>
      [...of(collection).values()]
        .filter(({ id }) => id > after)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit),
  } as unknown as ReadStore
  const views: ViewNames = { view: async (name) => name, collection: async (name) => name }
  return { readStore, views, of }
}
