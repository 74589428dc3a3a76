export const QueuesPage = () => null
