import type { Plugin } from 'vite'

const FORMS = '@rc-component/form'
/** The only file of Ant Design's forms that every window needs. */
const CONTEXT = /antd[\\/]es[\\/]form[\\/]context\.js$/

/**
 * The index of the forms library imports all its parts and is not marked as free of side effects. So one React context would
 * add 12 KB to the first load. With this plugin, forms are loaded with the dialogs that use them.
 */
export const formsOnDemand = (): Plugin => ({
  name: 'forms-on-demand',
  enforce: 'pre',
  resolveId: {
    filter: { id: new RegExp(`^${FORMS}$`) },
    async handler(_id, importer, options) {
      if (importer === undefined || !CONTEXT.test(importer)) return null
      const found = await this.resolve(`${FORMS}/es/FormContext.js`, importer, { ...options, skipSelf: true })
      return found ?? this.error(`${FORMS} has its context elsewhere than was known`)
    },
  },
})
