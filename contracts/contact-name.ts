interface Named {
  readonly name: string
  readonly number: string | null
}

/** Whether nobody has given a contact a name yet: it has none, or only its number. */
export const lacksName = ({ name, number }: Named): boolean => name === '' || name === number
