import { createListenerMiddleware } from '@reduxjs/toolkit'

/** Middleware in which features register effects of actions. */
export const listener = createListenerMiddleware()
