import { DUE_KINDS, type DueKind, dueKinds } from '@guiche/contracts/due-work/index.js'
import { type DueKindSpec, type DueSubject, dueAtOnce, dueKind } from '@guiche/contracts/due-work/kind.js'
import type { EventNamed, EventType } from '@guiche/contracts/events/index.js'
import { streams } from '@guiche/contracts/streams.js'
import { dueWorkId } from '@guiche/contracts/views/due-work.js'
import { FURTHER_SAMPLES } from '@guiche/infra/scripts/further-samples.js'
import { describe, expect, it } from '@jest/globals'
import { sampleOf } from '../../contracts/testing/samples.js'
import { createLog } from '../testing/events.js'
import { given } from '../testing/given.js'
import { dueView, endingsOf } from './due-work.js'
import { projections } from './index.js'

type Log = ReturnType<typeof createLog>

/** Samples of an event, the golden sample first. */
const samplesOf = (type: EventType): readonly object[] => [
  sampleOf(type),
  ...Object.values<object>(FURTHER_SAMPLES[type] ?? {}),
]

/** Adds a sample of an event about the subject with this id. */
const addEvent = (
  log: Log,
  type: EventType,
  subject: DueSubject,
  id: number,
  sample: object = sampleOf(type),
): void => {
  const ids = { [`${subject}Id`]: subject === 'message' ? `${id}` : id }
  const data = { ...sample, ...ids } as EventNamed<EventType>['data']
  log.add(type, data, type === 'ticket.read.v1' ? { stream: streams.marks(id) } : {})
}

/** The work of this kind that is due after these events. Expects no work of other kinds. */
const dueOf = (kind: DueKind, log: Log): string[] =>
  given(...log.events)
    .into(dueView('due-work', 1, { [kind]: DUE_KINDS[kind] }))
    .docs('due-work')
    .map(({ id }) => id)

/** The first event and sample that schedule work of a kind. */
const askerOf = (kind: DueKind): readonly [EventType, object] => {
  const { subject, asks } = DUE_KINDS[kind] as DueKindSpec
  const all = (Object.keys(asks) as EventType[]).flatMap((type) =>
    samplesOf(type).map((sample) => [type, sample] as const),
  )
  const found = all.find(([type, sample]) => {
    const log = createLog()
    addEvent(log, type, subject, 7, sample)
    return dueOf(kind, log).length > 0
  })
  if (found === undefined) throw new Error(`no sample asks for ${kind}`)
  return found
}

const cases = dueKinds.flatMap((kind) =>
  endingsOf(DUE_KINDS[kind].subject).map((end) => [kind, end] as const),
)

describe('due work', () => {
  it.each(dueKinds)('of kind %s has a subject that can be deleted', (kind) => {
    expect(endingsOf(DUE_KINDS[kind].subject)).not.toEqual([])
  })

  it.each(cases)('of kind %s ends with %s, for that subject alone', (kind, end) => {
    const { subject } = DUE_KINDS[kind]
    const [type, sample] = askerOf(kind)
    const log = createLog()
    addEvent(log, type, subject, 7, sample)
    addEvent(log, type, subject, 8, sample)
    expect(dueOf(kind, log)).toEqual([dueWorkId(kind, 7), dueWorkId(kind, 8)])
    addEvent(log, end, subject, 7)
    expect(dueOf(kind, log)).toEqual([dueWorkId(kind, 8)])
  })

  it('does not compile without an end, or with ending events that do not name the subject', () => {
    const of = { worker: 'command-api', view: { version: 1 }, ends: {} } as const
    dueKind({ ...of, subject: 'note', asks: { 'note.created.v1': dueAtOnce } })
    // @ts-expect-error no event says that a setting was deleted
    dueKind({ ...of, subject: 'setting', asks: {} })
    // @ts-expect-error the event has no id of a note
    dueKind({ ...of, subject: 'note', asks: { 'ticket.opened.v1': dueAtOnce } })
    // @ts-expect-error the lanes of the gateway read one view
    dueKind({ ...of, worker: 'gateway', subject: 'note', asks: {} })
  })
})

describe('a kind with a view of its own', () => {
  const spec = dueKind({
    worker: 'command-api',
    subject: 'note',
    view: { version: 3 },
    asks: { 'note.created.v1': dueAtOnce },
    ends: {},
  })
  // The view has the name of a declared kind.
  const own = dueView('due-note' as 'due-work', spec.view.version, { snooze: spec as unknown as DueKindSpec })

  it('folds its own events, into a collection of its name, by its own version', () => {
    const log = createLog()
    addEvent(log, 'note.created.v1', 'note', 7)
    expect([own.name, own.version, own.collections[0]?.name]).toEqual(['due-note', 3, 'due-note'])
    expect([...own.rules.keys()].sort()).toEqual(['note.created.v1', 'note.deleted.v1', 'note.erased.v1'])
    expect(
      given(...log.events)
        .into(own)
        .docs('due-note' as 'due-work'),
    ).toHaveLength(1)
  })

  it('leaves the rules of all other views as they are', () => {
    expect(projections['due-work'].rules.has('note.created.v1')).toBe(false)
  })
})
