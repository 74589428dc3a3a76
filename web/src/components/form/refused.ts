import { createContext } from 'react'

/**
 * The enclosing form's last invalid or refused field, or null; a new object each time. Components that hide
 * fields show this field.
 */
export const Refused = createContext<{ readonly field: string } | null>(null)
