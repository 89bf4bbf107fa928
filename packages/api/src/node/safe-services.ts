import { randomUUID } from 'node:crypto'
import { type Chain, simulateOnNode } from '@vaultwright/chain'
import {
  followExecution,
  type NamedSafeServices,
  openSafeReader,
  type SafeReader,
  stateProposal,
} from '@vaultwright/safe-service'
import type { SafeProposer } from '../config/safe-proposer.ts'

/** The services of queues beside the store and the chains. */
export type SafeServices = NamedSafeServices & {
  /** The name of this process among those that take turns at a Safe. */
  readonly holder: string
  /** Null where the operator configured no key that proposes. */
  readonly proposer: SafeProposer | null
  /** Opens the reader of a Safe on a chain. */
  readonly openReader: (chain: Chain, options: Parameters<typeof openSafeReader>[1]) => SafeReader
  readonly stateProposal: typeof stateProposal
  readonly follow: typeof followExecution
  readonly simulate: typeof simulateOnNode
  readonly wait: (ms: number) => Promise<void>
}

/** Without any service. */
export const noSafeServices: NamedSafeServices = { servicesOf: () => [] }

/** Opens what queues are read with, and proposed to. */
export function openSafeServices(
  named: NamedSafeServices,
  proposer: SafeProposer | null = null,
): SafeServices {
  const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
  return {
    ...named,
    proposer,
    holder: randomUUID(),
    openReader: openSafeReader,
    stateProposal,
    follow: followExecution,
    simulate: simulateOnNode,
    wait,
  }
}
