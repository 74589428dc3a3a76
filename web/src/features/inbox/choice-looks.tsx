import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import ExclamationCircleFilled from '@ant-design/icons/es/icons/ExclamationCircleFilled'
import FlagOutlined from '@ant-design/icons/es/icons/FlagOutlined'
import type { ChoiceValue, TicketChoiceName, UnusualValue } from '@guiche/contracts/ticket/choices.js'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { Tone } from '../../components/status-tag.js'

export interface ChoiceLook {
  readonly tone: Tone
  readonly icon: ReactNode
}
/** The appearance of each choice: its icon in the menu, each value's key, and the values worth showing. */
export const CHOICE_LOOKS: {
  readonly [K in TicketChoiceName]: {
    readonly icon: ReactNode
    readonly keys: { readonly [V in ChoiceValue<K>]: string }
    readonly values: { readonly [V in UnusualValue<K>]: ChoiceLook }
  }
} = {
  priority: {
    icon: <FlagOutlined />,
    keys: { low: '1', normal: '2', high: '3', urgent: '4' },
    values: {
      low: { tone: 'closed', icon: <ArrowDownOutlined /> },
      high: { tone: 'waiting', icon: <ArrowUpOutlined /> },
      urgent: { tone: 'failed', icon: <ExclamationCircleFilled /> },
    },
  },
}

/** The appearance of a choice's value, or null for the default value. */
export const lookOf = (field: TicketChoiceName, value: string): ChoiceLook | null =>
  (CHOICE_LOOKS[field].values as Readonly<Record<string, ChoiceLook>>)[value] ?? null

/** The key that sets a choice to this value. */
export const keyOf = <K extends TicketChoiceName>(field: K, value: ChoiceValue<K>): string =>
  CHOICE_LOOKS[field].keys[value]

/** `Priority: urgent`, for places where the value alone would be unclear. */
export const choiceName = (t: TFunction, field: TicketChoiceName, value: string): string =>
  `${t(`inbox:field.${field}`)}: ${t(`inbox:${field}.${value}`)}`
