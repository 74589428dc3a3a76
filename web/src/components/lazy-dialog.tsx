import { type ComponentType, useEffect, useState } from 'react'
import { fetchPart } from '../base/lazy-page.js'

/**
 * A dialog loaded when it is first opened; nothing shows meanwhile. Suspense is not suitable: React may start
 * rendering its children several times. antd registers each start as an open dialog, and abandoned ones stay
 * registered on top. Esc would then close no dialog. `prefetch`: loads the dialog ahead, for use without the network.
 */
export const lazyDialog = <P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> & { readonly prefetch: () => void } => {
  let fetched: ComponentType<P> | null = null
  const keepFetched = (component: ComponentType<P>): void => {
    fetched = component
  }
  const Lazy = (props: P) => {
    const [Dialog, setDialog] = useState(() => fetched)
    const [failure, setFailure] = useState<{ readonly reason: unknown } | null>(null)
    useEffect(() => {
      if (fetched !== null) return
      fetchPart(load).then(
        (component) => {
          keepFetched(component)
          setDialog(() => component)
        },
        (reason: unknown) => setFailure({ reason }),
      )
    }, [])
    if (failure !== null) throw failure.reason
    return Dialog === null ? null : <Dialog {...props} />
  }
  return Object.assign(Lazy, { prefetch: () => void load().then(keepFetched, () => undefined) })
}
