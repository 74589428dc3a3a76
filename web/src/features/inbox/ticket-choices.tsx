import { TICKET_CHOICE_NAMES } from '@guiche/contracts/ticket/choices.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { StatusTag } from '../../components/status-tag.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { choiceName, lookOf } from './choice-looks.js'

/** Tags for the choices of an open conversation; default values show nothing. */
export const ChoiceTags = ({ ticket }: { readonly ticket: TicketRecord }) => {
  const { t } = useTranslation()
  return TICKET_CHOICE_NAMES.map((field) => {
    const value = ticket[field]
    const look = lookOf(field, value)
    if (look === null) return null
    return (
      <span key={field} title={choiceName(t, field, value)}>
        <StatusTag tone={look.tone} icon={look.icon}>
          <span className="visually-hidden">{t(`inbox:field.${field}`)}: </span>
          {t(`inbox:${field}.${value}`)}
        </StatusTag>
      </span>
    )
  })
}
