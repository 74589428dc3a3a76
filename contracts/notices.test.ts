import { describe, expect, it } from '@jest/globals'
import { LANGUAGES, type Language } from './languages.js'
import { type NoticeSpec, notice } from './notice.js'
import { mentions, NOTICES, wantsMessage } from './notices.js'

const ticket = { status: 'open', userId: 1, queueId: 4 } as const
const viewer = { userId: 1, profile: 'user', allTicket: false, queueIds: [4] } as const

describe('a message that just came is told', () => {
  it.each([
    ['of the own ticket', {}, {}, true],
    ['of an own ticket in a queue that is not mine any more', { queueId: 9 }, {}, true],
    ['of a ticket of nobody in my queue', { userId: null }, {}, true],
    ['of a ticket of nobody without a queue', { userId: null, queueId: null }, {}, true],
    ['not of a queue that is not mine', { userId: null, queueId: 9 }, {}, false],
    ['not of a colleague’s ticket', { userId: 2 }, {}, false],
    ['not of one that waits', { userId: null, status: 'pending' }, {}, false],
    [
      'of one that waits to those who see all',
      { userId: null, status: 'pending' },
      { allTicket: true },
      true,
    ],
    [
      'of one that waits without a queue to admins',
      { userId: null, status: 'pending', queueId: null },
      { profile: 'admin' },
      true,
    ],
    [
      'not of one that waits in a queue to admins',
      { userId: null, status: 'pending' },
      { profile: 'admin' },
      false,
    ],
    [
      'not of one that waits without a queue to others',
      { userId: null, status: 'pending', queueId: null },
      {},
      false,
    ],
    ['not of a closed one', { status: 'closed' }, {}, false],
  ] as const)('%s', (_case, over, person, told) => {
    expect(wantsMessage({ ...ticket, isUnread: true, ...over }, { ...viewer, ...person })).toBe(told)
  })

  it('not when it is read already', () => {
    expect(wantsMessage({ ...ticket, isUnread: false }, viewer)).toBe(false)
  })
})

describe('a note that was just written is told', () => {
  const note = { userId: 2, mentions: [{ id: 1, name: 'Ana' }] }
  it('to whom it mentions, and to nobody else', () => {
    expect(mentions(note, 1)).toBe(true)
    expect(mentions(note, 3)).toBe(false)
    expect(mentions({ ...note, mentions: [] }, 1)).toBe(false)
  })
  it('not to who wrote it', () => {
    expect(mentions({ ...note, userId: 1 }, 1)).toBe(false)
  })
})

const known = () => ({ contact: 'Carla', kindName: () => 'Foto', member: 'Participante', somebody: 'Alguém' })
/** What a window of the viewer shows of a frame, by notice; `listed`: the ticket as its lists have it. */
const shown = (kind: string, frame: object, listed?: object, language: Language = 'pt') =>
  Object.entries(NOTICES).flatMap(([name, { ofFrame }]) => {
    const window = { viewer, language, known, listed: () => listed as never }
    const found = ofFrame(kind as 'ticket', frame as never, window)
    return found === null ? [] : [[name, found.toast?.text ?? found.alert]]
  })
/** What is pushed of an event to the viewer. */
const pushed = (type: string, data: object, isUnread = true) =>
  Object.values(NOTICES).flatMap(({ ofEvent }) => {
    const push = ofEvent(type as 'note.created.v1', data as never)
    const { isFor, says } = push?.of({ ...ticket, isUnread }) ?? {}
    return push && isFor?.(viewer) ? [{ among: push.among, ...says?.('pt') }] : []
  })

