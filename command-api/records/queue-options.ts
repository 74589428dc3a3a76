import type { Records } from '@guiche/contracts/records/index.js'
import { MOST_OPTIONS } from '@guiche/contracts/records/queue-option.js'
import type { StoredRecord } from '@guiche/contracts/records/shapes.js'
import type { SpecialRules } from './decide.js'

type Option = StoredRecord<Records['queueOption']>
type Options = ReadonlyMap<number, Option>

/** The options with this parent, in the order of their numbers. */
const childrenOf = (options: Iterable<Option>, queueId: number | null, parentId: number | null): Option[] =>
  [...options]
    .filter((option) => option.queueId === queueId && option.parentId === parentId)
    .toSorted((a, b) => (a.option ?? 0) - (b.option ?? 0) || a.queueOptionId - b.queueOptionId)

const renumberSiblings = (siblings: readonly Option[]): Option[] =>
  siblings.map((sibling, index) => ({ ...sibling, option: index + 1 }))

/** Ids of this option and of its descendants. */
const idsOfSubtree = (options: Options, id: number): readonly number[] => {
  const ids = [id]
  for (const one of ids) {
    const below = [...options.values()].filter(({ parentId }) => parentId === one)
    ids.push(...below.map(({ queueOptionId }) => queueOptionId).filter((found) => !ids.includes(found)))
  }
  return ids
}

/**
 * Options form a tree in each queue. Siblings are numbered from 1 without gaps. An option without a number goes last; a
 * given number moves its siblings. Deleting an option deletes its subtree.
 */
export const queueOptionDecisions: SpecialRules<Option> = {
  arrange: (options, id, data) => {
    const before = options.get(id)
    const others = [...options.values()].filter(({ queueOptionId }) => queueOptionId !== id)
    const left = before === undefined ? [] : childrenOf(others, before.queueId, before.parentId)
    if (data === null) return { stored: renumberSiblings(left), gone: idsOfSubtree(options, id) }
    // an option stays in its queue
    const queueId = before?.queueId ?? data.queueId
    if (queueId === null) return { misplaced: 'queueId' }
    const parentId = data.parentId === null || data.parentId < 1 ? null : data.parentId
    const parent = parentId === null ? undefined : options.get(parentId)
    const below = before === undefined ? [id] : idsOfSubtree(options, id)
    if (parentId !== null && (parent?.queueId !== queueId || below.includes(parentId))) {
      return { misplaced: 'parentId' }
    }
    const isNew = before === undefined
    if (isNew && others.filter((option) => option.queueId === queueId).length >= MOST_OPTIONS) {
      return { misplaced: 'option', details: { limit: MOST_OPTIONS } }
    }
    const siblings = childrenOf(others, queueId, parentId)
    const stays = before !== undefined && before.parentId === parentId
    const said = stays || isNew || data.option !== before.option ? data.option : null
    const place = said === null ? siblings.length : Math.min(said - 1, siblings.length)
    const arranged = renumberSiblings(siblings.toSpliced(place, 0, { ...data, queueId, parentId }))
    return { stored: stays ? arranged : [...renumberSiblings(left), ...arranged], gone: [] }
  },
}
