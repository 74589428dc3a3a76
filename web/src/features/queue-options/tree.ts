import { type BotOption, type FlatOption, optionTree } from '@guiche/contracts/bot/config.js'
import type { ShownOf } from '../../records/record-api.js'
import type { NamedRecord } from '../../records/ref-select.js'

/** An option of the queue in the editor. */
export interface Option {
  readonly id: number
  readonly title: string
  readonly message: string
  /** number among its siblings, from 1 */
  readonly number: number
  readonly parentId: number | null
  readonly fileName: string | null
  /** the file list of the message */
  readonly fileList: NamedRecord | null
}
/** A row of the tree. */
export interface TreeRow {
  readonly option: Option
  /** depth, from 1 */
  readonly level: number
  readonly siblings: number
  /** whether its children are shown; null without children */
  readonly isOpen: boolean | null
}
/** The place of an option: its parent (null: the root), and its number there. */
export interface Place {
  readonly parentId: number | null
  readonly number: number
}
/** Entered and unsaved values; a new option has no id. */
export interface Draft {
  readonly id: number | null
  readonly parentId: number | null
  readonly title: string
  readonly message: string
  readonly fileName: string | null
  readonly fileList: NamedRecord | null
}
/** Ways to move an option by keys: among its siblings, below the previous sibling, and beside its parent. */
export const OPTION_MOVES = ['up', 'down', 'in', 'out'] as const
export type Move = (typeof OPTION_MOVES)[number]

/** The options of a list, in the order of their numbers. */
export const optionsOf = (rows: readonly ShownOf<'queueOption'>[]): readonly Option[] =>
  rows
    .map(({ id, title, message, option, parentId, mediaName, fileList }) => ({
      ...{ id, title, message, parentId, fileList },
      number: Number(option),
      fileName: mediaName,
    }))
    .sort((a, b) => a.number - b.number || a.id - b.id)

export const childrenOf = (options: readonly Option[], parentId: number | null): readonly Option[] =>
  options.filter((option) => option.parentId === parentId)

const optionOf = (options: readonly Option[], id: number | null): Option | undefined =>
  options.find((option) => option.id === id)

/** The visible rows: children of a `closed` option are hidden. */
export const rowsOf = (options: readonly Option[], closed: ReadonlySet<number>): readonly TreeRow[] => {
  const below = (parentId: number | null, level: number): readonly TreeRow[] => {
    const siblings = childrenOf(options, parentId)
    return siblings.flatMap((option) => {
      const hasChildren = options.some((one) => one.parentId === option.id)
      const isOpen = hasChildren ? !closed.has(option.id) : null
      const row: TreeRow = { option, level, siblings: siblings.length, isOpen }
      return isOpen ? [row, ...below(option.id, level + 1)] : [row]
    })
  }
  return below(null, 1)
}

/** Number of options below an option, at every depth. */
export const countBelow = (options: readonly Option[], id: number): number =>
  childrenOf(options, id).reduce((count, child) => count + 1 + countBelow(options, child.id), 0)

const standsBelow = (options: readonly Option[], id: number | null, above: number): boolean =>
  id !== null && (id === above || standsBelow(options, optionOf(options, id)?.parentId ?? null, above))

/** A place for an option, or null if it is the present place, or below the option itself. */
const placeOf = (options: readonly Option[], option: Option, { parentId, number }: Place): Place | null => {
  if (standsBelow(options, parentId, option.id)) return null
  return parentId === option.parentId && number === option.number ? null : { parentId, number }
}

/** The place of an option after a move by keys; null if impossible. */
export const placeAfter = (options: readonly Option[], id: number, move: Move): Place | null => {
  const option = optionOf(options, id)
  if (option === undefined) return null
  const { parentId } = option
  const siblings = childrenOf(options, parentId)
  const at = siblings.indexOf(option)
  switch (move) {
    case 'up':
      return at === 0 ? null : { parentId, number: at }
    case 'down':
      return at === siblings.length - 1 ? null : { parentId, number: at + 2 }
    case 'in': {
      const above = siblings[at - 1]
      return above === undefined
        ? null
        : { parentId: above.id, number: childrenOf(options, above.id).length + 1 }
    }
    case 'out': {
      const parent = optionOf(options, parentId)
      if (parent === undefined) return null
      const place = childrenOf(options, parent.parentId).indexOf(parent)
      return { parentId: parent.parentId, number: place + 2 }
    }
  }
}

/**
 * The place of an option that is dropped before, after or inside another option; null if impossible, or the
 * present place.
 */
export const placeAt = (
  options: readonly Option[],
  id: number,
  targetId: number,
  where: 'before' | 'inside' | 'after',
): Place | null => {
  const [option, target] = [optionOf(options, id), optionOf(options, targetId)]
  if (option === undefined || target === undefined || option === target) return null
  const parentId = where === 'inside' ? target.id : target.parentId
  // its own number becomes free by the move
  const others = childrenOf(options, parentId).filter((one) => one.id !== id)
  const number =
    where === 'inside' ? others.length + 1 : others.indexOf(target) + (where === 'before' ? 1 : 2)
  return placeOf(options, option, { parentId, number })
}

/** The tree for the bot preview: saved options, with the unsaved input of the option in edit mode. */
export const playedTree = (
  options: readonly Option[],
  draft: Draft | null,
  queueId: number,
): readonly BotOption[] => {
  const fresh = draft !== null && draft.id === null
  const number = fresh ? childrenOf(options, draft.parentId).length + 1 : 0
  const entered: readonly Option[] =
    draft === null
      ? options
      : fresh
        ? [...options, { ...draft, id: 0, number }]
        : options.map((option) => (option.id === draft.id ? { ...option, ...draft, id: option.id } : option))
  const flat = entered.map(
    ({ id, number: option, title, message, parentId, fileName, fileList }): FlatOption => ({
      ...{ id, option, title, message, parentId, queueId, fileListId: fileList?.id ?? null },
      media: fileName === null ? null : { blobId: '', fileName, mimetype: '', size: 0 },
    }),
  )
  return optionTree(flat, queueId)
}
