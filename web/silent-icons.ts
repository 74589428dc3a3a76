import type { Plugin } from 'vite'

/** The two components that draw every icon of Ant Design, including icons in its own components. */
const ICON = /@ant-design[\\/]icons[\\/]es[\\/]components[\\/]AntdIcon(Light)?\.js$/
/** Ant Design's code that labels an icon with the icon's English name, unless the label is given. */
const LABELLED_ICON = /role: "img",\s*"aria-label": icon\.name(?=\s*\}, restProps)/
const SILENT_ICON = '...(restProps["aria-label"] === undefined ? { "aria-hidden": true } : { role: "img" })'

/**
 * Hides icons without a name from screen readers. By default Ant Design gives each icon its own English name, and has no
 * setting for this.
 */
export const silentIcons = (): Plugin => ({
  name: 'silent-icons',
  transform: {
    filter: { id: ICON },
    handler(code, id) {
      if (!LABELLED_ICON.test(code)) return this.error(`${id} names its icons in another way than was known`)
      return { code: code.replace(LABELLED_ICON, SILENT_ICON), map: null }
    },
  },
})
