import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import Button from 'antd/es/button/index.js'
import Input from 'antd/es/input/index.js'
import Space from 'antd/es/space/index.js'
import { formatDayAndTime } from '../../base/dates.js'
import { useAppDispatch } from '../../base/hooks.js'
import { useConfirm } from '../../components/confirm/confirm.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useCopy } from '../../components/use-copy.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useMakeTokenMutation, useRevokeTokenMutation } from './api.js'

interface Props {
  readonly id: number
  /** time when the present token was made, or null without a token */
  readonly madeAt: string | null
}

/** Makes and revokes the token of a connection. A new token is shown only until the dialog closes. */
export const ConnectionToken = ({ id, madeAt }: Props) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const confirm = useConfirm()
  const [make, { data, isLoading, reset }] = useMakeTokenMutation()
  const [revoke, { isLoading: isRevoking }] = useRevokeTokenMutation()
  const made = data !== undefined && 'token' in data ? data.token : null
  const has = made !== null || madeAt !== null

  const copyText = useCopy()
  const copy = (token: string) => {
    const told = { copied: t('connections:token.copied'), notCopied: t('connections:token.notCopied') }
    return copyText(token, told)
  }
  const makeOne = async (): Promise<void> => {
    const texts = { title: t('connections:token.replaceTitle'), text: t('connections:token.replaceText') }
    const question = { ...texts, confirm: t('connections:token.replace'), danger: true }
    if (!has || (await confirm(question))) await make({ id })
  }
  const revokeIt = async (): Promise<void> => {
    const texts = { title: t('connections:token.revokeTitle'), text: t('connections:token.revokeText') }
    if (!(await confirm({ ...texts, confirm: t('connections:token.revoke'), danger: true }))) return
    const done = await revoke({ id })
    if (done.error !== undefined) return
    reset()
    dispatch(toastShown({ tone: 'good', text: t('connections:token.revoked') }))
  }

  return (
    <Space direction="vertical" style={{ width: '100%' }}>
      {made === null ? (
        <span>
          {madeAt === null
            ? t('connections:token.none')
            : t('connections:token.since', { date: formatDayAndTime(madeAt) })}
        </span>
      ) : (
        <>
          <span>{t('connections:token.once')}</span>
          <Space.Compact block>
            <Input
              readOnly
              aria-label={t('connections:token.label')}
              value={made}
              onFocus={({ target }) => target.select()}
            />
            <Button type="primary" icon={<CopyOutlined />} onClick={() => void copy(made)}>
              {t('connections:token.copy')}
            </Button>
          </Space.Compact>
        </>
      )}
      <Space wrap>
        <Button loading={isLoading} onClick={() => void makeOne()}>
          {t(has ? 'connections:token.replace' : 'connections:token.make')}
        </Button>
        {has && (
          <Button danger loading={isRevoking} onClick={() => void revokeIt()}>
            {t('connections:token.revoke')}
          </Button>
        )}
      </Space>
    </Space>
  )
}
