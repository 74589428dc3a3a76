import kafkajs, { type Broker, type Cluster, type PartitionAssigner } from 'kafkajs'

/** Internals of kafkajs that its types lack. */
type Coordinator = Broker & {
  leaveGroup(member: { groupId: string; memberId: string }): Promise<unknown>
}

/** A client's way to its group besides consuming. */
export interface Membership {
  /** kafkajs's own assigner for the new client, which gives access to the cluster */
  readonly assigner: PartitionAssigner
  /**
   * Removes a member that could not leave the group itself. A client that has lost its only broker ends. As long as
   * Kafka believes the member alive, all others in the group wait for it. The client is connected and subscribed.
   * Rejects if the coordinator cannot be reached.
   */
  takeOut(memberId: string): Promise<void>
}

export const createMembership = (groupId: string): Membership => {
  let cluster: Cluster | undefined
  return {
    assigner: (config) => {
      cluster = config.cluster
      return kafkajs.PartitionAssigners.roundRobin(config)
    },
    takeOut: async (memberId) => {
      const coordinator = (await cluster?.findGroupCoordinator({ groupId })) as Coordinator | undefined
      try {
        await coordinator?.leaveGroup({ groupId, memberId })
      } catch (failure) {
        const isGone = failure instanceof kafkajs.KafkaJSProtocolError && failure.type === 'UNKNOWN_MEMBER_ID'
        if (!isGone) throw failure
      }
    },
  }
}
