import Form from 'antd/es/form/index.js'
import Modal from 'antd/es/modal/index.js'
import dayjs from 'dayjs'
import { useState } from 'react'
import { TIME_FIELD } from '../../components/form/time-field.js'
import { useSearch } from '../../components/list/use-search.js'
import { addressOf } from '../../components/phone.js'
import { Select } from '../../components/select.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useContactsInfiniteQuery } from '../contacts/api.js'
import { ScheduleDialog } from './schedule-dialog.js'

interface Props {
  /** the receiving contact; null asks for one first */
  readonly contactId: number | null
  /** ISO-8601 */
  readonly sendAt?: string
  readonly onClose: () => void
}

/** Plans a message: first the contact, then text and time. */
export const NewSchedule = ({ contactId, sendAt, onClose }: Props) => {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(contactId)
  const { setText, search } = useSearch()
  const list = useContactsInfiniteQuery({ query: { searchParam: search } }, { skip: chosen !== null })
  if (chosen !== null) {
    return (
      <ScheduleDialog
        planned={null}
        about={{ contactId: chosen }}
        {...(sendAt !== undefined && { suggested: { sendAt: dayjs(sendAt).format(TIME_FIELD) } })}
        onClose={onClose}
      />
    )
  }
  const contacts = list.currentData?.pages.flatMap((page) => page.contacts) ?? []
  return (
    <Modal open title={t('schedules:calendar.choose')} footer={null} onCancel={onClose}>
      <Form layout="vertical">
        <Form.Item label={t('schedules:calendar.contact')} htmlFor="schedule-contact">
          <Select<number>
            id="schedule-contact"
            autoFocus
            showSearch
            filterOption={false}
            read={list}
            placeholder={t('schedules:calendar.search')}
            onSearch={setText}
            onChange={setChosen}
            options={contacts.map((contact) => ({
              value: contact.id,
              label: [contact.name, contact.isGroup ? '' : addressOf(contact)].filter(Boolean).join(' · '),
            }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
