import type { Records } from '@guiche/contracts/records/index.js'
import type { StoredRecord } from '@guiche/contracts/records/shapes.js'

/**
 * Ids of the tags that are lanes of the kanban board, among all tags of a company. Lanes are decided in the stream of
 * the tags; commands that move a card read that stream.
 */
export const lanesOf = (
  tags: ReadonlyMap<number, Pick<StoredRecord<Records['tag']>, 'kanban'>>,
): readonly number[] => [...tags].flatMap(([id, { kanban }]) => (kanban === 1 ? [id] : []))
