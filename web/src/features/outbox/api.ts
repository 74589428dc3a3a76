import { endpoints } from '../../api/base-api.js'

export const { useMailsQuery, useForgetMailMutation } = endpoints(({ query, command }) => ({
  // the cache must not keep secrets in the browser's memory
  mails: query('GET /mails', { providesTags: ['Mails'], keepUnusedDataFor: 0 }),
  forgetMail: command('DELETE /mails/:id', { changes: ['Mails'] }),
}))
