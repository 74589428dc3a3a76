import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { lazyPage } from '../../app/lazy-page.js'
import { LazyDialog } from '../lazy-dialog.js'

export interface Question {
  readonly title: string
  readonly text: string
  /** label of the button that goes on */
  readonly confirm: string
  /** label of the button that does not; 'Cancel' unless given */
  readonly cancel?: string
  /** it removes something */
  readonly danger?: boolean
}
type Asked = Question & { readonly answer: (yes: boolean) => void }

const Confirm = createContext<(question: Question) => Promise<boolean>>(() => Promise.resolve(false))
const ConfirmDialog = lazyPage(() => import('./confirm-dialog.js').then((m) => m.ConfirmDialog))

/** Asks before something happens: `if (await confirm({…})) …`. */
export const useConfirm = () => useContext(Confirm)

/** Lets everything below ask. */
export const ConfirmProvider = ({ children }: { children: ReactNode }) => {
  const [asked, setAsked] = useState<Asked | null>(null)
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
      {asked !== null && (
        <LazyDialog>
          <ConfirmDialog {...asked} />
        </LazyDialog>
      )}
    </Confirm>
  )
}
