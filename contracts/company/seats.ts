/** The fields of a user that decide about seats. */
interface SeatedUser {
  readonly userId: number
  readonly profile: string
  /** ISO-8601 */
  readonly createdAt: string
}

const bySeat = (a: SeatedUser, b: SeatedUser): number =>
  Number(b.profile === 'admin') - Number(a.profile === 'admin') ||
  (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.userId - b.userId)

/**
 * Users for whom the limit (null: none) has no seat, in the order in which they would get one. Admins come first, and
 * then the oldest users. Users without a seat only read. One user always has a seat.
 */
export const withoutSeat = <U extends SeatedUser>(users: readonly U[], limit: number | null): readonly U[] =>
  limit === null || users.length <= limit ? [] : [...users].sort(bySeat).slice(Math.max(1, limit))
