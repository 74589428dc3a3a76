import type { Plugin } from 'vite'

const FORMS = '@rc-component/form'
/** The only file of Ant Design's forms that every window needs. */
const CONTEXT = /antd[\\/]es[\\/]form[\\/]context\.js$/

/**
 * The index of the library of forms names everything that it has, and does not say that nothing happens by importing it. So
 * that one context would bring 12 KB with the first load; forms themselves come with the dialogs that have them.
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
