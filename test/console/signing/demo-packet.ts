import { openDemo } from '../support/demo.ts'
import { typedData } from './packet.ts'

type Json = { readonly [key: string]: unknown }
type Answer = Json & { readonly data: Json }

/** A packet that the demo's service built for its first strategist, with the tree that permits it. */
export async function demoPacket() {
  const { url, key, vaults } = await openDemo()
  const { chain, vault, strategists } = vaults.find(({ name }) => name === 'Local ETH')!
  const strategist = strategists[0]!.address
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(`${url}/v1/${path}`, { ...init, headers })
    return (await response.json()) as Answer
  }
  const body = JSON.stringify({ params: { asset: 'WETH', amount: '1.5' } })
  const path = `tx-builder/api/execute/${chain}/${vault}/${strategist}/aave_v3/supply`
  const built = await ask(path, { method: 'POST', body })
  const proof = await ask(`vaults/${chain}/${vault}/roots/${strategist}/proof`)
  const tree = await ask(`trees/${proof.data.root_hash}`)
  const { metadata, leaves: leafs, merkle_tree: MerkleTree } = tree.data.tree as Json
  const { encoded_tx_data: data } = built
  const message = { ...typedData.message, to: proof.data.manager_address, data }
  const domain = { chainId: proof.data.chain_id, verifyingContract: strategist }
  return {
    url,
    strategist,
    /** The answer of the builder as it came: a simulation with its calldata. */
    built,
    chainId: String(proof.data.chain_id),
    text: JSON.stringify({ ...typedData, domain, message }),
    tree: {
      name: 'demo-tree.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ metadata, leafs, MerkleTree })),
    },
  }
}
