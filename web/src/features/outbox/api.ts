import { endpoints } from '../../api/base-api.js'

export const { useMailsQuery, useForgetMailMutation } = endpoints(({ query, command }) => ({
  // secrets do not stay in the browser's memory
  mails: query('GET /mails', { providesTags: ['Mails'], keepUnusedDataFor: 0 }),
  forgetMail: command('DELETE /mails/:id', { changes: ['Mails'] }),
}))
