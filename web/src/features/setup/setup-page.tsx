export const SetupPage = () => null
