import { calledOf } from '@guiche/contracts/contact-name.js'
import { excerptOf } from '@guiche/contracts/views/excerpt.js'
import type { ReactNode } from 'react'
import { useSearchQuery } from '../api/search.js'
import { useGoTo } from '../base/hooks.js'
import { dialled, isAmong } from '../components/phone.js'
import { excerpt } from '../components/search/excerpt.js'
import { Marked } from '../components/search/marked.js'
import { useTranslation } from '../i18n/use-translation.js'

/** Something that can be chosen in the palette. */
export interface Option {
  readonly id: string
  readonly label: ReactNode
  /** beside the label */
  readonly hint: ReactNode
  readonly keys?: string
  readonly run: () => void
}
export interface OptionGroup {
  readonly title: string
  readonly options: readonly Option[]
}

/** Of each kind in the palette. */
const LIMIT = 5

/** People, tickets and messages that hold the words; choosing one opens it, a message in its conversation. */
export const useFound = (
  text: string,
): { groups: readonly OptionGroup[]; state: 'idle' | 'busy' | 'failed' } => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const { currentData, isFetching, isError } = useSearchQuery({ text, limit: LIMIT }, { skip: text === '' })
  const state = isFetching ? 'busy' : isError ? 'failed' : 'idle'
  if (text === '' || currentData === undefined) return { groups: [], state }
  const typed = dialled(text)
  const mark = (words: string) => <Marked text={words} wanted={text} />
  const groups: readonly OptionGroup[] = [
    {
      title: t('inbox:search.people'),
      options: currentData.contacts.map(({ ticket, ...contact }) => ({
        id: `person ${contact.id}`,
        label: mark(calledOf(contact)),
        hint: ticket === null ? t('inbox:newTicket.title') : t(`inbox:status.${ticket.status}`),
        run: () =>
          ticket === null
            ? goTo('/tickets', { state: { newTicketFor: contact } })
            : goTo(`/tickets/${ticket.uuid}`),
      })),
    },
    {
      title: t('inbox:newTicket.title'),
      options:
        typed === null || isAmong(typed, currentData.contacts)
          ? []
          : [
              {
                id: 'number',
                label: t('inbox:newTicket.toNumber', { number: typed.name }),
                hint: null,
                run: () => goTo('/tickets', { state: { newTicketTo: typed } }),
              },
            ],
    },
    {
      title: t('inbox:search.tickets'),
      options: currentData.tickets.map(({ id, uuid, contact, status, user }) => ({
        id: `ticket ${id}`,
        label: (
          <>
            {mark(calledOf(contact))} {mark(`#${id}`)}
          </>
        ),
        hint: [t(`inbox:status.${status}`), user?.name].filter(Boolean).join(' · '),
        run: () => goTo(`/tickets/${uuid}`),
      })),
    },
    {
      title: t('inbox:search.messages'),
      options: currentData.messages.flatMap(({ id, ticket, mediaType, body }) =>
        ticket === null
          ? []
          : {
              id: `message ${id}`,
              label: mark(excerpt(excerptOf({ kind: mediaType, body }), text)),
              hint: calledOf(ticket.contact),
              run: () => goTo(`/tickets/${ticket.uuid}#${id}`),
            },
      ),
    },
  ]
  return { groups: groups.filter(({ options }) => options.length > 0), state }
}
