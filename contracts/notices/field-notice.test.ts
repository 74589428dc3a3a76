import { describe, expect, it } from '@jest/globals'
import { whenSet } from './field-notice.js'
import { createNotice } from './notice.js'

const { frames, events } = whenSet('priority')
const { ofFrame, ofEvent } = createNotice({
  words: { pt: { title: 'É {{value}}' }, en: { title: 'It is {{value}}' }, es: { title: 'Es {{value}}' } },
  frames,
  isFor: ({ userId }, viewer) => userId === viewer.userId,
  unless: [],
  toast: { stays: 1000, where: 'every-page', opens: true, says: ({ value }) => value },
  bell: null,
  alert: null,
  push: { events, says: ({ value }, { title }) => ({ hidden: title, said: value }) },
})
const viewer = { userId: 1, profile: 'user', allTicket: false, queueIds: [] } as const
const ticket = { id: 3, userId: 1, status: 'open', queueId: null, priority: 'normal', position: '05' }
const toastOf = (kind: string, frame: object, listed: object | undefined) => {
  const window = { viewer, language: 'pt', listed: () => listed, open: () => undefined, known: () => ({}) }
  return ofFrame(kind as 'ticket', frame as never, window as never)?.toast?.text ?? null
}

describe('the notice of a changed ticket field', () => {
  const urgent = { ...ticket, priority: 'urgent', position: '06' }
  const frame = { action: 'update', ticket: urgent }

  it('is shown once, by the first frame', () => {
    expect(toastOf('ticket', frame, ticket)).toBe('urgent')
    expect(toastOf('appMessage', { action: 'create', message: {}, ticket: urgent }, ticket)).toBe('urgent')
    expect(toastOf('ticket', { ...frame, ticket: { ...urgent, position: '07' } }, urgent)).toBeNull()
  })
  it.each([
    ['the window has not shown the ticket', frame, undefined],
    ['the window has a newer ticket', frame, { ...ticket, position: '07' }],
    ['the field was emptied', { ...frame, ticket: { ...urgent, priority: null } }, ticket],
    ['a colleague has the ticket', { ...frame, ticket: { ...urgent, userId: 2 } }, ticket],
    ['the ticket is gone', { action: 'delete', ticketId: 3, position: '06' }, ticket],
  ])('is not shown: %s', (_case, frame, listed) => {
    expect(toastOf('ticket', frame, listed)).toBeNull()
  })
  it('is pushed to the ticket’s agent', () => {
    const data = { ticketId: 3, contactId: 4, priority: 'high' } as const
    const push = ofEvent('ticket.priority-set.v1', data)
    expect(push).toMatchObject({ ticketId: 3, among: null })
    const standing = { userId: 1, status: 'open', queueId: null, isUnread: false } as const
    expect(push?.of(standing).isFor(viewer)).toBe(true)
    expect(push?.of({ ...standing, userId: 2 }).isFor(viewer)).toBe(false)
    expect(push?.of(standing).says('pt').said).toBe('high')
    expect(ofEvent('ticket.priority-set.v1', { ...data, priority: null } as never)).toBeNull()
  })
})
