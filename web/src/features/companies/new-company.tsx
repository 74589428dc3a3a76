import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import Alert from 'antd/es/alert/index.js'
import Button from 'antd/es/button/index.js'
import Input from 'antd/es/input/index.js'
import Space from 'antd/es/space/index.js'
import { useState } from 'react'
import { PageHeader } from '../../components/page-header.js'
import { useCopy } from '../../components/use-copy.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { CompanyForm, type MadeCompany } from './company-form.js'

/** The password of the first administrator, shown only once. */
const FirstPassword = ({ made, onClose }: { readonly made: MadeCompany; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const copyText = useCopy()
  const { name, email, password } = made
  if (password === null) {
    return (
      <Alert
        role="status"
        type="success"
        showIcon
        closable
        onClose={onClose}
        style={{ maxWidth: 640, marginBottom: 24 }}
        title={t('companies:first.title', { name })}
        description={t('companies:first.toldBefore', { email })}
      />
    )
  }
  const copy = () =>
    copyText(password, { copied: t('companies:first.copied'), notCopied: t('companies:first.notCopied') })
  return (
    <Alert
      role="status"
      type="success"
      showIcon
      closable
      onClose={onClose}
      style={{ maxWidth: 640, marginBottom: 24 }}
      title={t('companies:first.title', { name })}
      description={
        <>
          <p>{t('companies:first.text', { email })}</p>
          <Space.Compact block style={{ marginTop: 8 }}>
            <Input
              readOnly
              aria-label={t('companies:first.password')}
              value={password}
              onFocus={({ target }) => target.select()}
            />
            {/* the form just saved ends far below the visible part */}
            <Button autoFocus type="primary" icon={<CopyOutlined />} onClick={() => void copy()}>
              {t('companies:first.copy')}
            </Button>
          </Space.Compact>
        </>
      }
    />
  )
}

/** The form that creates a company; then shows its administrator's password, once. */
export const NewCompany = () => {
  const { t } = useTranslation()
  const [made, setMade] = useState<MadeCompany | null>(null)
  const [turn, setTurn] = useState(0)
  return (
    <>
      <PageHeader level={2} title={t('companies:addTitle')} hint={t('companies:addHint')} />
      {made !== null && <FirstPassword made={made} onClose={() => setMade(null)} />}
      <CompanyForm key={turn} inPage company={null} onMade={setMade} onClose={() => setTurn(turn + 1)} />
    </>
  )
}
