import type { Branding } from '@guiche/contracts/views/present-settings.js'
import { useSyncExternalStore } from 'react'

/** The server writes the platform's look into the page; apply-look.ts changes it while the page is open. */
const { dataset } = document.documentElement

/** Calls back after a change of the looks. Gives a function that stops listening. */
const onLooks = (changed: () => void) => {
  addEventListener('looks', changed)
  return () => removeEventListener('looks', changed)
}
/** The platform's own colours and logos; absent values are the defaults. The same object until a change. */
export const useBranding = (): Partial<Branding> =>
  readBranding(useSyncExternalStore(onLooks, () => dataset.looks))

let known: { readonly text: string | undefined; readonly looks: Partial<Branding> } = {
  text: undefined,
  looks: {},
}
const readBranding = (text: string | undefined): Partial<Branding> => {
  if (text !== known.text) known = { text, looks: JSON.parse(text ?? '{}') }
  return known.looks
}
