import { LARGEST_LOGO, LOGO_REFS, type LogoRef } from '@guiche/contracts/company/logos.js'
import Button from 'antd/es/button/index.js'
import { type FormEvent, useId, useState } from 'react'
import { type ApiError, errorText } from '../../api/errors.js'
import { useSaved } from '../../api/use-saved.js'
import { chooseFiles } from '../../base/choose-files.js'
import { useAppDispatch } from '../../base/hooks.js'
import { useConfirm } from '../../components/confirm/confirm.js'
import { Mark } from '../../components/mark.js'
import { Select } from '../../components/select.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useBranding } from '../../theme/branding.js'
import { useBringLogoMutation, useRemoveLogoMutation } from './platform-api.js'
import styles from './settings.module.css'

const ACCEPT = '.png,.ico,.svg,image/png,image/x-icon,image/svg+xml'

/** Uploads a logo after the choice of place and file; names missing parts first. */
const LogoUpload = () => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const id = useId()
  const [bring] = useBringLogoMutation()
  const { save, saving } = useSaved()
  const [place, setPlace] = useState<LogoRef | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const faultOf = (): string | null => {
    if (place === null) return t('settings:logo.choosePlace')
    if (file === null) return t('settings:logo.chooseFile')
    return /\.(png|ico|svg)$/i.test(file.name) ? null : t('settings:logo.wrongType')
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const fault = faultOf()
    setFailure(fault)
    if (fault !== null || place === null || file === null || saving) return
    const body = new FormData()
    body.append('file', file)
    try {
      await save(bring, { query: { ref: place }, body })
      setFile(null)
      dispatch(toastShown({ tone: 'good', text: t('settings:logo.sent') }))
    } catch (error) {
      setFailure(errorText(error as ApiError))
    }
  }
  return (
    <form className={styles.bring} noValidate onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>{t('settings:logo.place')}</label>
      <Select<LogoRef>
        id={id}
        value={place}
        placeholder={t('settings:logo.place')}
        options={LOGO_REFS.map((ref) => ({ value: ref, label: t(`settings:logo.of.${ref}`) }))}
        onChange={setPlace}
      />
      <Button onClick={() => chooseFiles(([chosen]) => setFile(chosen ?? null), { accept: ACCEPT })}>
        {file?.name ?? t('settings:logo.choose')}
      </Button>
      <p className={styles.state}>{t('settings:logo.formats', { megabytes: LARGEST_LOGO / 1024 / 1024 })}</p>
      <p role="alert" className={styles.failure}>
        {failure}
      </p>
      <Button type="primary" htmlType="submit" loading={saving}>
        {t('settings:logo.send')}
      </Button>
    </form>
  )
}

/** The platform's present logos by place. */
export const Logos = () => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const { logos = {} } = useBranding()
  const [remove] = useRemoveLogoMutation()
  const confirm = useConfirm()
  const { save, saving } = useSaved()
  const takeAway = async (ref: LogoRef): Promise<void> => {
    const question = {
      title: t('settings:logo.removeTitle', { place: t(`settings:logo.of.${ref}`) }),
      text: t('settings:logo.removeText'),
      confirm: t('settings:logo.remove'),
      danger: true,
    }
    if (!(await confirm(question))) return
    try {
      await save(remove, { ref })
      dispatch(toastShown({ tone: 'good', text: t('settings:logo.removed') }))
    } catch (error) {
      dispatch(toastShown({ tone: 'failed', text: errorText(error as ApiError) }))
    }
  }
  return (
    <>
      <p className={styles.hint}>{t('settings:logo.hint')}</p>
      <LogoUpload />
      <ul className={styles.logos}>
        {LOGO_REFS.map((ref) => (
          <li key={ref} className={styles.logo}>
            <strong>{t(`settings:logo.of.${ref}`)}</strong>
            <div className={styles.shown}>
              <Mark of={ref} size={56} />
            </div>
            {logos[ref] === undefined ? (
              <span className={styles.state}>{t('settings:logo.ours')}</span>
            ) : (
              <Button
                disabled={saving}
                aria-label={`${t('settings:logo.remove')}: ${t(`settings:logo.of.${ref}`)}`}
                onClick={() => void takeAway(ref)}
              >
                {t('settings:logo.remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
