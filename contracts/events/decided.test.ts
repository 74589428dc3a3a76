import { describe, expect, it } from '@jest/globals'
import type { PublicDecisions } from '../public/public-event.js'
import type { AuditDecisions } from '../views/audit.js'

type WithoutAccepted<R> = Omit<R, 'ticket.accepted.v1'>

/** Tests of the compiler (npm run check): the line after each comment must not compile. */
describe('an event type without all its declarations', () => {
  it('does not compile', () => {
    // @ts-expect-error the public event of ticket.accepted is missing
    const told = (rest: WithoutAccepted<PublicDecisions>): PublicDecisions => rest
    // @ts-expect-error the facts of ticket.accepted are missing
    const facts = (rest: WithoutAccepted<AuditDecisions>): AuditDecisions => rest
    // @ts-expect-error the names of a queue are not a single value
    const picked: AuditDecisions['queue.created.v1'] = ['names']
    expect([told, facts, picked]).toHaveLength(3)
  })
})
