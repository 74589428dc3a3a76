import type { Language } from '@guiche/contracts/languages.js'
import { localTime } from '@guiche/contracts/local-time.js'
import { streams } from '@guiche/contracts/streams.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import { mergedIdsOf } from '@guiche/infra/records/merged-contacts.js'
import type { AreaDeps } from '../deps.js'
import { consequence } from '../kernel/consequence.js'
import { Refused } from '../kernel/refused.js'
import { languageOf } from '../settings/of-company.js'
import { deciders } from './deciders.js'

type Needs = Pick<AreaDeps, 'kernel' | 'documents' | 'records' | 'sequences' | 'commandIds'>

/** Maximum of planned messages that one message of a contact cancels. */
const MAX_CANCELLED = 200

const NOTE: Readonly<Record<Language, (time: string, text: string) => string>> = {
  pt: (time, text) =>
    `A mensagem agendada para ${time} foi cancelada, porque o contato escreveu antes: “${text}”`,
  en: (time, text) =>
    `The message scheduled for ${time} was cancelled because the contact wrote before: “${text}”`,
  es: (time, text) =>
    `El mensaje programado para ${time} se canceló porque el contacto escribió antes: “${text}”`,
}
const MAX_NOTE_LENGTH = 10_000

/**
 * Cancels planned messages whose condition is that the contact does not write, once the contact writes. A note in the
 * name of the planning user says so in the conversation.
 */
export const dropIfWrites = consequence<Needs, 'message.received.v1'>({
  name: 'drop-if-writes',
  group: 'cascade',
  when: ({ data }) => !data.fromMe && !data.imported,
  harmless: ['ERR_NO_SCHEDULE_FOUND'],
  on: {
    'message.received.v1': async ({ companyId, time, data }, work, needs) => {
      const { kernel, documents, records, sequences, commandIds } = needs
      await work.shown('schedules')
      const contactId = (await records.contact(companyId, data.contactId))?.contactId ?? data.contactId
      const family = await mergedIdsOf(documents, companyId, contactId)
      const planned = await documents.find('schedules', {
        where: { companyId, contactId: { in: family }, status: 'PENDENTE', dropIfWrites: 1 },
        sort: [['id', 1]],
        limit: MAX_CANCELLED,
      })
      for (const { scheduleId: id, sendAt, body, userId, updatedAt } of planned) {
        // the message was planned, or rescheduled, after the event
        if (updatedAt > time) continue
        const [from, to] = [
          { status: 'PENDENTE', sendAt },
          { status: 'ERRO', error: 'ERR_SCHEDULE_DROPPED', repeats: null },
        ] as const
        const stream = streams.record('schedule', id)
        await work.command(deciders.schedule, stream, { kind: 'settle', id, companyId, from, to })
        const { state } = await kernel.load(deciders.schedule, stream)
        if (state.records.get(id)?.error !== to.error) continue
        // of two concurrent messages one writes the note
        const meta = { ...work.meta(), commandId: derivedUuid('dropped', String(id), sendAt) }
        const ids = await commandIds.get(meta, async () => ({ noteId: await sequences.next('note') }))
        if (!ids.ok) throw new Refused(ids.error.code)
        const { noteId } = ids.value
        const company = await records.company(companyId)
        const at = localTime(company?.timezone ?? 'UTC', Date.parse(sendAt))
        const text = NOTE[await languageOf(records, companyId)](
          `${at.day}/${at.month}/${at.year} ${at.hour}:${at.minute}`,
          body,
        )
        const note = {
          noteId,
          note: text.slice(0, MAX_NOTE_LENGTH),
          contactId,
          ticketId: data.ticketId,
          userId,
          mentions: [],
        }
        const place = { kind: 'place', id: noteId, data: note } as const
        work.settle(await kernel.execute(deciders.note, streams.record('note', noteId), place, meta))
      }
    },
  },
})
