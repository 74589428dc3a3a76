import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import ExclamationCircleFilled from '@ant-design/icons/es/icons/ExclamationCircleFilled'
import FlagOutlined from '@ant-design/icons/es/icons/FlagOutlined'
import {
  offeredValues,
  TICKET_CHOICE_NAMES,
  type TicketChoiceName,
  type UnusualValue,
} from '@guiche/contracts/ticket-choices.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import type { MenuProps } from 'antd'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { StatusTag, type Tone } from '../../components/status-tag.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useMayAct } from './use-attending.js'
import type { TicketActions } from './use-ticket-actions.js'

interface Look {
  readonly tone: Tone
  readonly icon: ReactNode
}
/** What each choice looks like: its icon in the menu, and each value that says something. */
export const LOOKS: {
  readonly [K in TicketChoiceName]: {
    readonly icon: ReactNode
    readonly values: { readonly [V in UnusualValue<K>]: Look }
  }
} = {
  priority: {
    icon: <FlagOutlined />,
    values: {
      low: { tone: 'closed', icon: <ArrowDownOutlined /> },
      high: { tone: 'waiting', icon: <ArrowUpOutlined /> },
      urgent: { tone: 'failed', icon: <ExclamationCircleFilled /> },
    },
  },
}

/** `Priority: urgent`, where the word alone would not say what it is of. */
export const choiceName = (t: TFunction, field: TicketChoiceName, value: string): string =>
  `${t(`inbox:field.${field}`)}: ${t(`inbox:${field}.${value}`)}`

/** What is chosen on an open conversation; nothing for what is usual. */
export const ChoiceTags = ({ ticket }: { readonly ticket: TicketRecord }) => {
  const { t } = useTranslation()
  return TICKET_CHOICE_NAMES.map((field) => {
    const value = ticket[field]
    const look = (LOOKS[field].values as Readonly<Record<string, Look>>)[value]
    if (look === undefined) return null
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

/** What the menu of a ticket offers: the values of each choice, for those who may write in it. */
export const useChoiceMenus = (
  ticket: TicketRecord,
  actions: TicketActions,
): readonly NonNullable<MenuProps['items']>[number][] => {
  const { t } = useTranslation()
  if (!useMayAct(ticket)) return []
  return TICKET_CHOICE_NAMES.map((field) => ({
    key: field,
    icon: LOOKS[field].icon,
    label: t(`inbox:field.${field}`),
    children: offeredValues(field).map((value) => ({
      key: `${field} ${value}`,
      label: t(`inbox:${field}.${value}`),
      disabled: value === ticket[field],
      onClick: () => actions.set(ticket, { [field]: value }),
    })),
  }))
}
