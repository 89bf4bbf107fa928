import type { Hex } from '@vaultwright/base'
import { openChain, simulateProvenOn } from '@vaultwright/chain'
import { printWitness } from '@vaultwright/proof'
import { supplyRequest } from '../../conformance/proven/supply.ts'
import { localChainFolder, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { typedData } from './packet.ts'

/** The tree that permits the batch below. */
export const supplyTree = `${localChainFolder}/trees/local-eth-main-3.json`

/** A batch as a Safe signs it, its witness, and what goes wrong with witnesses. */
export type ProvenPackets = {
  /** EIP-712 typed data of the Safe transaction. */
  readonly text: string
  readonly witness: string
  /** Of the block of the witness, from the chain and not from the file. */
  readonly blockHash: Hex
  /** The same batch, made by another account. */
  readonly foreign: string
  /** The same batch with one wei more. */
  readonly otherCalldata: string
  /** The same batch in a state of its own, whole and under a hash of its own. */
  readonly parallel: {
    readonly witness: string
    /** That the file names, and that its header has. */
    readonly label: Hex
    /** Of the block with this number on the chain. */
    readonly blockHash: Hex
  }
  /** A batch that fails, with its witness at the same block as the first. */
  readonly failing: { readonly text: string; readonly witness: string }
}

const amount = (25n * 10n ** 18n).toString(16)

/** Simulates a batch of the local chain's strategist, in the true state and in false ones. */
export async function provenPackets(): Promise<ProvenPackets> {
  const local = await startLocalChain()
  const { rpc } = local.anvil
  const send = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const [answer] = await rpc.ask([{ method, params }])
    if (!answer?.ok) throw new Error(`${method}: ${JSON.stringify(answer)}`)
    return answer.value
  }
  const chainId = local.manifest.chainId
  try {
    const chain = await openChain(rpc, { id: chainId })
    const request = supplyRequest(local, await chain.readBlock('latest'))
    const witnessOf = async (changes: Partial<typeof request>, on = chain) => {
      const { witness } = await simulateProvenOn(on, { ...request, ...changes })
      return printWitness(witness)
    }
    const withAmount = (digits: string) =>
      request.data.replaceAll(amount.padStart(64, '0'), digits.padStart(64, '0')) as Hex
    const packetOf = (data: Hex) => {
      const domain = { chainId, verifyingContract: request.from }
      const message = { ...typedData.message, to: request.to, data }
      return JSON.stringify({ ...typedData, domain, message })
    }
    const tooMuch = withAmount((10n ** 30n).toString(16))
    const honest = {
      text: packetOf(request.data),
      witness: await witnessOf({}),
      blockHash: request.block.hash,
      foreign: await witnessOf({ from: placeOf(local, 'WETH') }),
      otherCalldata: await witnessOf({ data: withAmount((25n * 10n ** 18n + 1n).toString(16)) }),
      failing: { text: packetOf(tooMuch), witness: await witnessOf({ data: tooMuch }) },
    }
    const snapshot = await send('evm_snapshot')
    await send('anvil_setBalance', request.to, '0x1')
    await send('anvil_mine')
    const otherChain = await openChain(rpc, { id: chainId })
    const block = await otherChain.readBlock('latest')
    const witness = await witnessOf({ block }, otherChain)
    await send('evm_revert', snapshot)
    await send('anvil_mine')
    const { hash } = await (await openChain(rpc, { id: chainId })).readBlock('latest')
    return { ...honest, parallel: { witness, label: block.hash, blockHash: hash } }
  } finally {
    await local.anvil.close()
  }
}
