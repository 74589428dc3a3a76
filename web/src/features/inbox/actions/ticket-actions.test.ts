import { readFileSync } from 'node:fs'
import { DEFAULT_TICKET_VALUES } from '@guiche/contracts/events/ticket-fields.js'
import { offeredValues, TICKET_CHOICE_NAMES, TICKET_CHOICES } from '@guiche/contracts/ticket/choices.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import type { SignedInUser } from '@guiche/contracts/views/session.js'
import { describe, expect, it } from '@jest/globals'
import type { TFunction } from 'i18next'
import '../../../base/testing/local-storage.js'
import type { TicketActions } from '../use-ticket-actions.js'
import type { ActionEffects, TicketForReader } from './ticket-actions.js'

const { TICKET_ACTIONS, ticketActions } = await import('./ticket-actions.js')

/** The action for each way to change a ticket. A new way without an action does not compile. */
const LEADS_TO: Readonly<
  Record<
    Exclude<keyof TicketActions, 'busy' | 'choosing' | 'stopChoosing'>,
    keyof typeof TICKET_ACTIONS | 'choice'
  >
> = {
  accept: 'accept',
  // The user chooses a queue first.
  acceptInto: 'accept',
  return: 'return',
  close: 'resolve',
  reopen: 'reopen',
  snooze: 'snooze',
  wake: 'snooze',
  takeOver: 'takeOver',
  transfer: 'transfer',
  change: 'transfer',
  set: 'choice',
  tag: 'tag',
  remove: 'remove',
}

const t = ((key: string) => key) as TFunction
const userWith = (over: Partial<SignedInUser> = {}): SignedInUser =>
  ({ id: 7, companyId: 1, profile: 'user', queues: [], company: { without: [] }, ...over }) as never
const ticketWith = (over: Partial<TicketRecord> = {}): TicketForReader['ticket'] =>
  ({
    ...{ id: 501, status: 'open', userId: 7, snoozedUntil: null, ...DEFAULT_TICKET_VALUES, whatsappId: 3 },
    ...{ whatsapp: { id: 3 }, contact: { active: true, blockedOn: [] }, ...over },
  }) as never
const offeredActions = (standing: Partial<TicketForReader> = {}) => {
  const whole: TicketForReader = { user: userWith(), ticket: ticketWith(), muted: false, ...standing }
  return ticketActions(t, whole.user, whole).filter(({ when }) => when(whole))
}
const idsOf = (standing: Partial<TicketForReader> = {}) => offeredActions(standing).map(({ id }) => id)
/** Actions that do not depend on the ticket's state. */
const ALWAYS = ['contact', 'notes', 'mute', 'history']
const WRITING = ['note', 'tag', 'schedules', ...ALWAYS]
const CHOICES = TICKET_CHOICE_NAMES.flatMap((name) =>
  offeredValues(name)
    .filter((value) => value !== TICKET_CHOICES[name].usual)
    .map((value) => `${name} ${value}`),
)

describe('the actions of a conversation (issue 45)', () => {
  const all = ticketActions(t, userWith({ profile: 'admin' }), null)

  it('are all actions of a ticket, and the header has no others', () => {
    const ids = all.map(({ id }) => id)
    for (const id of Object.values(LEADS_TO)) {
      expect(ids).toContainEqual(id === 'choice' ? 'priority low' : id)
    }
    const header = readFileSync(new URL('../conversation/header.tsx', import.meta.url), 'utf8')
    expect(header.match(/onClick=\{[^}]*\}/g)).toEqual(['onClick={openContact}'])
    expect(header).not.toMatch(/<Button|MenuButton|useAppDispatch|Mutation/)
  })

  it('have a name, an icon and a key each, the key for itself alone', () => {
    for (const { label, icon, keys } of all) {
      expect(label).toMatch(/^\w+:/)
      expect(icon).not.toBeNull()
      // Other characters need AltGr on some keyboards.
      expect(keys).toMatch(/^[a-z0-9]$/)
    }
    // keys of the list, of every page and of the open conversation
    const taken = ['j', 'k', 'x', 'z', '/', '?']
    const keys = [...all.map(({ keys }) => keys), ...taken]
    expect(keys).toEqual([...new Set(keys)])
  })

  it('depend on where the ticket stands', () => {
    const pending = ticketWith({ status: 'pending', userId: null })
    expect(idsOf().sort()).toEqual(
      ['reply', 'snooze', 'transfer', 'return', 'resolve', ...CHOICES, ...WRITING].sort(),
    )
    expect(idsOf({ ticket: pending }).sort()).toEqual(['accept', 'transfer', ...CHOICES, ...WRITING].sort())
    const closed = ticketWith({ status: 'closed' })
    expect(idsOf({ ticket: closed }).sort()).toEqual(['reopen', ...CHOICES, ...WRITING].sort())
    // another ticket of the contact is active
    const old = { ...closed, active: { id: 502, uuid: 'u' } }
    expect(idsOf({ ticket: old }).sort()).toEqual([...CHOICES, ...WRITING].sort())
    expect(idsOf({ ticket: ticketWith({ priority: 'high' }) })).not.toContain('priority high')
  })

  it('depend on the user’s rights', () => {
    const colleagues = ticketWith({ userId: 8 })
    expect(idsOf({ ticket: colleagues }).sort()).toEqual(['transfer', ...WRITING].sort())
    const admin = userWith({ profile: 'admin' })
    const asAdmin = idsOf({ ticket: colleagues, user: admin })
    expect(asAdmin).toEqual(expect.arrayContaining(['takeOver', 'resolve', 'return', 'snooze', 'remove']))
    expect(asAdmin).not.toContain('reply')
    // A user without a seat may only read.
    const reader = userWith({ profile: 'admin', withoutSeat: 'plan' } as never)
    expect(idsOf({ user: reader })).toEqual(ALWAYS)
    expect(ticketActions(t, reader, null).map(({ id }) => id)).toEqual(ALWAYS)
    const cheap = userWith({ company: { without: ['useSchedules'] } } as never)
    expect(idsOf({ user: cheap })).not.toContain('schedules')
  })

  it('offer no answer that would not reach the contact', () => {
    const deaf = [
      ticketWith({ whatsapp: null }),
      ticketWith({ contact: { active: false, blockedOn: [] } as never }),
      ticketWith({ contact: { active: true, blockedOn: [3] } as never }),
    ]
    for (const one of deaf) expect(idsOf({ ticket: one })).not.toContain('reply')
  })

  it('that are switches name their next effect', () => {
    const did: unknown[] = []
    const deeds = new Proxy({} as ActionEffects, {
      get:
        (_, name) =>
        (...given: readonly unknown[]) =>
          did.push([name, ...given.slice(1)]),
    })
    const press = (id: string, standing: Partial<TicketForReader>) => {
      const whole: TicketForReader = { user: userWith(), ticket: ticketWith(), muted: false, ...standing }
      const action = offeredActions(standing).find((one) => one.id === id)
      action?.run(deeds, whole)
      return action?.label
    }
    const asleep = ticketWith({ snoozedUntil: '2026-11-30T12:00:00.000Z' })
    expect([press('snooze', {}), press('snooze', { ticket: asleep })]).toEqual([
      'inbox:snooze.title',
      'inbox:snooze.wake',
    ])
    expect([press('mute', {}), press('mute', { muted: true })]).toEqual([
      'inbox:action.mute',
      'inbox:action.unmute',
    ])
    press('priority urgent', {})
    expect(did).toEqual([
      ['snooze'],
      ['wake'],
      ['mute', true],
      ['mute', false],
      ['set', { priority: 'urgent' }],
    ])
  })
})
