import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { ContactBody } from '@guiche/contracts/commands/contacts.js'
import type { ContactRecord } from '@guiche/contracts/views/records.js'
import Alert from 'antd/es/alert/index.js'
import Button from 'antd/es/button/index.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '../../api/ids.js'
import { useAppDispatch } from '../../app/hooks.js'
import { FormDialog } from '../../components/form/form-dialog.js'
import { emailRules, nameRules, numberRules } from '../../components/form/rules.js'
import { IconButton } from '../../components/icon-button.js'
import { formatPhone } from '../../components/phone.js'
import { toastShown } from '../../components/toasts/toasts.js'
import {
  type CreatedContact,
  useChangeContactMutation,
  useContactQuery,
  useCreateContactMutation,
} from './api.js'
import styles from './contact-dialog.module.css'

interface Props {
  /** null makes a new one */
  readonly contact: Pick<ContactRecord, 'id'> | null
  readonly onClose: () => void
}

/** Name, number, e-mail and the free list of further facts about a contact. */
export const ContactDialog = ({ contact, onClose }: Props) => {
  const [existing, setExisting] = useState<ContactRecord | null>(null)
  const { data } = useContactQuery(contact?.id ?? 0, { skip: contact === null })
  if (contact !== null && data === undefined) return null
  const shown = existing ?? data ?? null
  return (
    <ContactForm
      key={shown?.id ?? 0}
      contact={shown}
      isExisting={existing !== null}
      onExisting={setExisting}
      onClose={onClose}
    />
  )
}

interface FormProps {
  readonly contact: ContactRecord | null
  /** somebody wanted to make it, and it was there */
  readonly isExisting: boolean
  readonly onExisting: (contact: ContactRecord) => void
  readonly onClose: () => void
}

const ContactForm = ({ contact, isExisting, onExisting, onClose }: FormProps) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const [create] = useCreateContactMutation()
  const [change] = useChangeContactMutation()
  const [key] = useState(newId)

  const save = async (values: ContactBody): Promise<boolean> => {
    const body = { ...values, extraInfo: values.extraInfo ?? [] }
    const saved: CreatedContact =
      contact === null
        ? await create({ ...body, key }).unwrap()
        : await change({ id: contact.id, body }).unwrap()
    if (saved.existingContact !== undefined) {
      onExisting(saved.existingContact)
      return false
    }
    dispatch(toastShown({ tone: 'good', text: t('contacts:saved') }))
    return true
  }

  return (
    <FormDialog<ContactBody>
      title={t(contact === null ? 'contacts:add' : 'contacts:editTitle')}
      initial={{
        name: contact?.name ?? '',
        number: formatPhone(contact?.number ?? ''),
        email: contact?.email ?? '',
        extraInfo: contact?.extraInfo.map(({ id, name, value }) => ({ id, name, value })) ?? [],
      }}
      onSave={save}
      onClose={onClose}
    >
      {isExisting && <Alert type="info" showIcon style={{ marginBottom: 16 }} title={t('contacts:exists')} />}
      <Form.Item name="name" label={t('contacts:field.name')} rules={nameRules(t)}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="number"
        label={t('contacts:field.number')}
        extra={t('contacts:help.number')}
        rules={numberRules(t)}
      >
        <Input type="tel" inputMode="tel" autoComplete="off" placeholder="+55 (11) 99999-9999" />
      </Form.Item>
      <Form.Item
        name="email"
        label={t('contacts:field.email')}
        rules={emailRules(t, false)}
        validateTrigger="onBlur"
      >
        <Input type="email" autoComplete="off" />
      </Form.Item>
      <fieldset className={styles.extra}>
        <legend>{t('contacts:field.extraInfo')}</legend>
        <Form.List name="extraInfo">
          {(fields, { add, remove }) => (
            <>
              {fields.map(({ key: row, name }) => (
                <div key={row} className={styles.pair}>
                  <Form.Item
                    name={[name, 'name']}
                    rules={[{ required: true, whitespace: true, message: t('common:valid.required') }]}
                  >
                    <Input
                      aria-label={t('contacts:field.extraName')}
                      placeholder={t('contacts:field.extraName')}
                      maxLength={100}
                    />
                  </Form.Item>
                  <Form.Item name={[name, 'value']} initialValue="">
                    <Input
                      aria-label={t('contacts:field.extraValue')}
                      placeholder={t('contacts:field.extraValue')}
                      maxLength={2000}
                    />
                  </Form.Item>
                  <IconButton danger label={t('contacts:removeInfo')} onClick={() => remove(name)}>
                    <DeleteOutlined />
                  </IconButton>
                </div>
              ))}
              <Button icon={<PlusOutlined />} onClick={() => add({ name: '', value: '' })}>
                {t('contacts:addInfo')}
              </Button>
            </>
          )}
        </Form.List>
      </fieldset>
    </FormDialog>
  )
}
