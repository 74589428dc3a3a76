import { createListenerMiddleware } from '@reduxjs/toolkit'

/** Where features put what should happen after an action. */
export const listener = createListenerMiddleware()
