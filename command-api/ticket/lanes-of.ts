import type { Records } from '@guiche/contracts/records/index.js'
import type { StoredRecord } from '@guiche/contracts/records/shapes.js'

/**
 * The ids of the tags that are lanes of the kanban board, of all tags of a company by their ids. What they are is decided
 * in the stream of the tags; whoever moves a card reads it there.
 */
export const lanesOf = (
  tags: ReadonlyMap<number, Pick<StoredRecord<Records['tag']>, 'kanban'>>,
): readonly number[] => [...tags].flatMap(([id, { kanban }]) => (kanban === 1 ? [id] : []))
