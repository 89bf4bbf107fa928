import type { Hex } from '@vaultwright/base'
import { parseHex } from '@vaultwright/base'
import type { Rpc } from '@vaultwright/chain'
import { encodeHeader, openProvenState, type ProvenState, type StateRef } from '@vaultwright/proof'

/** Asks a node one question. */
export async function askOne(rpc: Rpc, method: string, ...params: unknown[]): Promise<unknown> {
  const [answer] = await rpc.ask([{ method, params }])
  if (answer?.ok !== true) throw new Error(`${method}: ${JSON.stringify(answer)}`)
  return answer.value
}

type Proof = {
  readonly accountProof: readonly Hex[]
  readonly storageProof: readonly { readonly proof: readonly Hex[] }[]
}

/** The state after a block, fetched a piece at a time as a run asks for it. */
export async function openLazyState(
  rpc: Rpc,
  block: Hex,
): Promise<{
  readonly state: ProvenState
  readonly fetch: (missing: StateRef) => Promise<void>
}> {
  const header = (await askOne(rpc, 'eth_getBlockByHash', block, false)) as Record<string, unknown>
  const state = openProvenState(encodeHeader(header)!, block)
  const tag = `0x${state.header.number.toString(16)}`
  const fetch = async ({ account, slot, codeHash, block: number }: StateRef) => {
    if (number !== undefined) {
      const oldest = state.header.number - BigInt(state.ancestorCount()) - 1n
      for (let index = oldest; index > number; index--) {
        const older = await askOne(rpc, 'eth_getBlockByNumber', `0x${index.toString(16)}`, false)
        state.addAncestor(encodeHeader(older as Record<string, unknown>)!)
      }
      return
    }
    if (codeHash !== undefined) {
      state.addCode(parseHex((await askOne(rpc, 'eth_getCode', account, tag)) as Hex))
      return
    }
    const slots = slot === undefined ? [] : [slot]
    const proof = (await askOne(rpc, 'eth_getProof', account, slots, tag)) as Proof
    for (const node of proof.accountProof) state.addNode(parseHex(node))
    for (const node of proof.storageProof[0]?.proof ?? []) state.addNode(parseHex(node))
  }
  return { state, fetch }
}
