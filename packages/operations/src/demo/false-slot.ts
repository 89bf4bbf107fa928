import type { Address, Hex } from '@vaultwright/base'
import { type Chain, type LocalManifest, RpcRefusedError, readManageRoot } from '@vaultwright/chain'
import { mappingKeyOf } from '@vaultwright/proof'

/** A slot of the local chain that one node shows with a word that the chain does not hold. */
export type FalseSlot = {
  readonly vault: string
  /** The Manager of the vault. */
  readonly account: Address
  readonly slot: Hex
  /** The strategist whose root the slot holds. */
  readonly strategist: Address
  /** The word that follows from the hash of the block. */
  readonly truth: Hex
  /** The word that the node shows. */
  readonly shown: Hex
}

/**
 * Makes the local chain's node lie: the root of the first vault's second strategist becomes that of the
 * first. No block is made, so every header and every block hash stays the true one.
 *
 * @param chain - the local chain, of a node that does nothing else.
 * @throws {RpcRefusedError} when the node is not Anvil.
 */
export async function writeFalseSlot(chain: Chain, manifest: LocalManifest): Promise<FalseSlot> {
  const { name, manager, strategists } = manifest.vaults[0]!
  const [first, second] = [strategists[0]!, strategists[1]!]
  const block = await chain.readBlock('latest')
  const query = { manager, strategist: second.address, block }
  const { root: truth, slot: mapping } = await readManageRoot(chain, query)
  const slot = mappingKeyOf(second.address, mapping!)
  const method = 'anvil_setStorageAt'
  const [answer] = await chain.rpc.ask([{ method, params: [manager, slot, first.root] }])
  if (answer?.ok === false) throw new RpcRefusedError(method, answer.error)
  return {
    vault: name,
    account: manager,
    slot,
    strategist: second.address,
    truth,
    shown: first.root,
  }
}
