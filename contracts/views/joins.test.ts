import { describe, expect, it } from '@jest/globals'
import { VIEWS } from './collections.js'
import { viewsOf } from './joined-views.js'
import { type FieldsJoined, JOIN_KINDS, JOINED_SUBJECTS, type JoinKind, joinsOf } from './joins.js'
import type { ConnectionRecord, MessageRecord, TicketRecord, UserRecord } from './records.js'

interface RecordOf {
  readonly ticket: TicketRecord
  readonly message: MessageRecord
  readonly user: UserRecord
  readonly connection: ConnectionRecord
}
/** The fields of a record that contain joined records, alone or in a list. */
type Refs<R> = {
  [F in keyof R]-?: NonNullable<R[F]> extends infer V
    ? [V] extends [never]
      ? never
      : V extends { readonly id: unknown } | readonly { readonly id: unknown }[]
        ? F
        : never
    : never
}[keyof R]
/** Joined fields without a declared join, and joins without a field. */
type Fault = {
  [K in JoinKind]: Exclude<Refs<RecordOf[K]>, FieldsJoined<K>> | Exclude<FieldsJoined<K>, keyof RecordOf[K]>
}[JoinKind]

describe('joins', () => {
  it('exist for exactly the fields that show another record; anything else does not compile', () => {
    const faults: readonly never[] = [] as readonly Fault[]
    expect(faults).toEqual([])
    // Proves that the type check finds a missing join.
    type Campaign = TicketRecord & { readonly campaign: { readonly id: number } | null }
    const unjoined: Exclude<Refs<Campaign>, FieldsJoined<'ticket'>> = 'campaign'
    expect(unjoined).toBe('campaign')
  })

  it('name existing collections and fields, and the collection of deleted records if joined', () => {
    const collections: string[] = Object.values(VIEWS).flat()
    for (const kind of JOIN_KINDS) {
      const parts = joinsOf(kind).map(([part]) => part)
      for (const [, { of, ever, through }] of joinsOf(kind)) {
        expect(collections).toContain(JOINED_SUBJECTS[of].in)
        if (ever !== undefined) expect(collections).toContain(`deleted-${JOINED_SUBJECTS[of].in}`)
        if (through !== undefined) expect(parts).toContain(through)
      }
    }
  })

  it('name the views that an answer waits for', () => {
    expect(viewsOf('ticket').toSorted()).toEqual([
      ...['connections', 'contacts', 'inbox', 'notes', 'queues', 'tags', 'users'],
    ])
    expect(viewsOf('message').toSorted()).toEqual(['contacts', 'conversation', 'inbox', 'queues'])
    expect(viewsOf('user').toSorted()).toEqual(['companies', 'queues', 'users'])
    expect(viewsOf('connection').toSorted()).toEqual(['connections', 'queues'])
  })
})
