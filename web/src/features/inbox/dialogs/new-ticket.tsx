import type { ContactRef } from '@guiche/contracts/views/records.js'
import Alert from 'antd/es/alert/index.js'
import Button from 'antd/es/button/index.js'
import Form from 'antd/es/form/index.js'
import { useState } from 'react'
import type { ApiError } from '../../../api/errors.js'
import { isHidden } from '../../../api/routes.js'
import { rememberPlace, useAppSelector, useGoTo } from '../../../base/hooks.js'
import { FormDialog, type SaveTools } from '../../../components/form/form-dialog.js'
import { type DialledNumber, dialledContact, isAmong } from '../../../components/phone.js'
import { Select } from '../../../components/select.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { QueueSelect } from '../../../records/queue-select.js'
import { useConnectionsQuery } from '../../connections/api.js'
import { useCreateContactMutation } from '../../contacts/api.js'
import { useCreateTicketMutation } from '../api.js'
import { TO_ANSWER } from '../model/arrival.js'
import { type Conflict, conflictOf, conflictText } from '../model/conflict.js'
import { contactOption, personLabel } from '../model/contact-option.js'
import { useConflictButton } from '../use-conflict-button.js'
import { useOwnQueues } from './own-queues.js'
import { useContactSearch } from './use-contact-search.js'

interface Props {
  /** the contact if already known, or null */
  readonly contact: ContactRef | null
  /** a number that may not be a contact yet: becomes one when the conversation starts */
  readonly person?: DialledNumber | undefined
  readonly onClose: () => void
}
interface Values {
  readonly contactId: number
  readonly queueId?: number
  readonly whatsappId?: number
}

/** Below a text that leaves no space beside it, as on a phone, the button wraps to its own line. */
const BESIDE_OR_BELOW = {
  root: { flexWrap: 'wrap', rowGap: 8, marginBottom: 16 },
  section: { minWidth: 'min(200px, 80%)' },
} as const

/** Option value of a typed number in the list of contacts. */
const PERSON = 0

/**
 * Starts a conversation. Opens the user's own open ticket; for another agent's ticket the dialog names the
 * agent.
 */
export const NewTicket = ({ contact, person: given, onClose }: Props) => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const userId = useAppSelector(({ session }) => session.user?.id ?? 0)
  const { queues, only, rules } = useOwnQueues()
  const { data: connections = [] } = useConnectionsQuery()
  const { text, setText, isIdle, found, loading, notFoundContent } = useContactSearch()
  const [create] = useCreateTicketMutation()
  const [createContact] = useCreateContactMutation()
  const wayTo = useConflictButton()
  /** the conflicting active ticket, and the chosen queue */
  const [conflict, setConflict] = useState<(Conflict & { readonly chosen: number | undefined }) | null>(null)
  const listed: readonly ContactRef[] = isIdle ? [contact ?? []].flat() : found

  const chosen = contact?.id ?? (given === undefined ? undefined : PERSON)
  const [person, setPerson] = useState(given)
  const typed = dialledContact(text)
  const options = [
    ...(person !== undefined && typed === null && isIdle
      ? [
          {
            value: PERSON,
            // a typed number is its own name
            label: dialledContact(person.number)?.name === person.name ? person.name : personLabel(person),
          },
        ]
      : []),
    ...listed.map((one) => contactOption(t, one)),
    ...(typed !== null && !isAmong(typed, found)
      ? [{ value: PERSON, label: t('inbox:newTicket.toNumber', { number: typed.name }) }]
      : []),
  ]

  const open = (uuid: string) => {
    onClose()
    goTo(`/tickets/${uuid}`, { state: TO_ANSWER })
  }
  const way = conflict && wayTo(conflict, conflict.chosen, { goTo: open, asked: onClose })
  const onSave = async (values: Values, { save, idempotencyKey }: SaveTools): Promise<false> => {
    const isStillHere = rememberPlace()
    const goOn = (uuid: string) => (isStillHere() ? open(uuid) : onClose())
    try {
      let { contactId } = values
      if (contactId === PERSON && person !== undefined) {
        const made = await save(createContact, { body: person, idempotencyKey })
        contactId = 'existingContact' in made ? made.existingContact.id : made.id
      }
      const body = { ...values, contactId, userId, status: 'open' } as const
      const opened = await save(create, { body, idempotencyKey })
      if (isHidden(opened)) onClose()
      else goOn(opened.uuid)
    } catch (error) {
      const other = conflictOf(error as ApiError)
      if (other === null) throw error
      if (other.userId === userId) goOn(other.uuid)
      else setConflict({ ...other, chosen: values.queueId })
    }
    return false
  }
  return (
    <FormDialog<Values>
      title={t('inbox:newTicket.title')}
      saveLabel={t('inbox:newTicket.ok')}
      initial={{ ...(chosen === undefined ? {} : { contactId: chosen }), ...only }}
      onSave={onSave}
      onClose={onClose}
    >
      {conflict !== null && way !== null && (
        <Alert
          type="warning"
          showIcon
          styles={BESIDE_OR_BELOW}
          title={conflictText(t, conflict)}
          action={
            <Button size="small" onClick={way.run}>
              {way.label}
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
          onSearch={setText}
          onSelect={(id) => id === PERSON && typed !== null && setPerson(typed)}
          loading={loading}
          notFoundContent={notFoundContent}
          options={options}
        />
      </Form.Item>
      <Form.Item name="queueId" label={t('inbox:newTicket.queue')} rules={rules}>
        <QueueSelect allowClear placeholder={t('inbox:newTicket.queue')} queues={queues} />
      </Form.Item>
      <Form.Item name="whatsappId" label={t('inbox:field.connectionId')} hidden={connections.length < 2}>
        <Select
          allowClear
          placeholder={t('inbox:newTicket.defaultConnection')}
          options={connections.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
    </FormDialog>
  )
}
