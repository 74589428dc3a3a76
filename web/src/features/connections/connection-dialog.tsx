import { DEFAULT_TRIES } from '@guiche/contracts/bot/config.js'
import { pick } from '@guiche/contracts/pick.js'
import type { ConnectionRecord } from '@guiche/contracts/views/records.js'
import Alert from 'antd/es/alert/index.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import Switch from 'antd/es/switch/index.js'
import { useRef, useState } from 'react'
import { useUser } from '../../base/access.js'
import { bodyOfChange } from '../../components/form/changes.js'
import { FormDialog } from '../../components/form/form-dialog.js'
import { NumberField } from '../../components/form/number-field.js'
import { nameRules } from '../../components/form/rules.js'
import { Section } from '../../components/form/section.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { QueueSelect } from '../../records/queue-select.js'
import { useSetupQuery } from '../session/api.js'
import {
  useBringGreetingFileMutation,
  useChangeConnectionMutation,
  useConnectionsQuery,
  useCreateConnectionMutation,
  useTakeGreetingFileMutation,
} from './api.js'
import { BotFields } from './bot-fields.js'
import { ChannelChoice } from './channel-choice.js'
import { ConnectionToken } from './connection-token.js'
import { GreetingFile } from './greeting-file.js'
import { HistoryProgress } from './history-progress.js'
import { type ConnectionValues, ImportFields, importOf, noImport, settingsOf } from './import-fields.js'
import { InactivityFields } from './inactivity-fields.js'

interface Props {
  /** null makes a new one */
  readonly connection: ConnectionRecord | null
  readonly onClose: () => void
  /** with the id of one whose QR code comes next */
  readonly onLink: (id: number) => void
}

/** Whether tickets that wait without a queue are brought into one. */
const movesOn = (queueId: number | null | undefined, minutes: number | null | undefined): boolean =>
  (queueId ?? 0) > 0 && (minutes ?? 0) > 0

/** Name, queues and greetings of a connection, and which old messages it brings. */
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
  /** a new one that was made, but whose file was refused: it is changed from then on */
  const made = useRef<number | null>(null)
  const [queues, setQueues] = useState(connection?.queues.length ?? 0)
  const [moves, setMoves] = useState(movesOn(connection?.sendIdQueue, connection?.timeSendQueue))
  const [imports, setImports] = useState(false)

  return (
    <FormDialog<ConnectionValues>
      wide
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
    >
      <Section title={t('connections:section.general')}>
        {connection === null && simulator && (
          <Form.Item name="channel" label={t('connections:field.channel')}>
            <ChannelChoice />
          </Form.Item>
        )}
        <Form.Item name="name" label={t('connections:field.name')} rules={nameRules(t)}>
          <Input autoComplete="off" placeholder={t('connections:placeholder.name')} />
        </Form.Item>
        <Form.Item
          name="isDefault"
          label={t('connections:field.default')}
          valuePropName="checked"
          extra={t('connections:help.default')}
        >
          <Switch />
        </Form.Item>
        {current !== undefined && (
          <Form.Item label={t('connections:token.label')} extra={t('connections:token.help')}>
            <ConnectionToken id={current.id} madeAt={current.tokenMadeAt} />
          </Form.Item>
        )}
      </Section>
      <Section title={t('connections:section.queues')}>
        <Form.Item name="queueIds" label={t('connections:field.queues')} extra={t('connections:help.queues')}>
          <QueueSelect<number[]> mode="multiple" allowClear />
        </Form.Item>
        {queues !== 1 && !moves && (
          <Alert
            type="warning"
            showIcon
            style={{ marginBottom: 16 }}
            title={t(queues > 1 ? 'connections:help.unchosen' : 'connections:help.unseen')}
          />
        )}
        <Form.Item
          name="sendIdQueue"
          label={t('connections:field.sendQueue')}
          extra={t('connections:help.sendQueue')}
        >
          <QueueSelect<number | null> allowClear placeholder={t('connections:placeholder.noQueue')} />
        </Form.Item>
        <Form.Item
          name="timeSendQueue"
          label={t('connections:field.sendAfter')}
          extra={t('connections:help.sendAfter')}
        >
          <NumberField min={0} max={525_600} precision={0} />
        </Form.Item>
        <BotFields />
      </Section>
      <Section title={t('connections:section.messages')}>
        <Form.Item
          name="greetingMessage"
          label={t('connections:field.greeting')}
          extra={t('connections:help.greetingWhen')}
          rules={[{ required: queues > 1, whitespace: true, message: t('connections:help.greeting') }]}
        >
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={4096} />
        </Form.Item>
        <Form.Item name="file" label={t('connections:field.file')} extra={t('connections:help.file')}>
          <GreetingFile address={connection?.mediaPath ?? null} />
        </Form.Item>
        <Form.Item name="complationMessage" label={t('connections:field.completion')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={4096} />
        </Form.Item>
        <Form.Item
          name="outOfHoursMessage"
          label={t('connections:field.outOfHours')}
          extra={t('connections:help.outOfHours')}
        >
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={4096} />
        </Form.Item>
        <Form.Item
          name="ratingMessage"
          label={t('connections:field.rating')}
          extra={t('connections:help.rating')}
        >
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={4096} />
        </Form.Item>
      </Section>
      <InactivityFields />
      <Section title={t('connections:section.import')}>
        {current?.importOldMessages && current.statusImportMessages ? (
          <HistoryProgress id={current.id} history={current.statusImportMessages} />
        ) : (
          <ImportFields on={imports} linked={current?.status === 'CONNECTED'} />
        )}
      </Section>
    </FormDialog>
  )
}
