import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { pick } from '@guiche/contracts/pick.js'
import type { ContactBody } from '@guiche/contracts/routes/contacts.js'
import type { ContactRecord } from '@guiche/contracts/views/records.js'
import Alert from 'antd/es/alert/index.js'
import Button from 'antd/es/button/index.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import { useState } from 'react'
import { bodyOfChange } from '../../components/form/changes.js'
import { FormDialog } from '../../components/form/form-dialog.js'
import { numberRules } from '../../components/form/number-rules.js'
import { emailRules, nameRules } from '../../components/form/rules.js'
import { IconButton } from '../../components/icon-button.js'
import { formatPhone } from '../../components/phone.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useChangeContactMutation, useCreateContactMutation } from './api.js'
import styles from './contact-dialog.module.css'

interface Props {
  /** null for a new contact */
  readonly contact: ContactRecord | null
  readonly onClose: () => void
}

/** Name, number, e-mail and extra fields of a contact. */
export const ContactDialog = ({ contact, onClose }: Props) => {
  const [existing, setExisting] = useState<ContactRecord | null>(null)
  const shown = existing ?? contact
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
  /** the dialog opened because the contact to be created already exists */
  readonly isExisting: boolean
  readonly onExisting: (contact: ContactRecord) => void
  readonly onClose: () => void
}

const ContactForm = ({ contact, isExisting, onExisting, onClose }: FormProps) => {
  const { t } = useTranslation()
  const [create] = useCreateContactMutation()
  const [change] = useChangeContactMutation()
  // frames change the record during the edit: the form keeps its first values
  const [seen] = useState(contact?.position)

  return (
    <FormDialog<ContactBody>
      title={t(contact === null ? 'contacts:add' : 'contacts:editTitle')}
      initial={{
        name: contact?.name ?? '',
        number: contact?.isGroup ? contact.number : formatPhone(contact?.number ?? ''),
        email: contact?.email ?? '',
        extraInfo: contact?.extraInfo.map(({ id, name, value }) => ({ id, name, value })) ?? [],
      }}
      onSave={async (values, { save, idempotencyKey, changed }) => {
        const body = { ...values, extraInfo: values.extraInfo ?? [] }
        if (contact !== null)
          return save(change, {
            id: contact.id,
            seen,
            body: bodyOfChange(body, changed, pick(contact, 'name')),
          })
        const saved = await save(create, { body, idempotencyKey })
        if ('existingContact' in saved) onExisting(saved.existingContact)
        return !('existingContact' in saved)
      }}
      saved={t('contacts:saved')}
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
        // a group's id is WhatsApp's, and cannot be changed
        hidden={contact?.isGroup ?? false}
        rules={
          contact?.isGroup
            ? []
            : numberRules(t, { required: contact === null || contact.number !== '', national: true })
        }
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
                  {/* the hidden id keeps an existing row from being saved as a new row */}
                  <Form.Item name={[name, 'id']} hidden>
                    <Input />
                  </Form.Item>
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
