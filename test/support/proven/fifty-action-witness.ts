import type { Hex } from '@vaultwright/base'
import { openChain, simulateProvenOn } from '@vaultwright/chain'
import type { ProvenSimulation } from '@vaultwright/outcome'
import { printWitness } from '@vaultwright/proof'
import { startLocalChain } from '../node/local-chain.ts'
import { fiftyActionRequest } from './fifty-action.ts'

/** The witness of the fifty actions as a file, what to replay it with, and what must come of it. */
export type FiftyActionWitness = {
  /** The file, as `printWitness` prints it. */
  readonly text: string
  /** Of the block, from the local chain and not from the file. */
  readonly blockHash: Hex
  readonly proven: ProvenSimulation
}

/** The time a busy machine may take for them: speed is not the question here. */
const mayRunMs = 60_000

/** Simulates the demo's batch of fifty actions on proven state at the head of the local chain. */
export async function fiftyActionWitness(): Promise<FiftyActionWitness> {
  const local = await startLocalChain()
  try {
    const chain = await openChain(local.anvil.rpc, { id: local.manifest.chainId })
    const block = await chain.readBlock('latest')
    const request = await fiftyActionRequest(local, chain, block)
    const proven = await simulateProvenOn(chain, request, { mayRunMs })
    return { text: printWitness(proven.witness), blockHash: block.hash, proven }
  } finally {
    await local.anvil.close()
  }
}
