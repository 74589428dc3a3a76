import { signatureOf, withoutSignature } from '@guiche/contracts/message/signature.js'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import { useState } from 'react'
import { FormDialog } from '../../../components/form/form-dialog.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { useEditMessageMutation } from '../api.js'

/** Changes the text of an own message; an empty text is refused. */
export const EditMessage = ({ message, onClose }: { message: MessageRecord; onClose: () => void }) => {
  const { t } = useTranslation()
  const [form] = Form.useForm<{ text: string }>()
  // frames change the record during the edit
  const [seen] = useState(message.position)
  // the signature above the text is kept, but not edited
  const before = withoutSignature(message.body)
  const [edit] = useEditMessageMutation()
  return (
    <FormDialog<{ text: string }>
      form={form}
      title={t('inbox:edit.title')}
      saveLabel={t('inbox:edit.save')}
      initial={{ text: before }}
      onSave={async ({ text }, { save }) => {
        const body = { body: signatureOf(message.body) + text.trim() }
        if (text.trim() !== before) await save(edit, { id: message.id, seen, body })
      }}
      onClose={onClose}
    >
      <Form.Item
        name="text"
        rules={[{ required: true, whitespace: true, message: t('common:valid.required') }]}
      >
        <Input.TextArea
          aria-label={t('inbox:edit.title')}
          autoSize={{ minRows: 2, maxRows: 10 }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit()
          }}
        />
      </Form.Item>
    </FormDialog>
  )
}
