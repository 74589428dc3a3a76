import { changesBeside, framesAbout, framesBeside } from '@guiche/contracts/realtime/joined-frames.js'
import type { ServerFrames } from '@guiche/contracts/realtime/realtime.js'
import {
  JOIN_KINDS,
  JOINED_SUBJECTS,
  type JoinedName,
  type JoinKind,
  joinsOf,
} from '@guiche/contracts/views/joins.js'
import { describe, expect, it } from '@jest/globals'
import { allPatches, hasJoined, joinedPatches, patchJoined } from './joined-records.js'
import type { PatchContext } from './patches.js'

const NOW = { id: 7, name: 'now', color: '#111', status: 'CONNECTED', note: 'now' }
/** For each joined record, the frames of its change and of its deletion. */
const FRAMES: {
  readonly [S in JoinedName]: readonly [kind: keyof ServerFrames, now: object, gone: object | null][]
} = {
  company: [],
  'history-import': [],
  contact: [['contact', { contact: NOW }, { contactId: 7 }]],
  queue: [['queue', { queue: NOW }, { queueId: 7 }]],
  user: [['user', { user: NOW }, { userId: 7 }]],
  connection: [
    ['connection', { whatsapp: NOW }, { whatsappId: 7 }],
    ['session', { session: NOW }, null],
  ],
  tag: [['tag', { tag: NOW }, { tagId: 7 }]],
  note: [['note', { note: NOW }, { noteId: 7 }]],
  ticket: [['ticket', { ticket: NOW }, { ticketId: 7 }]],
  message: [['appMessage', { message: NOW }, { messageId: 7 }]],
}
const told = (kind: JoinKind, of: JoinedName, frameKind: keyof ServerFrames, frame: object) => {
  const [one] = changesBeside(kind, frameKind, frame).filter((told) => told.of === of)
  if (one === undefined) throw new Error(`no frame of ${frameKind} tells ${kind} of its ${of}`)
  return one
}
const ALL = JOIN_KINDS.flatMap((kind) =>
  joinsOf(kind).flatMap(([part, join]) =>
    join.as === null
      ? []
      : FRAMES[join.of].map(([frame, now, gone]) => ({
          ...{ what: `${kind}.${part} by ${frame}`, kind, as: join.as as string, join, frame, now, gone },
        })),
  ),
)

describe('joined records', () => {
  it.each(ALL)('$what is replaced by its frame, and kept after a frame about another record', (one) => {
    const { kind, as, join, frame, now } = one
    const held = { id: 7, name: 'before', color: '#000', status: 'OPENING', note: 'before', more: 1 }
    const record = { [as]: join.many ? [held, { ...held, id: 8 }] : held }
    const update = told(kind, join.of, frame, { action: 'update', ...now })
    expect(hasJoined(kind, record, update)).toBe(true)
    patchJoined(kind, record, update)
    const { shown } = JOINED_SUBJECTS[join.of]
    const fields = Object.fromEntries((shown ?? []).map((field) => [field, NOW[field]]))
    const after = shown === null ? NOW : { ...held, ...fields }
    expect(record[as]).toEqual(join.many ? [after, { ...held, id: 8 }] : after)
    const other = { [as]: join.many ? [{ id: 8 }] : { id: 8 } }
    expect(hasJoined(kind, other, update)).toBe(false)
    patchJoined(kind, other, update)
    expect(other).toEqual({ [as]: join.many ? [{ id: 8 }] : { id: 8 } })
    const none = { [as]: join.many ? [] : null }
    patchJoined(kind, none, update)
    expect(none).toEqual({ [as]: join.many ? [] : null })
  })

  it.each(ALL.filter(({ gone }) => gone !== null))(
    '$what is null after its deletion, or stays if declared so',
    (one) => {
      const { kind, as, join, frame, gone } = one
      for (const status of ['open', 'closed']) {
        const held = { id: 7, name: 'before' }
        const record = { status, [as]: join.many ? [held, { id: 8 }] : held }
        patchJoined(kind, record, told(kind, join.of, frame, { action: 'delete', ...gone }))
        const stays = JOINED_SUBJECTS[join.of].stays || join.ever?.({ status }) === true
        if (stays) expect(record[as]).toEqual(join.many ? [held, { id: 8 }] : held)
        else expect(record[as]).toEqual(join.many ? [{ id: 8 }] : null)
      }
    },
  )

  it('changes by every frame declared for it', () => {
    for (const { kind, frame } of ALL) expect(framesBeside(kind)).toContain(frame)
  })

  it('is not changed by another record, an older frame, or a frame without it', () => {
    const contact = { id: 7, name: 'newer', position: '2' }
    const record = { contact }
    patchJoined('ticket', record, { of: 'contact', id: 7, now: { id: 7, name: 'older', position: '1' } })
    expect(record).toEqual({ contact })
    expect(changesBeside('ticket', 'queue', { action: 'update' })).toEqual([])
    expect(changesBeside('ticket', 'ticket', { action: 'updateUnread', ticketId: 7 })).toEqual([])
  })

  it('has reads repeated, unless its frames come with much that is not shown there', () => {
    const about = (kind: JoinKind) => framesAbout(kind).toSorted()
    expect(about('ticket')).toEqual(['appMessage', 'connection', 'queue', 'session', 'tag', 'ticket'])
    expect(about('message')).toEqual(['appMessage', 'queue'])
    expect(about('user')).toEqual(['queue', 'user'])
    expect(about('connection')).toEqual(['connection', 'queue', 'session'])
  })

  it('is patched after a feature’s own changes', () => {
    const order: string[] = []
    const own = { queue: () => void order.push('own') }
    const patches = allPatches(
      own,
      joinedPatches('user', ({ of }) => void order.push(of)),
    )
    patches.queue?.({ action: 'update', queue: NOW } as never, {} as PatchContext)
    expect(order).toEqual(['own', 'queue'])
  })
})
