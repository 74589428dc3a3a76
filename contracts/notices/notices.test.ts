import { describe, expect, it } from '@jest/globals'
import { LANGUAGES, type Language } from '../languages.js'
import { createNotice, type NoticeSpec } from './notice.js'
import { mentions, NOTICES, wantsMessage } from './notices.js'

const ticket = { status: 'open', userId: 1, queueId: 4 } as const
const viewer = { userId: 1, profile: 'user', allTicket: false, queueIds: [4] } as const

describe('a new message has a notice', () => {
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

  it('a message that is read already has no notice', () => {
    expect(wantsMessage({ ...ticket, isUnread: false }, viewer)).toBe(false)
  })
})

describe('the notice of a new note', () => {
  const note = { userId: 2, mentions: [{ id: 1, name: 'Ana' }] }
  it('goes to mentioned users alone', () => {
    expect(mentions(note, 1)).toBe(true)
    expect(mentions(note, 3)).toBe(false)
    expect(mentions({ ...note, mentions: [] }, 1)).toBe(false)
  })
  it('does not go to its author', () => {
    expect(mentions({ ...note, userId: 1 }, 1)).toBe(false)
  })
})

const knownNames = () => ({
  contact: 'Carla',
  kindName: () => 'Foto',
  member: 'Participante',
  somebody: 'Alguém',
})
/** Notices that a window shows for a frame; `listed`: the ticket in the window's lists. */
const foundNotices = (
  kind: string,
  frame: object,
  { listed, open, language = 'pt' }: { listed?: object; open?: object; language?: Language },
) =>
  Object.entries(NOTICES).flatMap(([name, { ofFrame }]) => {
    const window = {
      viewer,
      language,
      known: knownNames,
      listed: () => listed as never,
      open: () => open as never,
    }
    const shown = ofFrame(kind as 'ticket', frame as never, window)
    return shown === null ? [] : [{ name, toast: shown.toast?.text ?? null, alert: shown.alert }]
  })
const shown = (kind: string, frame: object, listed?: object, language: Language = 'pt') =>
  foundNotices(kind, frame, { ...(listed && { listed }), language }).map(({ name, toast, alert }) => [
    name,
    toast ?? alert,
  ])
/** Notices pushed to the viewer for an event. */
const pushedNotices = (type: string, data: object, isUnread = true) =>
  Object.values(NOTICES).flatMap(({ ofEvent }) => {
    const push = ofEvent(type as 'note.created.v1', data as never)
    const { isFor, says } = push?.of({ ...ticket, isUnread }) ?? {}
    return push && isFor?.(viewer) ? [{ among: push.among, ...says?.('pt') }] : []
  })

describe('the notice of a message', () => {
  const record = {
    id: 'm1',
    author: null,
    mediaType: 'conversation',
    body: 'Tem bolo?',
    fromMe: false,
    read: false,
  }
  const frame = (over: object) => ({ action: 'create', message: { ...record, ...over }, ticket })
  const alert = { key: 'm1', sound: 'message', system: true, title: 'Carla', body: 'Tem bolo?' }
  it.each([
    ['its words', {}, alert],
    ['its kind where it has no words', { mediaType: 'image', body: '' }, { ...alert, body: 'Foto' }],
    [
      'who wrote it in a group',
      { author: { name: '', number: '' } },
      { ...alert, body: 'Participante: Tem bolo?' },
    ],
  ])('has %s', (_case, over, told) => {
    const toast = `Carla: ${told.body}`
    expect(foundNotices('appMessage', frame(over), {})).toEqual([{ name: 'message', toast, alert: told }])
  })
  it('has no toast if the ticket has no agent', () => {
    const nobodys = { ...frame({}), ticket: { ...ticket, userId: null } }
    expect(foundNotices('appMessage', nobodys, {})).toMatchObject([{ name: 'message', toast: null, alert }])
  })
  it('is shown once, for unread messages of others', () => {
    expect(shown('appMessage', { ...frame({}), action: 'update' })).toEqual([])
    expect(shown('appMessage', frame({ fromMe: true }))).toEqual([])
    expect(shown('appMessage', frame({ read: true }))).toEqual([])
  })
  it('tells its author alone that sending failed', () => {
    const over = { fromMe: true, error: 'ERR_WAPP_NOT_FOUND', userId: 1 }
    const failing = (more: object) => ({ ...frame({ ...over, ...more }), action: 'update' })
    expect(foundNotices('appMessage', failing({}), {})).toMatchObject([
      { name: 'failed', toast: 'A mensagem para Carla não foi enviada.', alert: { sound: 'error' } },
    ])
    for (const other of [{ userId: 2 }, { userId: null }, { error: null }])
      expect(foundNotices('appMessage', failing(other), {})).toEqual([])
  })
  it('is pushed unless the message is our own, imported or read', () => {
    const data = { messageId: 'm1', ticketId: 3, fromMe: false, imported: false, kind: 'image', body: '' }
    const hidden = 'Nova mensagem em um atendimento'
    expect(pushedNotices('message.received.v1', data)).toEqual([
      { among: null, said: 'Nova mensagem', hidden },
    ])
    expect(pushedNotices('message.received.v1', { ...data, fromMe: true })).toEqual([])
    expect(pushedNotices('message.received.v1', { ...data, imported: true })).toEqual([])
    expect(pushedNotices('message.received.v1', data, false)).toEqual([])
  })
})

