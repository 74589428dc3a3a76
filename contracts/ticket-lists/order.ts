/** An order by fields, ascending (1) or descending (-1). The last field makes it unique. */
export type Order = readonly (readonly [field: string, direction: 1 | -1])[]

/**
 * The orders of the lists of tickets. `waiting`, for pending tickets: most urgent first, then the longest
 * waiting first.
 */
export const TICKET_ORDERS = {
  changed: [
    ['updatedAt', -1],
    ['id', -1],
  ],
  waiting: [
    ['urgency', 1],
    ['waitingSince', 1],
    ['id', 1],
  ],
} as const satisfies Readonly<Record<string, Order>>
export type TicketOrder = keyof typeof TICKET_ORDERS

/** A value of a field in an order. */
export const orderedValue = (of: object, field: string): string | number | null =>
  (of as Readonly<Record<string, string | number | null | undefined>>)[field] ?? null

/** Compares by an order, as the read store does: null or absent is less than any value. */
export const compareBy =
  (order: Order) =>
  (a: object, b: object): number => {
    for (const [field, direction] of order) {
      const [left, right] = [orderedValue(a, field), orderedValue(b, field)]
      if (left === right) continue
      return left === null || (right !== null && left < right) ? -direction : direction
    }
    return 0
  }
