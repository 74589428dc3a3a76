import { naturalText, sortedText } from '@guiche/contracts/records/order.js'
import type { ShownOf } from '../../records/record-api.js'

/** The fields of quick replies for search, filters and order. */
export type QuickReply = Pick<
  ShownOf<'quickmessage'>,
  'id' | 'shortcode' | 'message' | 'status' | 'category' | 'queueIds' | 'uses'
>

/**
 * The categories of these replies in order; categories that differ only in case and accents count once, in
 * their first spelling.
 */
export const categoriesOf = (replies: readonly Pick<QuickReply, 'category'>[]): readonly string[] => {
  const known = new Map<string, string>()
  for (const { category } of replies) {
    const key = sortedText(category)
    if (key !== '' && !known.has(key)) known.set(key, category)
  }
  return [...known]
    .sort(([a], [b]) => naturalText(a).localeCompare(naturalText(b)))
    .map(([, category]) => category)
}

/** Whether a reply is of this category; null: any category. */
export const isOf = ({ category }: Pick<QuickReply, 'category'>, asked: string | null): boolean =>
  asked === null || sortedText(category) === sortedText(asked)

/** Whether a reply is offered in conversations of a queue, or in those without queue (null). */
export const isForQueue = ({ queueIds }: Pick<QuickReply, 'queueIds'>, queueId: number | null): boolean =>
  queueIds.length === 0 || (queueId !== null && queueIds.includes(queueId))

export const REPLY_ORDERS = ['shortcode', 'uses', 'category'] as const
/** Filters and order of the page's replies. */
export interface Narrowing {
  readonly text: string
  readonly category: string | null
  readonly queueId: number | null
  readonly status: boolean | null
  readonly order: (typeof REPLY_ORDERS)[number]
}
export const NO_NARROWING: Narrowing = {
  ...{ text: '', category: null, queueId: null, status: null },
  order: 'shortcode',
}
/** Whether a filter is set. */
export const isNarrowed = ({ text, category, queueId, status }: Narrowing): boolean =>
  text.trim() !== '' || category !== null || queueId !== null || status !== null

const COMPARE: Readonly<Record<Narrowing['order'], (a: QuickReply, b: QuickReply) => number>> = {
  shortcode: () => 0,
  uses: (a, b) => b.uses - a.uses,
  // replies without a category are last
  category: (a, b) =>
    Number(a.category === '') - Number(b.category === '') ||
    naturalText(a.category).localeCompare(naturalText(b.category)),
}
const byShortcode = (a: QuickReply, b: QuickReply): number =>
  naturalText(a.shortcode).localeCompare(naturalText(b.shortcode)) || a.id - b.id

/**
 * The replies that contain each word of the text in shortcode, message or category, and match the filters.
 */
export const narrowReplies = <R extends QuickReply>(
  replies: readonly R[],
  { text, category, queueId, status, order }: Narrowing,
): readonly R[] => {
  const words = sortedText(text).split(/\s+/).filter(Boolean)
  const has = (reply: R): boolean => {
    const found = sortedText(`${reply.shortcode} ${reply.message} ${reply.category}`)
    return words.every((word) => found.includes(word))
  }
  return replies
    .filter((reply) => isOf(reply, category) && (queueId === null || isForQueue(reply, queueId)))
    .filter((reply) => (status === null || reply.status === status) && has(reply))
    .sort((a, b) => COMPARE[order](a, b) || byShortcode(a, b))
}