describe('the notice of a mention', () => {
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
  it('is in the language of its reader and names the author', () => {
    const alert = { key: 'note-7', sound: 'told', system: true, body: 'olha isto' }
    expect(shown('note', mention({}), undefined, 'es')).toEqual([
      ['mention', { ...alert, title: 'Bia te mencionó' }],
    ])
    expect(shown('note', mention({ user: null }))).toEqual([
      ['mention', { ...alert, title: 'Alguém mencionou você' }],
    ])
  })
  it('is not shown for notes without ticket, deleted notes, or authors who mention themselves', () => {
    expect(shown('note', mention({ ticket: null }))).toEqual([])
    expect(shown('note', { action: 'delete', noteId: 7 })).toEqual([])
    expect(shown('note', mention({ userId: 1 }))).toEqual([])
  })
  it('is pushed to mentioned users', () => {
    const data = { noteId: 7, note: 'olha', contactId: 5, ticketId: 3, userId: 2, mentions: [1, 2, 4] }
    const hidden = 'Mencionaram você em uma observação'
    expect(pushedNotices('note.created.v1', data)).toEqual([
      { among: [1, 4], said: `${hidden}: olha`, hidden },
    ])
    expect(pushedNotices('note.created.v1', { ...data, mentions: [2] })).toEqual([])
    expect(pushedNotices('note.created.v1', { ...data, ticketId: null })).toEqual([])
  })
})

describe('the notice that an agent loses a ticket', () => {
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
  ])('says that a colleague took the ticket (%s)', (kind, frame) => {
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
  ])('says that the ticket was %s, by whom, and where the ticket is', (_case, over, text) => {
    expect(shown('ticket', moved(over), before)).toEqual([['taken', text]])
  })
  it.each([
    ['stays', moved({ userId: 1, user: { id: 1, name: 'Ana' } }), before],
    ['was moved by the user, elsewhere', moved({ ...waits, moved: { ...bia, id: 1 } }), before],
    ['closed by itself', moved({ status: 'closed', moved: { ...bia, id: null, name: '' } }), before],
    ['was newer here', moved({ position: '04' }), before],
    ['was of somebody else', moved({}), { ...before, userId: 3 }],
    ['was in no list', moved({}), undefined],
  ])('does not say that a colleague took a ticket that %s', (_case, frame, listed) => {
    expect(shown('ticket', frame, listed)).toEqual([])
  })
  const gone = { action: 'delete', ticketId: 3, position: '06' }
  it('says that the ticket is gone, unless the agent has it again or never had it', () => {
    expect(shown('ticket', gone, before)).toEqual([['left', 'O atendimento de Carla saiu da sua lista.']])
    expect(shown('ticket', gone, { ...before, position: '07' })).toEqual([])
    expect(shown('ticket', gone, { ...before, userId: 3 })).toEqual([])
  })
  const away = { how: 'deleted', id: 2, name: 'Bia', user: '', queue: '' }
  it.each([
    ['deleted', {}, 'O atendimento de Carla foi excluído por Bia.'],
    ['deleted by nobody who is known', { name: '' }, 'O atendimento de Carla foi excluído.'],
    ['passed on', { how: 'transferred', user: 'Rui', queue: 'Vendas' }, 'Bia passou Carla para Rui.'],
    ['taken', { how: 'transferred', user: 'Bia' }, 'Bia está atendendo Carla agora.'],
    [
      'in another queue',
      { how: 'transferred', queue: 'Vendas' },
      'Bia devolveu Carla, que aguarda na fila Vendas.',
    ],
    ['closed', { how: 'closed', user: 'Ana' }, 'Bia resolveu o atendimento de Carla.'],
    ['closed by itself', { how: 'closed', name: '' }, 'O atendimento de Carla saiu da sua lista.'],
  ])('says the reason: %s', (_case, over, text) => {
    expect(shown('ticket', { ...gone, left: { ...away, ...over } }, before)).toEqual([['left', text]])
  })
  it('says to users with the open conversation that it is gone, but not to who deleted it', () => {
    const frame = { ...gone, left: away }
    const colleagues = { ...before, userId: 3 }
    expect(foundNotices('ticket', frame, { open: colleagues })).toMatchObject([{ name: 'left' }])
    expect(foundNotices('ticket', { ...gone, left: { ...away, id: 1 } }, { open: before })).toEqual([])
  })
})

