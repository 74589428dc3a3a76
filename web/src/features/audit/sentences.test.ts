import { readFileSync } from 'node:fs'
import { eventSchemas } from '@guiche/contracts/events/index.js'
import type { AuditRecord } from '@guiche/contracts/views/records.js'
import { describe, expect, it, jest } from '@jest/globals'
import i18next from 'i18next'
import { sentenceKey } from './sentence-key.js'

// the texts are bundled by Vite, which is not here
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'pt' }))
const { sentenceOf } = await import('./sentences.js')

const textsOf = (language: string) =>
  JSON.parse(readFileSync(new URL(`../../i18n/${language}/audit.json`, import.meta.url), 'utf8')) as {
    event: Record<string, string>
  }
/** What follows `_` says what is known: the sentence without it is always there. */
const VARIANT = /_(both|user|queue|unknown)$/

/** Not in the audit: what repeats something else, or belongs to no company's people. */
const UNSAID = [
  /^(quota|claim|command|sequence|relay)\./,
  /^contact\.(identified|unidentified|picture-changed)\./,
  /^ticket\.(read|receipts-given|claim-lost)\./,
  /^message\.(received|recovered|sent|acknowledged|media-stored|media-retried|reaction-requested|reacted|reaction-failed|erased)\./,
]

describe('sentences of the audit', () => {
  it('are there for every event that people read about, and for no other', () => {
    const types = Object.keys(eventSchemas).filter((type) => !UNSAID.some((kind) => kind.test(type)))
    const keys = new Set(Object.keys(textsOf('pt').event).map((key) => key.replace(VARIANT, '')))
    expect([...keys].sort()).toEqual(types.map(sentenceKey).sort())
  })

  it.each([
    [
      'pt',
      [
        'Atendimento nº 5 de Caio foi aberto e espera, sem fila.',
        'Atendimento nº 5 de Caio foi aberto na fila Suporte.',
        'Dora transferiu o atendimento nº 5 de Caio para Bia, na fila Suporte.',
        'Dora transferiu o atendimento nº 5 de um contato para a espera, sem fila.',
        'Dora trouxe um contato.',
        'Um contato escreveu de novo; o atendimento nº 5 voltou para a espera.',
        'Dora excluiu a fila #3.',
        'O sistema cadastrou a empresa.',
      ],
    ],
    [
      'es',
      [
        'La conversación n.º 5 de Caio se abrió y espera, sin cola.',
        'La conversación n.º 5 de Caio se abrió en la cola Suporte.',
        'Dora transfirió la conversación n.º 5 de Caio a Bia, en la cola Suporte.',
        'Dora transfirió la conversación n.º 5 de un contacto a la espera, sin cola.',
        'Dora trajo un contacto.',
        'Un contacto volvió a escribir; la conversación n.º 5 volvió a la espera.',
        'Dora eliminó la cola #3.',
        'El sistema registró la empresa.',
      ],
    ],
  ])('are whole ones, whatever is known (%s)', async (language, expected) => {
    const i18n = i18next.createInstance()
    await i18n.init({ lng: language, resources: { [language]: { audit: textsOf(language) } } })
    const contact = { id: 1, name: 'Caio' }
    const waits = { toUserId: null, toQueueId: null }
    const inQueue = { toUserId: null, toQueueId: 3 }
    const support = { toQueueId: 'Suporte' }
    const say = (type: string, over: Partial<AuditRecord>) =>
      sentenceOf(i18n, {
        type,
        area: type.split('.')[0] ?? '',
        actor: { kind: 'user', id: 1, name: 'Dora' },
        ticketId: 5,
        contact,
        facts: {},
        names: {},
        ...over,
      } as AuditRecord)
    expect([
      say('ticket.opened.v1', { facts: waits }),
      say('ticket.opened.v1', { facts: inQueue, names: support }),
      say('ticket.transferred.v1', {
        facts: { toUserId: 2, toQueueId: 3 },
        names: { ...support, toUserId: 'Bia' },
      }),
      say('ticket.transferred.v1', { facts: waits, contact: null }),
      say('contact.created.v1', { contact: null }),
      say('ticket.resumed.v1', { facts: waits, contact: null }),
      say('queue.deleted.v1', { facts: { queueId: 3 } }),
      say('company.registered.v1', { actor: { kind: 'system', id: 0, name: '' } }),
    ]).toEqual(expected)
  })
})
