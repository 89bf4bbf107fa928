import { type Hex, printHex } from '@vaultwright/base'
import type { Rpc } from '@vaultwright/chain'
import { keccak256 } from '@vaultwright/merkle'
import { encodeHeader } from '@vaultwright/proof'

/** Fields of a header in the words of a node. */
type HeaderFields = Readonly<Record<string, Hex>>

/**
 * Answers as a node of another chain whose newest header has the given fields, over the state of a local one: Anvil
 * writes headers of the OP Stack without their extra data.
 */
export async function openRelabelledNode(
  local: Rpc,
  { chainId, fields }: { readonly chainId: number; readonly fields: HeaderFields },
): Promise<{ readonly rpc: Rpc; readonly hash: Hex }> {
  const [answer] = await local.ask([{ method: 'eth_getBlockByNumber', params: ['latest', false] }])
  if (answer?.ok !== true) throw new Error('The local node has no block.')
  const original = answer.value as HeaderFields
  const header = { ...original, ...fields }
  const hash = printHex(keccak256(encodeHeader(header)!))
  const relabelled = { ...header, hash }
  const rpc: Rpc = {
    ...local,
    ask: async (calls) => {
      const answers = await local.ask(
        calls.map(({ method, params }) => ({
          method,
          params: JSON.parse(JSON.stringify(params).replaceAll(hash, original.hash!)),
        })),
      )
      return answers.map((given, index) => {
        if (calls[index]!.method === 'eth_chainId')
          return { ok: true, value: `0x${chainId.toString(16)}` }
        const isBlock = given.ok && (given.value as HeaderFields | null)?.hash === original.hash
        return isBlock && calls[index]!.method.startsWith('eth_getBlock')
          ? { ok: true, value: relabelled }
          : given
      })
    },
  }
  return { rpc, hash }
}
