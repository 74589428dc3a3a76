import type { Operator } from '@guiche/command-api/operator/operator.js'
import type { DomainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'

/** Lines for the operator, or a sentence that says why not. */
type PrintedLines = Result<readonly string[], string>

const USAGE = [
  'npm run admin -- list-users                    who has an account, by company',
  'npm run admin -- reset-password <e-mail>       a new password, printed once; the session ends',
  'npm run admin -- invite <e-mail>               a link by which the user chooses a password',
  'npm run admin -- accept-files                  after a file of DATA_DIR was lost or put back alone: goes on with what is there',
  'npm run admin -- rotate-key                    after a theft of the data: everything is sealed under a new SECRET_KEY, all sessions end',
  'npm run admin -- renew-claims                  after SECRET_KEY or the vault was lost: e-mails, contacts and tickets are found again',
]

const sentenceOf = ({ code }: DomainError, email: string): string => {
  if (code === 'ERR_NO_USER_FOUND') return `no user has the e-mail ${email}; list-users shows all`
  return `the event store does not take it now (${code}); try again`
}

/** Runs the command of `npm run admin -- …`. */
export const runAdmin = async (operator: Operator, args: readonly string[]): Promise<PrintedLines> => {
  const [command, email = '', ...more] = args
  const takesEmail = command === 'reset-password' || command === 'invite'
  if (more.length > 0 || takesEmail !== (email !== '')) return err(USAGE.join('\n'))
  switch (command) {
    case 'list-users': {
      const users = await operator.listUsers()
      const lines = users.map(({ userId, companyId, email, name, profile, ...user }) =>
        [companyId, userId, email, name, user.super ? 'super' : profile].join('\t'),
      )
      return ok(['company\tid\te-mail\tname\tprofile', ...lines])
    }
    case 'reset-password': {
      const reset = await operator.resetPassword(email)
      if (!reset.ok) return err(sentenceOf(reset.error, email))
      return ok([`${email} signs in with ${reset.value.password} from now on, and should change it then.`])
    }
    case 'invite': {
      const invited = await operator.invite(email)
      if (!invited.ok) return err(sentenceOf(invited.error, email))
      return ok([`until ${invited.value.until}: ${invited.value.link}`])
    }
    case 'renew-claims': {
      const renewed = await operator.renewClaims()
      if (!renewed.ok) return err(sentenceOf(renewed.error, ''))
      const { users, contacts, tickets } = renewed.value
      return ok([`${users} users, ${contacts} contacts and ${tickets} open tickets are found again.`])
    }
    default:
      return err(USAGE.join('\n'))
  }
}
