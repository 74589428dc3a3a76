interface Named {
  readonly name: string
  readonly number: string | null
}

/** Whether a contact has no name, or only its number. */
export const lacksName = ({ name, number }: Named): boolean => name === '' || name === number

interface Called extends Named {
  /** absent in documents of an earlier version of the view */
  readonly username?: string | null
}

/** A username for display: `@maria`; empty without a username. */
export const atUsername = (username: Called['username']): string => (username ? `@${username}` : '')

/** A contact's name, else number, else username; '' without all three. */
export const displayNameOf = ({ name, number, username }: Called): string =>
  name || number || atUsername(username)
