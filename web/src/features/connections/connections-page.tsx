export const ConnectionsPage = () => null
