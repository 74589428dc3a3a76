import type { Plugin } from 'vite'

/** The two components that draw every icon of Ant Design, those in its own components, too. */
const ICON = /@ant-design[\\/]icons[\\/]es[\\/]components[\\/]AntdIcon(Light)?\.js$/
/** Ant Design's code that labels an icon with the icon's English name, unless the label is given. */
const NAMED = /role: "img",\s*"aria-label": icon\.name(?=\s*\}, restProps)/
const SILENT = '...(restProps["aria-label"] === undefined ? { "aria-hidden": true } : { role: "img" })'

/**
 * An icon says nothing to a screen reader unless it was given a name: Ant Design would have it say its own name, in
 * English in every language, and has no setting for this.
 */
export const silentIcons = (): Plugin => ({
  name: 'silent-icons',
  transform: {
    filter: { id: ICON },
    handler(code, id) {
      if (!NAMED.test(code)) return this.error(`${id} names its icons in another way than was known`)
      return { code: code.replace(NAMED, SILENT), map: null }
    },
  },
})