describe('a message', () => {
  const record = {
    id: 'm1',
    author: null,
    mediaType: 'conversation',
    body: 'Tem bolo?',
    fromMe: false,
    read: false,
  }
  const frame = (over: object) => ({ action: 'create', message: { ...record, ...over }, ticket })
  const alert = { key: 'm1', sound: true, system: true, title: 'Carla', body: 'Tem bolo?' }
  it.each([
    ['its words', {}, alert],
    ['its kind where it has no words', { mediaType: 'image', body: '' }, { ...alert, body: 'Foto' }],
    [
      'who wrote it in a group',
      { author: { name: '', number: '' } },
      { ...alert, body: 'Participante: Tem bolo?' },
    ],
  ])('is told with %s', (_case, over, told) => {
    expect(shown('appMessage', frame(over))).toEqual([['message', told]])
  })
  it('is told once, by somebody else, and while it is unread', () => {
    expect(shown('appMessage', { ...frame({}), action: 'update' })).toEqual([])
    expect(shown('appMessage', frame({ fromMe: true }))).toEqual([])
    expect(shown('appMessage', frame({ read: true }))).toEqual([])
  })
  it('is pushed unless it is ours, imported or read', () => {
    const data = { messageId: 'm1', ticketId: 3, fromMe: false, imported: false, kind: 'image', body: '' }
    const hidden = 'Nova mensagem em um atendimento'
    expect(pushed('message.received.v1', data)).toEqual([{ among: null, said: 'Nova mensagem', hidden }])
    expect(pushed('message.received.v1', { ...data, fromMe: true })).toEqual([])
    expect(pushed('message.received.v1', { ...data, imported: true })).toEqual([])
    expect(pushed('message.received.v1', data, false)).toEqual([])
  })
})

describe('a mention', () => {
  const mention = (over: object) => ({
    action: 'update',
    note: {
      id: 7,
      note: 'olha isto',
      ticket,
      userId: 2,
      user: { name: 'Bia' },
      mentions: [{ id: 1 }],
      ...over,
    },
  })
  it('is told in the language of its reader, by whom it is', () => {
    const alert = { key: 'note-7', sound: true, system: true, body: 'olha isto' }
    expect(shown('note', mention({}), undefined, 'es')).toEqual([
      ['mention', { ...alert, title: 'Bia te mencionó' }],
    ])
    expect(shown('note', mention({ user: null }))).toEqual([
      ['mention', { ...alert, title: 'Alguém mencionou você' }],
    ])
  })
  it('is not told of a note without a ticket, that is deleted, or that mentions its author alone', () => {
    expect(shown('note', mention({ ticket: null }))).toEqual([])
    expect(shown('note', { action: 'delete', noteId: 7 })).toEqual([])
    expect(shown('note', mention({ userId: 1 }))).toEqual([])
  })
  it('is pushed to those whom it mentions', () => {
    const data = { noteId: 7, note: 'olha', contactId: 5, ticketId: 3, userId: 2, mentions: [1, 2, 4] }
    const hidden = 'Mencionaram você em uma observação'
    expect(pushed('note.created.v1', data)).toEqual([{ among: [1, 4], said: `${hidden}: olha`, hidden }])
    expect(pushed('note.created.v1', { ...data, mentions: [2] })).toEqual([])
    expect(pushed('note.created.v1', { ...data, ticketId: null })).toEqual([])
  })
})

describe('a ticket that the user attends', () => {
  const before = { ...ticket, status: 'open', userId: 1, position: '05' }
  const bia = { how: 'accepted', id: 2, name: 'Bia', position: '06' }
  const moved = (over: object) => ({
    action: 'update',
    ticket: {
      ...before,
      userId: 2,
      user: { id: 2, name: 'Bia' },
      queue: null,
      moved: bia,
      position: '06',
      ...over,
    },
  })
  const waits = { status: 'pending', userId: null, user: null }
  it.each([
    ['ticket', moved({})],
    ['appMessage', { ...moved({}), message: { fromMe: true } }],
  ])('is told as taken by a colleague (%s)', (kind, frame) => {
    expect(shown(kind, frame, before)).toEqual([['taken', 'Bia está atendendo Carla agora.']])
  })
  it.each([
    ['passed on', { user: { id: 3, name: 'Rui' }, userId: 3 }, 'Bia passou Carla para Rui.'],
    ['returned', waits, 'Bia devolveu Carla, que aguarda sem fila.'],
    [
      'returned to a queue',
      { ...waits, queue: { id: 4, name: 'Vendas' } },
      'Bia devolveu Carla, que aguarda na fila Vendas.',
    ],
    [
      'left by a queue that is gone',
      { ...waits, moved: { ...bia, id: null, name: '' } },
      'Carla aguarda de novo, sem fila.',
    ],
    ['closed', { ...waits, status: 'closed', userId: 1 }, 'Bia resolveu o atendimento de Carla.'],
  ])('is told as %s, by whom and where it is', (_case, over, text) => {
    expect(shown('ticket', moved(over), before)).toEqual([['taken', text]])
  })
  it.each([
    ['stays', moved({ userId: 1, user: { id: 1, name: 'Ana' } }), before],
    ['was moved by the user, elsewhere', moved({ ...waits, moved: { ...bia, id: 1 } }), before],
    ['closed by itself', moved({ status: 'closed', moved: { ...bia, id: null, name: '' } }), before],
    ['was newer here', moved({ position: '04' }), before],
    ['was of somebody else', moved({}), { ...before, userId: 3 }],
    ['was in no list', moved({}), undefined],
  ])('is not told as taken: it %s', (_case, frame, listed) => {
    expect(shown('ticket', frame, listed)).toEqual([])
  })
  it('is told as gone, unless it came back since or was of somebody else', () => {
    const gone = { action: 'delete', ticketId: 3, position: '06' }
    expect(shown('ticket', gone, before)).toEqual([['left', 'O atendimento de Carla saiu da sua lista.']])
    expect(shown('ticket', gone, { ...before, position: '07' })).toEqual([])
    expect(shown('ticket', gone, { ...before, userId: 3 })).toEqual([])
  })
})

