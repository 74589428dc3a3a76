import type { ContactRef } from '@guiche/contracts/views/records.js'
import Alert from 'antd/es/alert/index.js'
import Button from 'antd/es/button/index.js'
import Form from 'antd/es/form/index.js'
import Select from 'antd/es/select/index.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { ApiError } from '../../../api/errors.js'
import { newId } from '../../../api/ids.js'
import { useAppSelector } from '../../../app/hooks.js'
import { FormDialog } from '../../../components/form/form-dialog.js'
import { useConnectionsQuery } from '../../connections/api.js'
import { useContactsInfiniteQuery } from '../../contacts/api.js'
import { useCreateTicketMutation } from '../api.js'
import { useDebounced } from '../list/use-debounced.js'
import { type Conflict, conflictOf, conflictText } from '../model/conflict.js'
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

const SHORTEST = 3

/** Starts a conversation. One that is open already is opened if it is ours, else the person who has it is named. */
export const NewTicket = ({ contact, onClose }: Props) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const userId = useAppSelector(({ session }) => session.user?.id ?? 0)
  const { queues, only, rules } = useOwnQueues()
  const { data: connections = [] } = useConnectionsQuery()
  const [typed, setTyped] = useState('')
  const text = useDebounced(typed.trim())
  const { data, isFetching } = useContactsInfiniteQuery(text, { skip: text.length < SHORTEST })
  const [create] = useCreateTicketMutation()
  const [conflict, setConflict] = useState<Conflict | null>(null)
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
  const save = async (values: Values): Promise<boolean> => {
    const { data: ticket, error } = await create({
      contactId: values.contactId,
      queueId: values.queueId ?? null,
      whatsappId: values.whatsappId ?? null,
      userId,
      key,
    })
    const other = error === undefined ? null : conflictOf(error as ApiError)
    if (ticket === undefined && other === null) throw error
    if (other === null || other.userId === userId) open(ticket?.uuid ?? other?.uuid ?? '')
    else setConflict(other)
    return false
  }
  return (
    <FormDialog<Values>
      title={t('inbox:newTicket.title')}
      saveLabel={t('inbox:newTicket.ok')}
      initial={{ ...(contact === null ? {} : { contactId: contact.id }), ...only }}
      onSave={save}
      onClose={onClose}
    >
      {conflict !== null && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 16 }}
          title={conflictText(t, conflict)}
          action={
            <Button size="small" onClick={() => open(conflict.uuid)}>
              {t('inbox:newTicket.openIt')}
            </Button>
          }
        />
      )}
      <Form.Item
        name="contactId"
        label={t('inbox:newTicket.contact')}
        rules={[{ required: true, message: t('inbox:newTicket.contactRequired') }]}
      >
        <Select
          showSearch
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
      <Form.Item name="queueId" label={t('inbox:newTicket.queue')} rules={rules}>
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
    </FormDialog>
  )
}
