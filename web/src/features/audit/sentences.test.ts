import { RECORDS } from '@guiche/contracts/records/index.js'
import { AUDIT_FACTS } from '@guiche/contracts/views/audit.js'
import type { AuditRecord } from '@guiche/contracts/views/insight.js'
import { type CompleteTexts, sentenceKey } from '@guiche/contracts/words/audit-texts.js'
import { factWords, sentenceOf } from '@guiche/contracts/words/audit-words.js'
import type { pt } from '@guiche/contracts/words/pt.js'
import { WORDS, type Words, wordsOf } from '@guiche/contracts/words/words.js'
import { describe, expect, it, jest } from '@jest/globals'
import i18next from 'i18next'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'pt' }))
const { wordsFrom } = await import('./sentences.js')

type Language = keyof typeof WORDS
/** All sentences by their keys. */
const sentencesOf = (language: Language): (readonly [key: string, text: string])[] =>
  Object.entries(WORDS[language].audit.event).map(([key, text]) => [`audit:event.${key}`, text] as const)
/** Fields that a sentence may show under another name, and fields that every sentence may show. */
const FACTS_OF: Readonly<Record<string, readonly string[]>> = {
  user: ['userId'],
  name: Object.keys(RECORDS).map((name) => `${name}Id`),
  tag: ['tagId'],
  connection: ['connectionId', 'toConnectionId'],
  toUser: ['toUserId', 'to'],
  toQueue: ['toQueueId', 'to'],
  error: ['code', 'reason'],
  visitedCompany: ['visitedCompanyId'],
}
const ALWAYS = ['actor', 'ticket', 'contact', 'noun']