describe('a ticket that somebody gives to the user', () => {
  const mine = { ...ticket, status: 'open', userId: 1, user: { id: 1, name: 'Ana' }, position: '06' }
  const given = (moved: object, over: object = {}) => ({
    action: 'update',
    ticket: { ...mine, moved: { how: 'transferred', id: 2, name: 'Bia', position: '06', ...moved }, ...over },
  })
  it.each([
    ['that was in no list', undefined],
    ['that waited', { ...mine, status: 'pending', userId: null, position: '05' }],
    ['of a colleague', { ...mine, userId: 3, position: '05' }],
  ])('is told (%s)', (_case, listed) => {
    expect(shown('ticket', given({}), listed)).toEqual([['given', 'Bia passou Carla para você.']])
  })
  it('is told without a name where no user did it', () => {
    expect(shown('ticket', given({ id: null, name: '' }))).toEqual([['given', 'Carla passou para você.']])
  })
  it.each([
    ['was accepted by the user', given({ id: 1 }), undefined],
    ['was the user’s already', given({}), { ...mine, position: '05' }],
    ['was moved before, and only changed now', given({ position: '04' }), undefined],
    ['is a colleague’s now', given({}, { userId: 3 }), undefined],
  ])('is not told: it %s', (_case, frame, listed) => {
    expect(shown('ticket', frame, listed).filter(([name]) => name === 'given')).toEqual([])
  })
  it('is pushed to who attends it now, unless that is who did before', () => {
    const stood = { status: 'open', queueId: null, connectionId: 1 } as const
    const event = (from: number | null, to: number | null) =>
      NOTICES.given.ofEvent('ticket.transferred.v1', {
        ...{ ticketId: 3, contactId: 4 },
        from: { ...stood, userId: from },
        to: { ...stood, userId: to },
      })
    expect(event(2, 1)).toMatchObject({ ticketId: 3, among: [1] })
    expect([event(1, 1), event(2, null)]).toEqual([null, null])
  })
})

describe('a declaration', () => {
  const spec: NoticeSpec<{ n: number }, 'text'> = {
    words: { pt: { text: 'a' }, en: { text: 'b' }, es: { text: 'c' } },
    frames: {},
    isFor: () => true,
    unless: [],
    toast: null,
    bell: null,
    alert: null,
    push: null,
  }
  it('says every way, and each word in every language', () => {
    const { push: _, ...half } = spec
    // @ts-expect-error whether it is pushed is not said
    notice(half)
    // @ts-expect-error a language is missing
    notice<{ n: number }, 'text'>({ ...spec, words: { pt: { text: 'a' }, en: { text: 'b' } } })
    // @ts-expect-error the bell has no such part
    notice({ ...spec, bell: 'calls' })
    expect(notice(spec)).toMatchObject({ events: [], kinds: [] })
    for (const { words } of Object.values(NOTICES))
      for (const language of LANGUAGES) expect(Object.values(words[language])).not.toContain('')
  })
})
