import type { TicketAssignment } from '@guiche/contracts/events/ticket.js'
import { LANGUAGES } from '@guiche/contracts/languages.js'
import { describe, expect, it } from '@jest/globals'
import { transferText } from './automatic-texts.js'

const at = (change: Partial<TicketAssignment>): TicketAssignment => ({
  status: 'open',
  userId: 1,
  queueId: 1,
  connectionId: 1,
  ...change,
})

describe('the text of a transfer', () => {
  it.each(LANGUAGES)('names what changed (%s)', (language) => {
    const named = (change: Partial<TicketAssignment>) =>
      transferText(language, at({}), at(change))?.match(/\*\{\{\w+\}\}\*/g)
    expect(named({ queueId: 2 })).toEqual(['*{{queue}}*'])
    expect(named({ queueId: 2, userId: null })).toEqual(['*{{queue}}*'])
    expect(named({ userId: 2 })).toEqual(['*{{attendant}}*'])
    expect(named({ userId: 2, queueId: 2 })).toEqual(['*{{queue}}*', '*{{attendant}}*'])
    expect(transferText(language, at({}), at({ connectionId: 2 }))).toBeNull()
    expect(transferText(language, at({}), at({ userId: null, queueId: null }))).toBeNull()
  })
})
