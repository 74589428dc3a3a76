import Spin from 'antd/es/spin/index.js'
import { lazy, Suspense } from 'react'

const AllEmojis = lazy(() => import('./all-emojis.js'))

const Waiting = () => (
  <div style={{ display: 'grid', placeItems: 'center', minHeight: 96, minWidth: 96 }}>
    <Spin />
  </div>
)

/** The full emoji list, loaded on demand. */
export const Emojis = ({ onPick }: { onPick: (emoji: string) => void }) => (
  <Suspense fallback={<Waiting />}>
    <AllEmojis onPick={onPick} />
  </Suspense>
)
