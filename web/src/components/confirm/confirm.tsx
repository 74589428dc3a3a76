import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.js'
import { lazyDialog } from '../lazy-dialog.js'
import type { Question } from './confirm-dialog.js'

type AskedQuestion = Question & { readonly answer: (yes: boolean) => void }

const Confirm = createContext<(question: Question) => Promise<boolean>>(() => Promise.resolve(false))
const ConfirmDialog = lazyDialog(() => import('./confirm-dialog.js').then((m) => m.ConfirmDialog))

/** Asks for a confirmation: `if (await confirm({…})) …`. */
export const useConfirm = () => useContext(Confirm)

/** Asks before typed input is lost. */
export const useDiscard = (): (() => Promise<boolean>) => {
  const { t } = useTranslation()
  const confirm = useConfirm()
  return () =>
    confirm({
      title: t('common:discard.title'),
      text: t('common:discard.text'),
      confirm: t('common:discard.confirm'),
      cancel: t('common:discard.cancel'),
      danger: true,
    })
}

/** Provides confirmations to all components below. */
export const ConfirmProvider = ({ children }: { children: ReactNode }) => {
  const [asked, setAsked] = useState<AskedQuestion | null>(null)
  const ask = useCallback(
    (question: Question) =>
      new Promise<boolean>((resolve) => {
        setAsked({
          ...question,
          answer: (yes) => {
            setAsked(null)
            resolve(yes)
          },
        })
      }),
    [],
  )
  return (
    <Confirm value={ask}>
      {children}
      {asked !== null && <ConfirmDialog {...asked} />}
    </Confirm>
  )
}
