interface NamedContact {
  readonly name: string
  readonly number: string | null
}

/** Whether a contact has no name, or only its number. */
export const lacksName = ({ name, number }: NamedContact): boolean => name === '' || name === number

interface CalledContact extends NamedContact {
  /** absent in documents of an earlier version of the view */
  readonly username?: string | null
}

/** A username for display: `@maria`; empty without a username. */
export const atUsername = (username: CalledContact['username']): string => (username ? `@${username}` : '')

/** A contact's name, else number, else username; '' without all three. */
export const displayNameOf = ({ name, number, username }: CalledContact): string =>
  name || number || atUsername(username)
