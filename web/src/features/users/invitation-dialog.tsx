import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import MailOutlined from '@ant-design/icons/es/icons/MailOutlined'
import type { UserRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import Input from 'antd/es/input/index.js'
import Modal from 'antd/es/modal/index.js'
import Skeleton from 'antd/es/skeleton/index.js'
import Space from 'antd/es/space/index.js'
import { useEffect, useState } from 'react'
import { type ApiError, errorText } from '../../api/errors.js'
import type { AnswerTo } from '../../api/routes.js'
import { formatDayAndTime } from '../../base/dates.js'
import { ErrorState } from '../../components/error-state.js'
import { useCopy } from '../../components/use-copy.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useInviteUserMutation } from './api.js'

type MadeInvitation = Extract<AnswerTo<'POST /users/:id/invitation'>, { readonly link: string }>

interface Props {
  readonly user: Pick<UserRecord, 'id' | 'name' | 'email'>
  readonly onClose: () => void
}

/** Makes an invitation link, shows it once, and mails it on request. */
export const InvitationDialog = ({ user, onClose }: Props) => {
  const { t } = useTranslation()
  const [invite, { data, error, isLoading }] = useInviteUserMutation()
  /** the newest link; it stays visible while another link is made */
  const [made, setMade] = useState<MadeInvitation | null>(null)
  if (data !== undefined && 'link' in data && data !== made) setMade(data)
  const make = (mail: boolean): void => void invite({ id: user.id, body: { mail } })
  useEffect(() => void invite({ id: user.id, body: {} }), [invite, user.id])

  const copyText = useCopy()
  const copy = (link: string) =>
    copyText(link, { copied: t('users:invite.copied'), notCopied: t('users:invite.notCopied') })
  return (
    <Modal
      open
      title={t('users:invite.title', { name: user.name })}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      {error !== undefined && made === null && (
        <ErrorState text={errorText(error as ApiError)} onRetry={() => make(false)} />
      )}
      {error === undefined && made === null && <Skeleton active paragraph={{ rows: 2 }} title={false} />}
      {made !== null && (
        <>
          <p>{t('users:invite.text', { date: formatDayAndTime(made.until) })}</p>
          <Space.Compact block style={{ marginTop: 12 }}>
            <Input
              readOnly
              aria-label={t('users:invite.link')}
              value={made.link}
              onFocus={({ target }) => target.select()}
            />
            <Button type="primary" icon={<CopyOutlined />} onClick={() => void copy(made.link)}>
              {t('users:invite.copy')}
            </Button>
          </Space.Compact>
          <Button
            block
            icon={<MailOutlined />}
            loading={isLoading}
            style={{ marginTop: 12 }}
            onClick={() => make(true)}
          >
            {t('users:invite.mail', { email: user.email })}
          </Button>
          <p role="status" style={{ marginTop: 12 }}>
            {error !== undefined && errorText(error as ApiError)}
            {error === undefined &&
              !isLoading &&
              made.mail !== 'none' &&
              t(`users:invite.${made.mail}`, { email: user.email })}
          </p>
        </>
      )}
    </Modal>
  )
}
