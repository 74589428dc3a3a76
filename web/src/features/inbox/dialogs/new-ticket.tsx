import type { ContactRef, TicketRecord } from '@guiche/contracts/views/records.js'
import Alert from 'antd/es/alert/index.js'
import Button from 'antd/es/button/index.js'
import Form from 'antd/es/form/index.js'
import Modal from 'antd/es/modal/index.js'
import Select from 'antd/es/select/index.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { type ApiError, errorText, failedWith } from '../../../api/errors.js'
import { newId } from '../../../api/ids.js'
import { useAppSelector } from '../../../app/hooks.js'
import { useConnectionsQuery } from '../../connections/api.js'
import { useContactsInfiniteQuery } from '../../contacts/api.js'
import { useCreateTicketMutation } from '../api.js'
import { useDebounced } from '../list/use-debounced.js'
import { QueueOption, useOwnQueues } from './own-queues.js'

interface Props {
  /** chosen already, or null */
  readonly contact: ContactRef | null
  readonly onClose: () => void
}
interface Values {
  readonly contactId: number
  readonly queueId?: number
  readonly whatsappId?: number
}
type Conflict = Pick<TicketRecord, 'id' | 'uuid' | 'userId'> & {
  user: { name: string }
  queue: { name: string }
}

const SHORTEST = 3

/** The ticket that stands in the way, out of the conflict's error text; null for any other failure. */
const conflictOf = (failure: ApiError): Conflict | null => {
  try {
    const parsed: unknown = JSON.parse(failure.code)
    return typeof parsed === 'object' && parsed !== null && 'uuid' in parsed ? (parsed as Conflict) : null
  } catch {
    return null
  }
}

/** Starts a conversation. One that is open already is opened if it is ours, else the person who has it is named. */
export const NewTicket = ({ contact, onClose }: Props) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [form] = Form.useForm<Values>()
  const userId = useAppSelector(({ session }) => session.user?.id ?? 0)
  const { queues, mayLeaveOut } = useOwnQueues()
  const { data: connections = [] } = useConnectionsQuery()
  const [typed, setTyped] = useState('')
  const text = useDebounced(typed.trim())
  const { data, isFetching } = useContactsInfiniteQuery(text, { skip: text.length < SHORTEST })
  const [create, { isLoading }] = useCreateTicketMutation()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [key] = useState(newId)
  const found: readonly ContactRef[] =
    text.length < SHORTEST
      ? contact === null
        ? []
        : [contact]
      : (data?.pages.flatMap((page) => page.contacts) ?? [])

  const open = (uuid: string) => {
    onClose()
    navigate(`/tickets/${uuid}`)
  }
  const submit = async (values: Values) => {
    setFailure(null)
    const { data: ticket, error } = await create({
      contactId: values.contactId,
      queueId: values.queueId ?? null,
      whatsappId: values.whatsappId ?? null,
      userId,
      key,
    })
    if (ticket !== undefined) return open(ticket.uuid)
    const other = conflictOf(error as ApiError)
    if (other === null) return setFailure(error as ApiError)
    if (other.userId === userId) open(other.uuid)
    else setConflict(other)
  }
  return (
    <Modal
      open
      title={t('inbox:newTicket.title')}
      okText={t('inbox:newTicket.ok')}
      cancelText={t('inbox:cancel')}
      okButtonProps={{ loading: isLoading }}
      onOk={form.submit}
      onCancel={onClose}
    >
      {conflict !== null && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 16 }}
          title={t('inbox:newTicket.conflict', {
            user: conflict.user.name || t('inbox:newTicket.nobody'),
            queue: conflict.queue.name || '—',
          })}
          action={
            <Button size="small" onClick={() => open(conflict.uuid)}>
              {t('inbox:newTicket.openIt')}
            </Button>
          }
        />
      )}
      {failure !== null && !failedWith(failure, 'ERR_OTHER_OPEN_TICKET') && (
        <Alert type="error" showIcon style={{ marginBottom: 16 }} title={errorText(failure)} />
      )}
      <Form
        form={form}
        layout="vertical"
        initialValues={{ contactId: contact?.id, queueId: queues.length === 1 ? queues[0]?.id : undefined }}
        onFinish={(values) => void submit(values)}
      >
        <Form.Item
          name="contactId"
          label={t('inbox:newTicket.contact')}
          rules={[{ required: true, message: t('inbox:newTicket.contactRequired') }]}
        >
          <Select
            showSearch
            autoFocus={contact === null}
            filterOption={false}
            placeholder={t('inbox:newTicket.contactSearch')}
            onSearch={setTyped}
            loading={isFetching}
            notFoundContent={
              typed.trim().length < SHORTEST
                ? t('inbox:newTicket.contactHint')
                : isFetching
                  ? t('inbox:newTicket.searching')
                  : t('inbox:newTicket.noContact')
            }
            options={found.map(({ id, name, number }) => ({
              value: id,
              label: number === '' ? name : `${name} · ${number}`,
            }))}
          />
        </Form.Item>
        <Form.Item
          name="queueId"
          label={t('inbox:newTicket.queue')}
          rules={mayLeaveOut ? [] : [{ required: true, message: t('inbox:newTicket.queueRequired') }]}
        >
          <Select
            allowClear
            placeholder={t('inbox:newTicket.queue')}
            options={queues.map((queue) => ({ value: queue.id, label: <QueueOption queue={queue} /> }))}
          />
        </Form.Item>
        <Form.Item name="whatsappId" label={t('inbox:transfer.connection')} hidden={connections.length < 2}>
          <Select
            allowClear
            placeholder={t('inbox:newTicket.defaultConnection')}
            options={connections.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
