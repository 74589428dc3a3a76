import { withSingleBlanks } from '@guiche/contracts/plain-text.js'
import type { ClosureRecord } from '@guiche/contracts/views/closures.js'
import type { CompanyRow } from '@guiche/contracts/views/company.js'
import Alert from 'antd/es/alert/index.js'
import Button from 'antd/es/button/index.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import Modal from 'antd/es/modal/index.js'
import { FormDialog } from '../../components/form/form-dialog.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useEraseCompanyMutation } from './api.js'
import { ClosureReport } from './closure-report.js'

interface Props {
  readonly company: Pick<CompanyRow, 'id' | 'name'>
  /** state of the erasure; undefined before the request */
  readonly closure: ClosureRecord | undefined
  /** called after the request, to read the erasure's state */
  readonly onAsked: () => Promise<unknown>
  readonly onClose: () => void
}

const ERASED_PARTS = ['people', 'talks', 'files', 'settings', 'phones'] as const

/** Asks for the company's name before its erasure; then shows the progress and the report. */
export const EraseCompany = ({ company, closure, onAsked, onClose }: Props) => {
  const { t } = useTranslation()
  const [erase] = useEraseCompanyMutation()
  const { id, name } = company
  if (closure !== undefined) {
    return (
      <Modal
        open
        title={t(closure.removed === null ? 'companies:erase.runningTitle' : 'companies:erase.doneTitle', {
          name,
        })}
        width={520}
        onCancel={onClose}
        footer={<Button onClick={onClose}>{t('common:close')}</Button>}
      >
        <ClosureReport of={closure} />
      </Modal>
    )
  }
  return (
    <FormDialog<{ name: string }>
      title={t('companies:erase.title', { name })}
      initial={{ name: '' }}
      onSave={async (body, { save }) => {
        await save(erase, { id, body })
        await onAsked()
        return false
      }}
      onClose={onClose}
      saveLabel={t('companies:erase.confirm')}
      danger
    >
      <Alert
        type="warning"
        showIcon
        style={{ marginBottom: 16 }}
        title={t('companies:erase.warning')}
        description={
          <ul style={{ margin: 0, paddingInlineStart: 20 }}>
            {ERASED_PARTS.map((part) => (
              <li key={part}>{t(`companies:erase.goes.${part}`)}</li>
            ))}
          </ul>
        }
      />
      <Form.Item
        name="name"
        label={t('companies:erase.name', { name })}
        validateTrigger="onSubmit"
        rules={[
          {
            validator: async (_rule, value: string) => {
              if (withSingleBlanks(value) !== withSingleBlanks(name))
                throw new Error(t('companies:erase.differs'))
            },
          },
        ]}
      >
        <Input autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={100} />
      </Form.Item>
    </FormDialog>
  )
}
