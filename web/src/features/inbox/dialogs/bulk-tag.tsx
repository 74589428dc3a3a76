import Form from 'antd/es/form/index.js'
import { FormDialog } from '../../../components/form/form-dialog.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { TagSelect } from '../../tags/tag-select.js'
import type { BulkAct } from '../model/bulk.js'

interface Values {
  readonly tags: readonly number[]
}
interface Props {
  readonly count: number
  readonly onDo: (act: BulkAct) => Promise<void>
  readonly onClose: () => void
}

/** Adds tags to several tickets; their present tags stay. */
export const BulkTag = ({ count, onDo, onClose }: Props) => {
  const { t } = useTranslation()
  return (
    <FormDialog<Values>
      title={t('inbox:bulk.tagTitle', { count })}
      saveLabel={t('inbox:bulk.tag')}
      initial={{ tags: [] }}
      onSave={({ tags }) => onDo({ kind: 'tag', ids: tags })}
      onClose={onClose}
    >
      <Form.Item
        name="tags"
        label={t('tags:title')}
        rules={[{ required: true, message: t('inbox:bulk.tagRequired') }]}
      >
        <TagSelect<number> />
      </Form.Item>
    </FormDialog>
  )
}
