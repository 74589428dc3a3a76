import type { ConnectionBody } from '@guiche/contracts/routes/connections.js'
import Alert from 'antd/es/alert/index.js'
import Form from 'antd/es/form/index.js'
import Switch from 'antd/es/switch/index.js'
import dayjs from 'dayjs'
import { useMemo } from 'react'
import { TIME_FIELD, TimeField } from '../../components/form/time-field.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './connections.module.css'

/** The values of the dialog; times are local, to the minute, for example `2026-01-05T12:30`. */
export type ConnectionValues = ConnectionBody & {
  readonly importing?: boolean
  /** the greeting's file: name of the present file, a newly chosen file, or null */
  readonly file?: string | File | null
}

/** Names of the import's fields. */
export const IMPORT_FIELDS = [
  'importing',
  'importOldMessages',
  'importRecentMessages',
  'importOldMessagesGroups',
  'closedTicketsPostImported',
] as const

/** Initial values: no import. If chosen: the last three months, until the phone is linked. */
export const noImport = () => ({
  importing: false,
  importOldMessages: dayjs().subtract(3, 'month').format(TIME_FIELD),
  importOldMessagesGroups: false,
  closedTicketsPostImported: false,
})

/** The body's fields of an import: none without an import, else all, with times in UTC. */
export const importOf = ({
  importing,
  importOldMessages,
  importRecentMessages,
  importOldMessagesGroups = false,
  closedTicketsPostImported = false,
}: ConnectionValues): Partial<ConnectionBody> =>
  importing
    ? {
        importOldMessages: dayjs(importOldMessages).toISOString(),
        // The field has no seconds, so the whole minute is included. An empty field ends the import when the
        // phone is linked.
        importRecentMessages: importRecentMessages
          ? dayjs(importRecentMessages).endOf('minute').toISOString()
          : null,
        importOldMessagesGroups,
        closedTicketsPostImported,
      }
    : {}

/** The body's other fields; no queue becomes null. */
export const settingsOf = ({
  importing: _,
  file: _file,
  importOldMessages: _from,
  importRecentMessages: _to,
  importOldMessagesGroups: _groups,
  closedTicketsPostImported: _close,
  ...settings
}: ConnectionValues): ConnectionBody => ({ ...settings, sendIdQueue: settings.sendIdQueue ?? null })

/** Fields of an import of old messages: period, groups, and whether tickets are closed. */
export const ImportFields = ({ on, linked }: { readonly on: boolean; readonly linked: boolean }) => {
  const { t } = useTranslation()
  const bounds = useMemo(
    () => ({ min: dayjs().subtract(2, 'year').format(TIME_FIELD), max: dayjs().format(TIME_FIELD) }),
    [],
  )
  const within = (value: string | undefined): boolean =>
    value !== undefined && value >= bounds.min && value <= bounds.max
  return (
    <>
      <Form.Item
        name="importing"
        label={t('connections:import.title')}
        valuePropName="checked"
        extra={t('connections:import.hint')}
      >
        <Switch />
      </Form.Item>
      {on && (
        <>
          {linked && <Alert type="warning" showIcon title={t('connections:import.linked')} />}
          <div className={styles.period}>
            <Form.Item
              name="importOldMessages"
              label={t('connections:import.from')}
              rules={[
                {
                  validator: async (_, value: string | undefined) => {
                    if (!within(value)) throw new Error(t('connections:import.outOfBounds'))
                  },
                },
              ]}
            >
              <TimeField {...bounds} />
            </Form.Item>
            <Form.Item
              name="importRecentMessages"
              label={t('connections:import.to')}
              dependencies={['importOldMessages']}
              extra={t('connections:import.toHint')}
              rules={[
                ({ getFieldValue }) => ({
                  validator: async (_, value: string | undefined) => {
                    if (!value) return
                    if (!within(value)) throw new Error(t('connections:import.outOfBounds'))
                    if ((value ?? '') < getFieldValue('importOldMessages')) {
                      throw new Error(t('connections:import.endsBefore'))
                    }
                  },
                }),
              ]}
            >
              <TimeField {...bounds} optional />
            </Form.Item>
          </div>
          <Form.Item
            name="importOldMessagesGroups"
            label={t('connections:import.groups')}
            valuePropName="checked"
          >
            <Switch />
          </Form.Item>
          <Form.Item
            name="closedTicketsPostImported"
            label={t('connections:import.close')}
            valuePropName="checked"
            extra={t('connections:import.closeHint')}
          >
            <Switch />
          </Form.Item>
        </>
      )}
    </>
  )
}
