import { type ComponentType, useEffect, useState } from 'react'
import { fetchPart } from '../base/lazy-page.js'

/**
 * A dialog that is fetched when it is first opened; nothing shows in between. It is no child of Suspense: React renders
 * such a child in pieces and may begin anew. antd registers each beginning as an open dialog, and a dialog that was only
 * begun stays registered above all others, so that Esc closes none of them any more.
 */
export const lazyDialog = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> => {
  let fetched: ComponentType<P> | null = null
  return (props) => {
    const [Dialog, setDialog] = useState(() => fetched)
    const [failure, setFailure] = useState<{ readonly reason: unknown } | null>(null)
    useEffect(() => {
      if (fetched !== null) return
      fetchPart(load).then(
        (component) => {
          fetched = component
          setDialog(() => component)
        },
        (reason: unknown) => setFailure({ reason }),
      )
    }, [])
    if (failure !== null) throw failure.reason
    return Dialog === null ? null : <Dialog {...props} />
  }
}
