import { type BrandScheme, brandFault, brandOf } from '@guiche/contracts/company/brand.js'
import Button from 'antd/es/button/index.js'
import Input from 'antd/es/input/index.js'
import { type CSSProperties, useEffect, useId, useState } from 'react'
import { type ApiError, errorText } from '../../api/errors.js'
import { useSaved } from '../../api/use-saved.js'
import { useAppDispatch } from '../../base/hooks.js'
import { ErrorState } from '../../components/error-state.js'
import { PageSkeleton } from '../../components/page-skeleton.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { showColor } from '../../theme/apply-look.js'
import { PALETTES } from '../../theme/tokens.js'
import { useChangeSettingMutation } from './api.js'
import { usePlatformSettingsQuery } from './platform-api.js'
import styles from './settings.module.css'

const KEYS = { light: 'colorLight', dark: 'colorDark' } as const
const HEX = /^#[0-9a-f]{6}$/

/** Preview of a colour in its scheme, even if the page uses the other scheme. */
const Preview = ({ scheme, color }: { readonly scheme: BrandScheme; readonly color: string }) => {
  const { t } = useTranslation()
  const { surface, text } = PALETTES[scheme]
  const { brand, onBrand, brandInk, brandSoft } = brandOf(scheme, color)
  const colors = {
    ...{ '--p-surface': surface, '--p-text': text, '--p-brand': brand, '--p-on-brand': onBrand },
    ...{ '--p-brand-ink': brandInk, '--p-brand-soft': brandSoft },
  } as CSSProperties
  return (
    <div className={styles.preview} style={colors} aria-hidden="true">
      <b>{t('settings:color.button')}</b>
      <em>{t('settings:color.link')}</em>
      <span>{t('settings:color.bubble')}</span>
    </div>
  )
}

/** The colour of one scheme, with a preview in this window; leaving the page discards an unsaved colour. */
const SchemeColor = ({ scheme, saved }: { readonly scheme: BrandScheme; readonly saved: string }) => {
  const { t, i18n } = useTranslation()
  const dispatch = useAppDispatch()
  const id = useId()
  const [change] = useChangeSettingMutation()
  const { save, saving } = useSaved()
  const [typed, setTyped] = useState<string | null>(null)
  const ours = PALETTES[scheme].brand
  const value = (typed ?? (saved || ours)).trim().toLowerCase()
  const isColor = HEX.test(value)
  const fault = isColor ? brandFault(scheme, value) : null
  const shown = isColor && fault === null && typed !== null ? (value === ours ? '' : value) : saved
  useEffect(() => {
    showColor(scheme, shown)
    return () => showColor(scheme, saved)
  }, [scheme, shown, saved])
  const keep = async (color: string): Promise<void> => {
    try {
      await save(change, { key: KEYS[scheme], body: { value: color === ours ? '' : color } })
      setTyped(null)
      dispatch(toastShown({ tone: 'good', text: t('settings:color.saved') }))
    } catch (error) {
      dispatch(toastShown({ tone: 'failed', text: errorText(error as ApiError) }))
    }
  }
  return (
    <form
      className={styles.color}
      aria-label={t(`settings:color.${scheme}`)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isColor && fault === null && !saving) void keep(value)
      }}
    >
      <h2>{t(`settings:color.${scheme}`)}</h2>
      <label htmlFor={id}>{t('settings:color.name')}</label>
      <div className={styles.actions}>
        <Input
          type="color"
          aria-label={t(`settings:color.${scheme}`)}
          style={{ width: 56 }}
          value={isColor ? value : ours}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Input
          id={id}
          style={{ width: 120 }}
          maxLength={7}
          autoComplete="off"
          status={isColor && fault === null ? '' : 'error'}
          aria-invalid={!isColor || fault !== null}
          aria-describedby={`${id}-fault`}
          value={typed ?? value}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <p id={`${id}-fault`} role="alert" className={styles.failure}>
        {!isColor && t('settings:color.wrong')}
        {fault !== null &&
          t('settings:color.unreadable', {
            contrast: fault.contrast.toLocaleString(i18n.language),
          })}
      </p>
      {fault !== null && (
        <Button onClick={() => setTyped(fault.nearest)}>
          {t('settings:color.use', { nearest: fault.nearest })}
        </Button>
      )}
      <Preview scheme={scheme} color={isColor ? value : ours} />
      <div className={styles.actions}>
        <Button type="primary" htmlType="submit" loading={saving} disabled={!isColor || fault !== null}>
          {t('settings:color.save')}
        </Button>
        {(saved !== '' || typed !== null) && (
          <Button disabled={saving} onClick={() => void keep('')}>
            {t('settings:color.ours')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** The platform's own colours. An unreadable colour is refused, and the nearest readable one is offered. */
export const Colors = () => {
  const { t } = useTranslation()
  const { data, isError, refetch } = usePlatformSettingsQuery()
  if (data === undefined) return isError ? <ErrorState onRetry={refetch} /> : <PageSkeleton />
  return (
    <>
      <p className={styles.hint}>{t('settings:color.hint')}</p>
      <div className={styles.colors}>
        {(['light', 'dark'] as const).map((scheme) => (
          <SchemeColor
            key={scheme}
            scheme={scheme}
            saved={data.find(({ key }) => key === KEYS[scheme])?.value ?? ''}
          />
        ))}
      </div>
    </>
  )
}
