import { VIEWS, type ViewName } from './collections.js'
import { JOINED_SUBJECTS, type JoinedName, type JoinKind, joinsOf } from './joins.js'

// In a file of its own, because browsers load the joins, but only the server knows the views of collections.

const VIEW_OF = new Map<string, ViewName>(
  Object.entries(VIEWS).flatMap(([view, collections]) =>
    collections.map((collection) => [collection, view as ViewName] as const),
  ),
)
const viewOf = (name: JoinedName): ViewName => VIEW_OF.get(JOINED_SUBJECTS[name].in) as ViewName

/** The views that records of these kinds are read from: their own views, and those of joined records. */
export const viewsOf = (...kinds: readonly JoinKind[]): readonly ViewName[] => [
  ...new Set(kinds.flatMap((kind) => [viewOf(kind), ...joinsOf(kind).map(([, { of }]) => viewOf(of))])),
]
