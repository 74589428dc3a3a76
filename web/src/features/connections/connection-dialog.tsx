import { DEFAULT_TRIES } from '@guiche/contracts/bot/config.js'
import { pick } from '@guiche/contracts/pick.js'
import type { ConnectionRecord } from '@guiche/contracts/views/records.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import Switch from 'antd/es/switch/index.js'
import { useRef, useState } from 'react'
import { useUser } from '../../base/access.js'
import { bodyOfChange } from '../../components/form/changes.js'
import { Field } from '../../components/form/field.js'
import fieldStyles from '../../components/form/field.module.css'
import { FormDialog } from '../../components/form/form-dialog.js'
import { FormSections } from '../../components/form/form-sections.js'
import { nameRules } from '../../components/form/rules.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useSetupQuery } from '../session/api.js'
import {
  useBringGreetingFileMutation,
  useChangeConnectionMutation,
  useConnectionsQuery,
  useCreateConnectionMutation,
  useTakeGreetingFileMutation,
} from './api.js'
import { ChannelChoice } from './channel-choice.js'
import { ConnectionToken } from './connection-token.js'
import { HistoryProgress } from './history-progress.js'
import {
  type ConnectionValues,
  IMPORT_FIELDS,
  ImportFields,
  importOf,
  noImport,
  settingsOf,
} from './import-fields.js'
import { MESSAGE_FIELDS, MessageFields } from './message-fields.js'
import { QUEUE_FIELDS, QueueFields } from './queue-fields.js'

interface Props {
  /** null for a new connection */
  readonly connection: ConnectionRecord | null
  readonly onClose: () => void
  /** called with the id of a connection whose QR code is shown next */
  readonly onLink: (id: number) => void
}

/** Pixels: two columns of fields. */
const WIDE_WIDTH = 820

/** Whether tickets without a queue are moved to a queue after a while. */
const movesOn = (queueId: number | null | undefined, minutes: number | null | undefined): boolean =>
  (queueId ?? 0) > 0 && (minutes ?? 0) > 0

/** Name, queues and greetings of a connection, and its import of old messages. */
export const ConnectionDialog = ({ connection, onClose, onLink }: Props) => {
  const { t } = useTranslation()
  const user = useUser()
  const simulator = useSetupQuery().data?.simulator === true && user.super
  const { data: all } = useConnectionsQuery()
  const first = all?.length === 0
  const current = all?.find(({ id }) => id === connection?.id)
  const [create] = useCreateConnectionMutation()
  const [change] = useChangeConnectionMutation()
  const [bring] = useBringGreetingFileMutation()
  const [takeAway] = useTakeGreetingFileMutation()
  /** a connection that was created, although its file was refused: the next save changes it */
  const made = useRef<number | null>(null)
  const [queues, setQueues] = useState(connection?.queues.length ?? 0)
  const [moves, setMoves] = useState(movesOn(connection?.sendIdQueue, connection?.timeSendQueue))
  const [imports, setImports] = useState(false)

  return (
    <FormDialog<ConnectionValues>
      title={t(connection === null ? 'connections:add' : 'connections:editTitle')}
      initial={{
        name: connection?.name ?? '',
        channel: connection?.channel ?? 'whatsapp',
        isDefault: connection?.isDefault ?? first,
        queueIds: connection?.queues.map(({ id }) => id) ?? [],
        greetingMessage: connection?.greetingMessage ?? '',
        complationMessage: connection?.complationMessage ?? '',
        outOfHoursMessage: connection?.outOfHoursMessage ?? '',
        ratingMessage: connection?.ratingMessage ?? '',
        expiresTicket: connection?.expiresTicket ?? 0,
        expiresInactiveMessage: connection?.expiresInactiveMessage ?? '',
        reminderMinutes: connection?.reminderMinutes ?? 0,
        reminderMessage1: connection?.reminderMessage1 ?? '',
        reminderMessage2: connection?.reminderMessage2 ?? '',
        reminderMessage3: connection?.reminderMessage3 ?? '',
        inactivityInHours: connection?.inactivityInHours ?? false,
        sendIdQueue: connection?.sendIdQueue || null,
        timeSendQueue: connection?.timeSendQueue ?? 0,
        maxUseBotQueues: connection?.maxUseBotQueues ?? DEFAULT_TRIES,
        timeUseBotQueues: connection?.timeUseBotQueues ?? 0,
        file: connection?.mediaName ?? null,
        ...noImport(),
      }}
      saveLabel={t(connection === null ? 'connections:create' : 'common:save')}
      onValues={({ queueIds, importing, sendIdQueue, timeSendQueue }) => {
        setQueues(queueIds?.length ?? 0)
        setMoves(movesOn(sendIdQueue, timeSendQueue))
        setImports(importing === true)
      }}
      onSave={async (values, { save, idempotencyKey, changed, afterwards }) => {
        const said = settingsOf(values)
        const settings =
          connection === null ? said : bodyOfChange(said, changed, pick(current ?? connection, 'name'))
        const body = { ...settings, ...importOf(values) }
        const known = connection?.id ?? made.current
        const { id } =
          known === null
            ? await save(create, { body, idempotencyKey })
            : await save(change, { id: known, body })
        made.current = id
        if (values.file instanceof File) await afterwards(bring({ id, file: values.file }).unwrap())
        else if (values.file === null && changed.includes('file')) await afterwards(takeAway({ id }).unwrap())
        if (connection === null || values.importing) onLink(id)
      }}
      saved={t('connections:saved')}
      onClose={onClose}
      width={WIDE_WIDTH}
    >
      <FormSections
        sections={[
          {
            name: 'general',
            label: t('connections:section.general'),
            fields: [],
            content: (
              <div className={fieldStyles.columns}>
                {connection === null && simulator && (
                  <Form.Item
                    name="channel"
                    label={t('connections:field.channel')}
                    className={fieldStyles.wide ?? ''}
                  >
                    <ChannelChoice />
                  </Form.Item>
                )}
                <Form.Item name="name" label={t('connections:field.name')} rules={nameRules(t)}>
                  <Input autoComplete="off" placeholder={t('connections:placeholder.name')} />
                </Form.Item>
                <Field
                  name="isDefault"
                  label={t('connections:field.default')}
                  valuePropName="checked"
                  help={t('connections:help.default')}
                >
                  <Switch />
                </Field>
                {current !== undefined && (
                  <Form.Item
                    label={t('connections:token.label')}
                    extra={t('connections:token.help')}
                    className={fieldStyles.wide ?? ''}
                  >
                    <ConnectionToken id={current.id} madeAt={current.tokenMadeAt} />
                  </Form.Item>
                )}
              </div>
            ),
          },
          {
            name: 'messages',
            label: t('connections:section.messages'),
            fields: MESSAGE_FIELDS,
            content: <MessageFields isGreetingAsked={queues > 1} address={connection?.mediaPath ?? null} />,
          },
          {
            name: 'queues',
            label: t('connections:section.queues'),
            fields: QUEUE_FIELDS,
            content: <QueueFields queues={queues} moves={moves} />,
          },
          {
            name: 'import',
            label: t('connections:section.import'),
            fields: IMPORT_FIELDS,
            content:
              current?.importOldMessages && current.statusImportMessages ? (
                <HistoryProgress id={current.id} history={current.statusImportMessages} />
              ) : (
                <ImportFields on={imports} linked={current?.status === 'CONNECTED'} />
              ),
          },
        ]}
      />
    </FormDialog>
  )
}
