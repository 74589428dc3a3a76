import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { expect, it } from '@jest/globals'
import { pageOfActiveTickets } from './active-pages.js'

const idsFrom = (from: number, count: number) => Array.from({ length: count }, (_, n) => String(from + n))

const LISTS: Readonly<Record<string, readonly string[]>> = {
  open: idsFrom(1000, 450),
  pending: idsFrom(2000, 150),
  opening: idsFrom(3000, 3),
}

it.each([
  ['all', LISTS],
  ['exactly one page', { open: idsFrom(1000, 150), pending: idsFrom(2000, 50), opening: [] }],
  ['nobody', { open: [], pending: [], opening: [] }],
])('gives every active ticket once, a page at a time: %s', async (_, lists) => {
  const find = async (_: string, query: { where: { status?: string }; limit: number; after?: string[] }) =>
    (lists[query.where.status ?? 'opening'] ?? [])
      .filter((id) => id > (query.after?.[0] ?? ''))
      .slice(0, query.limit)
      .map((id) => ({ id }) as TicketDoc)
  const seen: string[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof pageOfActiveTickets>> = await pageOfActiveTickets(
      { find: find as never },
      ...([1, { queueId: 2 }, after] as const),
    )
    expect(page.tickets.length).toBeLessThanOrEqual(200)
    seen.push(...page.tickets.map(({ id }) => id))
    after = page.next
  } while (after !== null)
  expect(seen).toEqual([lists.open, lists.pending, lists.opening].flat())
})
