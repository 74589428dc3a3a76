import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import ExclamationCircleFilled from '@ant-design/icons/es/icons/ExclamationCircleFilled'
import FlagOutlined from '@ant-design/icons/es/icons/FlagOutlined'
import { PRIORITIES, type Priority } from '@guiche/contracts/priority.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import type { MenuProps } from 'antd'
import type { TFunction } from 'i18next'
import { StatusTag, type Tone } from '../../components/status-tag.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './priority.module.css'
import { useMayAct } from './use-attending.js'
import type { TicketActions } from './use-ticket-actions.js'

const ICONS = {
  low: <ArrowDownOutlined />,
  high: <ArrowUpOutlined />,
  urgent: <ExclamationCircleFilled />,
}
const TONES: { readonly [P in keyof typeof ICONS]: Tone } = {
  low: 'closed',
  high: 'waiting',
  urgent: 'failed',
}

/** The most urgent first, as menus offer them. */
export const PRIORITY_CHOICES: readonly Priority[] = [...PRIORITIES].reverse()

/** `Priority: urgent`, where the word alone would not say what it is of. */
export const priorityName = (t: TFunction, priority: Priority): string =>
  `${t('inbox:field.priority')}: ${t(`inbox:priority.${priority}`)}`

/** A mark on the row of a ticket that goes before others. */
export const PriorityMark = ({ priority }: Pick<TicketRecord, 'priority'>) => {
  const { t } = useTranslation()
  if (priority !== 'high' && priority !== 'urgent') return null
  const label = priorityName(t, priority)
  return (
    <span className={`${styles.mark} ${styles[priority]}`} role="img" aria-label={label} title={label}>
      {ICONS[priority]}
    </span>
  )
}

/** The priority of an open conversation; nothing for the usual one. */
export const PriorityTag = ({ priority }: Pick<TicketRecord, 'priority'>) => {
  const { t } = useTranslation()
  if (priority === 'normal') return null
  return (
    <span title={priorityName(t, priority)}>
      <StatusTag tone={TONES[priority]} icon={ICONS[priority]}>
        <span className="visually-hidden">{t('inbox:field.priority')}: </span>
        {t(`inbox:priority.${priority}`)}
      </StatusTag>
    </span>
  )
}

/** What the menu of a ticket offers: its priorities, for those who may write in it. */
export const usePriorityMenu = (
  ticket: TicketRecord,
  actions: TicketActions,
): readonly NonNullable<MenuProps['items']>[number][] => {
  const { t } = useTranslation()
  if (!useMayAct(ticket)) return []
  const choices = PRIORITY_CHOICES.map((priority) => ({
    key: `priority ${priority}`,
    label: t(`inbox:priority.${priority}`),
    disabled: priority === ticket.priority,
    onClick: () => actions.set(ticket, { priority }),
  }))
  return [{ key: 'priority', icon: <FlagOutlined />, label: t('inbox:field.priority'), children: choices }]
}
