/** A number as +CC (DD) NNNN-NNNN; fewer than 12 digits stay as they are, nothing stays nothing. */
export const formatPhone = (number: string | null): string => {
  const digits = (number ?? '').replace(/\D/g, '')
  const parts = /^(\d{2})(\d{2})(\d{4,7})(\d{4})$/.exec(digits)
  if (digits.length < 12 || parts === null) return number ?? ''
  return `+${parts[1]} (${parts[2]}) ${parts[3]}-${parts[4]}`
}
