import { type EventType, eventSchemas } from '@guiche/contracts/events/index.js'
import { all, type Projection, type Rule } from '@guiche/projector/engine/projection.js'
import { projections } from '@guiche/projector/views/index.js'
import { describe, expect, it } from '@jest/globals'
import { golden } from './golden.js'
import { agreedPrints, printOf, staleVersions } from './view-prints.js'

const events = golden('events', eventSchemas)
const views = Object.values(projections)
const prints = Object.fromEntries(views.map((view) => [view.name, printOf(view, events)]))

const nothing: Rule<EventType> = all()
/** The view, doing nothing with an event. */
const without = (view: Projection, type: string): Projection => ({
  ...view,
  rules: new Map([...view.rules, [type, nothing]]),
})
const { inbox } = projections
const faultsOf = (view: Projection, added: readonly string[] = []) =>
  staleVersions({ inbox: printOf(inbox, events) }, { inbox: printOf(view, events) }, new Set(added))

describe('the version of a view', () => {
  it('was raised with its documents and indexes', () => {
    expect(staleVersions(agreedPrints(), prints, events.added)).toEqual([])
  })

  it('stands beside its fingerprint (npm run agree)', () => {
    expect(agreedPrints()).toEqual(prints)
  })

  it.each(views.flatMap((view) => [...view.rules.keys()].map((type) => [view.name, type] as const)))(
    'of %s notices another fold of %s',
    (name, type) => {
      const other = printOf(without(projections[name], type), events, [type])
      expect(other.events[type]).not.toBe(prints[name]?.events[type])
    },
  )

  it('has to be raised for other documents, indexes and search fields, and says so', () => {
    const folds = without(inbox, 'ticket.closed.v1')
    expect(faultsOf(folds)).toEqual([
      `The view inbox differs from its version ${inbox.version} in what it makes of ticket.closed.v1. Raise its version in ` +
        'projector/views, so that installations build it anew, then run npm run agree.',
    ])
    expect(faultsOf({ ...folds, version: inbox.version + 1 })).toEqual([])
    const [tickets, ...rest] = inbox.collections
    for (const more of [{ indexes: [['companyId']] }, { search: { text: ['lastMessage'] } }]) {
      const collections = [{ ...tickets, ...more }, ...rest] as Projection['collections']
      expect(faultsOf({ ...inbox, collections })).toHaveLength(1)
    }
  })

  it('stays for an event that nobody can have stored yet', () => {
    const folds = without(inbox, 'company.registered.v1')
    expect(faultsOf(folds)).toHaveLength(1)
    expect(faultsOf(folds, ['company.registered.v1'])).toEqual([])
  })
})
