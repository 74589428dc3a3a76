import { type EventType, eventSchemas } from '@guiche/contracts/events/index.js'
import { checkSchema } from '@guiche/contracts/schema.js'
import {
  allRules,
  declareView,
  nothingRule,
  type Projection,
  type Rule,
  type Rules,
  updateRule,
} from '@guiche/projector/engine/projection.js'
import { projections } from '@guiche/projector/views/index.js'
import { describe, expect, it } from '@jest/globals'
import { FURTHER_SAMPLES, type FurtherSamples } from './further-samples.js'
import { goldenSample } from './golden.js'
import { printOf, staleVersions } from './view-prints.js'

const events = goldenSample('events', eventSchemas)
const views = Object.values(projections)
const prints = Object.fromEntries(views.map((view) => [view.name, printOf(view, events)]))

/** The view, changed so that one event type folds to no document. */
const viewWithout = (view: Projection, type: string): Projection => ({
  ...view,
  rules: new Map([...view.rules, [type, allRules()]]),
})
const { inbox } = projections
const faultsOf = (view: Projection, added: readonly string[] = []) =>
  staleVersions({ inbox: printOf(inbox, events) }, { inbox: printOf(view, events) }, new Set(added))

describe('the version of a view', () => {
  it.each(views.flatMap((view) => [...view.rules.keys()].map((type) => [view.name, type] as const)))(
    'of %s notices another fold of %s',
    (name, type) => {
      const other = printOf(viewWithout(projections[name], type), events, [type])
      expect(prints[name]?.events).not.toMatchObject(other.events)
    },
  )

  it('must be raised for changed documents, indexes or search fields', () => {
    const folds = viewWithout(inbox, 'ticket.accepted.v1')
    expect(faultsOf(folds)).toEqual([
      `The view inbox differs from its version ${inbox.version} in what it makes of ticket.accepted.v1. Raise its version in ` +
        'projector/views, so that installations build it anew, then run npm run agree.',
    ])
    expect(faultsOf({ ...folds, version: inbox.version + 1 })).toEqual([])
    const [tickets, ...rest] = inbox.collections
    for (const more of [{ indexes: [['companyId']] }, { search: { text: ['lastMessage'] } }]) {
      const collections = [{ ...tickets, ...more }, ...rest] as Projection['collections']
      expect(faultsOf({ ...inbox, collections })).toHaveLength(1)
    }
  })

  it('stays for an event type that no store can have yet', () => {
    const folds = viewWithout(inbox, 'company.registered.v1')
    expect(faultsOf(folds)).toHaveLength(1)
    expect(faultsOf(folds, ['company.registered.v1'])).toEqual([])
  })
})

describe('a fold rule without effect', () => {
  const spec = { name: 'inbox', version: 1, collections: inbox.collections } as const
  const imports: Rules<'import.requested.v1' | 'import.failed.v1'> = {
    'import.requested.v1': nothingRule,
    'import.failed.v1': nothingRule,
  }

  it('completes a table of rules, and has no fingerprint', () => {
    const view = declareView({ ...spec, on: imports })
    expect([...view.rules]).toEqual([])
    expect(printOf(view, events)).toEqual(printOf(declareView({ ...spec, on: {} }), events))
  })

  it('needs another version if it replaces a rule with effect', () => {
    const rules = new Map([...inbox.rules].filter(([type]) => type !== 'ticket.closed.v1'))
    expect(faultsOf({ ...inbox, rules })).toEqual([expect.stringContaining('ticket.closed.v1')])
  })
})

describe('a further sample', () => {
  /** The view, changed so that a close for one reason folds differently. */
  const branching = (status: 'pending' | 'open') =>
    declareView({
      name: 'inbox',
      version: 1,
      collections: inbox.collections,
      on: {
        'ticket.opened.v1': inbox.rules.get('ticket.opened.v1') as Rule<'ticket.opened.v1'>,
        'ticket.closed.v1': updateRule(
          'tickets',
          ({ data }) => data.ticketId,
          (doc, { data }) => (data.reason === 'erased' ? { ...doc, status } : null),
        ),
      },
    })
  const type = 'ticket.closed.v1'
  const data = { ...(events.samples[type] as object), reason: 'erased' } as NonNullable<
    FurtherSamples[typeof type]
  >[string]
  const print = (view: Projection, further: FurtherSamples = { [type]: { erased: data } }) => ({
    inbox: printOf(view, events, undefined, further),
  })
  const before = branching('pending')
  const after = branching('open')

  it('covers a branch of a fold that no other sample covers', () => {
    expect(print(before, {})).toEqual(print(after, {}))
    expect(staleVersions(print(before), print(after), new Set())).toEqual([
      expect.stringContaining('in what it makes of ticket.closed.v1 (erased). Raise its version'),
    ])
  })

  it('keeps other fingerprints, and needs no new version when added or removed', () => {
    expect(print(before).inbox.events).toMatchObject(print(before, {}).inbox.events)
    expect(staleVersions(print(before, {}), print(before), new Set())).toEqual([])
    expect(staleVersions(print(before), print(before, {}), new Set())).toEqual([])
  })

  it('fits the schema of its event', () => {
    const samples = Object.entries(FURTHER_SAMPLES).flatMap(([type, named]) =>
      Object.entries(named).map(([name, data]) => ({ type: type as EventType, name, data })),
    )
    const unfit = samples.filter(({ type, data }) => !checkSchema(eventSchemas[type], data).ok)
    expect(unfit.map(({ type, name }) => `${type} (${name})`)).toEqual([])
  })
})
