import { type ReactNode, Suspense } from 'react'

/** Around a dialog that is fetched when it is opened; nothing shows in between. */
export const LazyDialog = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={null}>{children}</Suspense>
)
