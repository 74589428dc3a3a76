import { endpoints } from '../../api/base-api.js'

export const { useMailsQuery, useForgetMailMutation } = endpoints(({ query, command }) => ({
  // what is secret does not stay in the memory of the browser
  mails: query('GET /mails', { providesTags: ['Mails'], keepUnusedDataFor: 0 }),
  forgetMail: command('DELETE /mails/:id', { changes: ['Mails'] }),
}))
