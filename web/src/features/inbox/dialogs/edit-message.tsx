import type { MessageRecord } from '@guiche/contracts/views/records.js'
import Input from 'antd/es/input/index.js'
import Modal from 'antd/es/modal/index.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditMessageMutation } from '../api.js'
import { signatureOf, withoutSignature } from '../model/signature.js'

/** Changes the text of an own message; an empty text is not taken. */
export const EditMessage = ({ message, onClose }: { message: MessageRecord; onClose: () => void }) => {
  const { t } = useTranslation()
  // the name above it stays; it is not part of what is changed
  const before = withoutSignature(message.body)
  const [text, setText] = useState(before)
  const [edit, { isLoading }] = useEditMessageMutation()
  const unchanged = text.trim() === '' || text.trim() === before
  const save = async () => {
    const { error } = await edit({ id: message.id, body: signatureOf(message.body) + text.trim() })
    if (error === undefined) onClose()
  }
  return (
    <Modal
      open
      title={t('inbox:edit.title')}
      okText={t('inbox:edit.save')}
      cancelText={t('inbox:cancel')}
      okButtonProps={{ disabled: unchanged, loading: isLoading }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Input.TextArea
        autoFocus
        aria-label={t('inbox:edit.title')}
        autoSize={{ minRows: 2, maxRows: 10 }}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !unchanged) void save()
        }}
      />
    </Modal>
  )
}