describe('sentences of the audit', () => {
  it('exist for every event and fact, and for no other, or do not compile', () => {
    type Pt = (typeof pt)['audit']
    // @ts-expect-error the sentence of ticket.accepted is missing
    type Silent = CompleteTexts<Omit<Pt, 'event'> & { event: Omit<Pt['event'], 'ticket-accepted'> }>
    // @ts-expect-error there is no such event
    type Talkative = CompleteTexts<Omit<Pt, 'event'> & { event: Pt['event'] & { 'ticket-painted': string } }>
    // @ts-expect-error the name of a field is missing
    type Nameless = CompleteTexts<Omit<Pt, 'fact'> & { fact: Omit<Pt['fact'], 'connectionId'> }>
    const refused: readonly (Silent | Talkative | Nameless)[] = []
    expect(refused).toEqual([])
  })

  it.each(['pt', 'en', 'es'] as const)('are there for every event of a record (%s)', (language) => {
    const said = sentencesOf(language).map(([key]) => key)
    const audited = Object.entries(AUDIT_FACTS).filter(([, facts]) => facts !== null)
    expect(audited.map(([type]) => sentenceKey(type)).filter((key) => !said.includes(key))).toEqual([])
  })

  it.each(['pt', 'en', 'es'] as const)('name only facts of their events (%s)', (language) => {
    const sentences = sentencesOf(language)
    const lacking = Object.entries(AUDIT_FACTS).flatMap(([type, facts]) =>
      sentences
        .filter(([key]) => key.replace(/_.*/, '') === sentenceKey(type))
        .flatMap(([key, text]) =>
          [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, word = '']) => ({ key, word })),
        )
        .filter(({ word }) => !ALWAYS.includes(word))
        .filter(({ word }) => !(FACTS_OF[word] ?? [word]).some((fact) => facts?.some((one) => one === fact))),
    )
    expect(lacking).toEqual([])
  })

  it('show the reason of a transfer in the user’s words; the text of a deleted note is not shown', () => {
    const words: Words = { ...wordsOf('pt'), moment: String, error: () => null }
    const record = (names: AuditRecord['names']) =>
      ({
        ...{ type: 'ticket.returned.v1', area: 'ticket', ticketId: 5, changes: [] },
        ...{ actor: { kind: 'user', id: 1, name: 'Dora' }, contact: { id: 1, name: 'Caio' } },
        ...{ facts: { toUserId: null, toQueueId: null, noteId: 9 }, names },
      }) as unknown as AuditRecord
    const said = 'Dora devolveu o atendimento nº 5 de Caio para a espera.'
    expect(sentenceOf(words, record({ noteId: 'pede um orçamento' }))).toBe(`${said} “pede um orçamento”`)
    expect(sentenceOf(words, record({}))).toBe(said)
    expect(factWords(words, record({}))).toEqual([])
  })

  it.each([
    [
      'pt',
      [
        'Atendimento nº 5 de Caio foi aberto e espera, sem fila.',
        'Atendimento nº 5 de Caio foi aberto na fila Suporte.',
        'Dora transferiu o atendimento nº 5 de Caio para Bia, na fila Suporte.',
        'Dora transferiu o atendimento nº 5 de um contato para a espera, sem fila.',
        'Dora adicionou um contato.',
        'Um contato escreveu de novo; o atendimento nº 5 voltou para a espera.',
        'Dora excluiu a fila #3.',
        'Dora mudou a configuração Idioma dos textos automáticos para “inglês”.',
        'Dora mudou a configuração Horário de atendimento para “Por fila”.',
        'Dora mudou a configuração Horário da empresa para “seg. 08:00–24:00”.',
        'O sistema cadastrou a empresa.',
        'Dora excluiu a conexão Loja e moveu os atendimentos para Matriz.',
        'Dora excluiu a conexão Loja e fechou os atendimentos.',
        'Dora excluiu a conexão Loja.',
        'Dora mudou a prioridade do atendimento nº 5 de Caio para “Urgente”.',
      ],
    ],
    [
      'es',
      [
        'La conversación n.º 5 de Caio se abrió y espera, sin cola.',
        'La conversación n.º 5 de Caio se abrió en la cola Suporte.',
        'Dora transfirió la conversación n.º 5 de Caio a Bia, en la cola Suporte.',
        'Dora transfirió la conversación n.º 5 de un contacto a la espera, sin cola.',
        'Dora agregó un contacto.',
        'Un contacto volvió a escribir; la conversación n.º 5 volvió a la espera.',
        'Dora eliminó la cola #3.',
        'Dora cambió la configuración Idioma de los textos automáticos a “inglés”.',
        'Dora cambió la configuración Horario de atención a “Por cola”.',
        'Dora cambió la configuración Horario de la empresa a “lun 08:00–24:00”.',
        'El sistema registró la empresa.',
        'Dora eliminó la conexión Loja y movió las conversaciones a Matriz.',
        'Dora eliminó la conexión Loja y cerró las conversaciones.',
        'Dora eliminó la conexión Loja.',
        'Dora cambió la prioridad de la conversación n.º 5 de Caio a “Urgente”.',
      ],
    ],
  ] as const)(
    'are whole ones, whatever is known, and the same on the server (%s)',
    async (language, expected) => {
      const i18n = i18next.createInstance()
      await i18n.init({
        lng: language,
        resources: { [language]: WORDS[language] },
      })
      const onServer: Words = { ...wordsOf(language), moment: String, error: () => null }
      const contact = { id: 1, name: 'Caio' }
      const waits = { toUserId: null, toQueueId: null }
      const inQueue = { toUserId: null, toQueueId: 3 }
      const support = { toQueueId: 'Suporte' }
      const say = (words: Words, type: string, over: Partial<AuditRecord>) =>
        sentenceOf(words, {
          type,
          area: type.split('.')[0] ?? '',
          actor: { kind: 'user', id: 1, name: 'Dora' },
          ticketId: 5,
          contact,
          facts: {},
          names: {},
          ...over,
        } as AuditRecord)
      const gone = (facts: AuditRecord['facts']): Partial<AuditRecord> => ({
        facts: { connectionId: 4, moveTo: null, closeTickets: null, ...facts },
        names: { connectionId: 'Loja', ...(facts.moveTo ? { moveTo: 'Matriz' } : {}) },
      })
      const said = (words: Words) => [
        say(words, 'ticket.opened.v1', { facts: waits }),
        say(words, 'ticket.opened.v1', { facts: inQueue, names: support }),
        say(words, 'ticket.transferred.v1', {
          facts: { toUserId: 2, toQueueId: 3 },
          names: { ...support, toUserId: 'Bia' },
        }),
        say(words, 'ticket.transferred.v1', { facts: waits, contact: null }),
        say(words, 'contact.created.v1', { contact: null }),
        say(words, 'ticket.resumed.v1', { facts: waits, contact: null }),
        say(words, 'queue.deleted.v1', { facts: { queueId: 3 } }),
        say(words, 'setting.changed.v1', { facts: { key: 'language', value: 'en' } }),
        say(words, 'setting.changed.v1', { facts: { key: 'scheduleType', value: 'queue' } }),
        say(words, 'setting.changed.v1', {
          facts: { key: 'schedules', value: '[{"day":"monday","from":"08:00","until":"24:00"}]' },
        }),
        say(words, 'company.registered.v1', { actor: { kind: 'system', id: 0, name: '' } }),
        say(words, 'connection.deleted.v1', gone({ moveTo: 5 })),
        say(words, 'connection.deleted.v1', gone({ closeTickets: true })),
        say(words, 'connection.deleted.v1', gone({})),
        say(words, 'ticket.priority-set.v1', { facts: { priority: 'urgent' } }),
      ]
      expect(said(wordsFrom(i18n))).toEqual(expected)
      expect(said(onServer)).toEqual(expected)
    },
  )

  it.each([
    ['pt', 'Dora aceitou o atendimento.', 'Dora aceitou o atendimento nº 5.', 'Dora alterou a fila.'],
    ['en', 'Dora accepted the ticket.', 'Dora accepted ticket no. 5.', 'Dora changed the queue.'],
    ['es', 'Dora aceptó la conversación.', 'Dora aceptó la conversación n.º 5.', 'Dora modificó la cola.'],
  ] as const)('leave the subject out in its own history (%s)', (language, ticket, contact, queue) => {
    const words: Words = { ...wordsOf(language), moment: String, error: () => null }
    const record = (type: string, over: Partial<AuditRecord> = {}) =>
      ({
        ...{ type, area: type.split('.')[0], actor: { kind: 'user', id: 1, name: 'Dora' }, ticketId: 5 },
        ...{ contact: { id: 1, name: 'Caio [2ª via]' }, facts: {}, names: {} },
        ...over,
      }) as AuditRecord
    const accepted = record('ticket.accepted.v1')
    expect(sentenceOf(words, accepted)).toContain('Caio [2ª via]')
    expect(sentenceOf(words, accepted, ['ticket', 'contact'])).toBe(ticket)
    expect(sentenceOf(words, accepted, ['contact'])).toBe(contact)
    const changed = record('queue.changed.v1', { facts: { queueId: 3 }, names: { queueId: 'Suporte' } })
    expect(sentenceOf(words, changed, ['name'])).toBe(queue)
  })

  it('say a sentence beside an entry, too, where a fact is the code of an error', () => {
    const error = (code: string) => (code === 'ERR_WAPP_QR_EXPIRED' ? 'The QR code expired.' : null)
    const words: Words = { ...wordsOf('en'), moment: String, error }
    const record = (reason: string) =>
      ({ area: 'connection', facts: { reason }, names: {}, changes: [] }) as unknown as AuditRecord
    expect(factWords(words, record('ERR_WAPP_QR_EXPIRED'))).toEqual([
      [expect.any(String), 'The QR code expired.'],
    ])
    expect(factWords(words, record('resolved'))[0]?.[1]).not.toBe('')
  })
})
