/**
 * Key prefix of the leases of gateways. One write renews all connections of a gateway. A gateway without its entry is
 * dead for ever.
 */
export const GATEWAYS = 'gateway/'