describe('the notice of a ticket that a user is given', () => {
  const mine = { ...ticket, status: 'open', userId: 1, user: { id: 1, name: 'Ana' }, position: '06' }
  const given = (moved: object, over: object = {}) => ({
    action: 'update',
    ticket: { ...mine, moved: { how: 'transferred', id: 2, name: 'Bia', position: '06', ...moved }, ...over },
  })
  it.each([
    ['that was in no list', undefined],
    ['that waited', { ...mine, status: 'pending', userId: null, position: '05' }],
    ['of a colleague', { ...mine, userId: 3, position: '05' }],
  ])('is shown (%s)', (_case, listed) => {
    expect(shown('ticket', given({}), listed)).toEqual([['given', 'Bia passou Carla para você.']])
  })
  it('has the reason of the transfer', () => {
    expect(shown('ticket', given({}, { why: { id: 4, note: 'pede um orçamento' } }))).toEqual([
      ['given', 'Bia passou Carla para você: pede um orçamento'],
    ])
  })
  it('has no name if the system gave the ticket', () => {
    expect(shown('ticket', given({ id: null, name: '' }))).toEqual([['given', 'Carla passou para você.']])
  })
  it.each([
    ['was accepted by the user', given({ id: 1 }), undefined],
    ['was the user’s already', given({}), { ...mine, position: '05' }],
    ['was moved before, and only changed now', given({ position: '04' }), undefined],
    ['is a colleague’s now', given({}, { userId: 3 }), undefined],
  ])('is not shown if the ticket %s', (_case, frame, listed) => {
    expect(shown('ticket', frame, listed).filter(([name]) => name === 'given')).toEqual([])
  })
  it('is pushed to a new agent of the ticket', () => {
    const stood = { status: 'open', queueId: null, connectionId: 1 } as const
    const event = (from: number | null, to: number | null) =>
      NOTICES.given.ofEvent('ticket.transferred.v1', {
        ...{ ticketId: 3, contactId: 4 },
        from: { ...stood, userId: from },
        to: { ...stood, userId: to },
      })
    expect(event(2, 1)).toMatchObject({ ticketId: 3, among: [1] })
    expect([event(1, 1), event(2, null)]).toEqual([null, null])
    const said = event(2, 1)?.of({ ...ticket, isUnread: false, why: { note: 'pede um orçamento' } })
    expect(said?.says('pt')).toEqual({
      hidden: 'Um atendimento passou para você',
      said: 'Um atendimento passou para você: pede um orçamento',
    })
  })
})

describe('the sound of a ticket that begins to wait in a user’s queue', () => {
  const waiting = {
    ...{ ...ticket, status: 'pending', userId: null, user: null, chatbot: false, unreadMessages: 1 },
    ...{ moved: null, position: '06' },
  }
  const written = { action: 'create', message: { id: 'm1', fromMe: false, read: false }, ticket: waiting }
  const returned = {
    action: 'update',
    ticket: { ...waiting, moved: { how: 'returned', id: 2, name: 'Bia', position: '06' } },
  }
  const heard = [{ name: 'waits', toast: null, alert: { sound: 'waiting', system: false } }]
  it.each([
    ['by its first message', 'appMessage', written, undefined],
    ['again', 'ticket', returned, { ...waiting, status: 'open', userId: 2, position: '05' }],
    ['after the bot', 'ticket', { ...returned, ticket: waiting }, { ...waiting, chatbot: true }],
  ])('is played: %s', (_case, kind, frame, listed) => {
    expect(foundNotices(kind, frame, { ...(listed && { listed }) })).toMatchObject(heard)
  })
  it.each([
    ['waits there already', 'appMessage', written, { ...waiting, position: '05' }],
    ['has more messages', 'appMessage', { ...written, ticket: { ...waiting, unreadMessages: 2 } }, undefined],
    ['is of another queue', 'appMessage', { ...written, ticket: { ...waiting, queueId: 9 } }, undefined],
    ['is with the bot', 'appMessage', { ...written, ticket: { ...waiting, chatbot: true } }, undefined],
    [
      'was returned by the user',
      'ticket',
      { ...returned, ticket: { ...returned.ticket, moved: { ...returned.ticket.moved, id: 1 } } },
      undefined,
    ],
  ])('is not played if the ticket %s', (_case, kind, frame, listed) => {
    expect(foundNotices(kind, frame, { ...(listed && { listed }) })).toEqual([])
  })
})

describe('the declaration of each notice', () => {
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
  it('names every channel, and its texts in every language', () => {
    const { push: _, ...half } = spec
    // @ts-expect-error the field that says whether to push is missing
    createNotice(half)
    // @ts-expect-error a language is missing
    createNotice<{ n: number }, 'text'>({ ...spec, words: { pt: { text: 'a' }, en: { text: 'b' } } })
    const toast = { stays: 1, where: 'every-page', opens: true, says: () => 'a' } as const
    // @ts-expect-error no frame triggers the toast
    createNotice({ ...spec, toast })
    // @ts-expect-error no event triggers the push
    createNotice({ ...spec, push: { events: {}, says: () => ({ said: 'a', hidden: 'b' }) } })
    // @ts-expect-error the bell has no such part
    createNotice({ ...spec, bell: 'calls' })
    expect(createNotice(spec)).toMatchObject({ events: [], kinds: [] })
    for (const { words } of Object.values(NOTICES))
      for (const language of LANGUAGES) expect(Object.values(words[language])).not.toContain('')
  })
})
