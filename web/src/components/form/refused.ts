import { createContext } from 'react'

/**
 * The field of the form around that did not fit or was refused last, or null; a new object each time. What hides fields
 * shows this one.
 */
export const Refused = createContext<{ readonly field: string } | null>(null)
