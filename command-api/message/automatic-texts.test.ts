import type { TicketAssignment } from '@guiche/contracts/events/ticket.js'
import { LANGUAGES } from '@guiche/contracts/languages.js'
import { describe, expect, it } from '@jest/globals'
import { transferText } from './automatic-texts.js'

const assignmentWith = (change: Partial<TicketAssignment>): TicketAssignment => ({
  status: 'open',
  userId: 1,
  queueId: 1,
  connectionId: 1,
  ...change,
})

describe('the text of a transfer', () => {
  it.each(LANGUAGES)('names the change (%s)', (language) => {
    const named = (change: Partial<TicketAssignment>) =>
      transferText(language, assignmentWith({}), assignmentWith(change))?.match(/\*\{\{\w+\}\}\*/g)
    expect(named({ queueId: 2 })).toEqual(['*{{queue}}*'])
    expect(named({ queueId: 2, userId: null })).toEqual(['*{{queue}}*'])
    expect(named({ userId: 2 })).toEqual(['*{{attendant}}*'])
    expect(named({ userId: 2, queueId: 2 })).toEqual(['*{{queue}}*', '*{{attendant}}*'])
    expect(transferText(language, assignmentWith({}), assignmentWith({ connectionId: 2 }))).toBeNull()
    expect(
      transferText(language, assignmentWith({}), assignmentWith({ userId: null, queueId: null })),
    ).toBeNull()
  })
})
