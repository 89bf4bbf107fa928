import type { Hex } from '@vaultwright/base'
import { type Chain, openAnvil, type Rpc } from '@vaultwright/chain'
import {
  type FinalHeader,
  type FinalityFile,
  type LayerTwoFile,
  parseFinalityFile,
  printFinalityFile,
} from '@vaultwright/finality'
import { tieRollup } from '@vaultwright/operations'
import { ask, assertionLogOf, chainOn, confirmAssertion, finalOf } from './rollup-below.ts'

type Header = Readonly<
  Record<'hash' | 'number' | 'parentHash' | 'stateRoot' | 'withdrawalsRoot' | 'timestamp', Hex>
>
type Tied = { readonly final: FinalHeader; readonly layerTwo: LayerTwoFile }

const zeroHash: Hex = `0x${'0'.repeat(64)}`

/** A finality file of which only the part that goes on to a rollup counts. */
export const emptyFile: FinalityFile = {
  chainId: 1,
  checkpoint: zeroHash,
  bootstrap: '0x',
  updates: [],
  finality: null,
  optimistic: null,
  block: { number: 1n, hash: zeroHash },
  evidence: { kind: 'same' },
}

/** Starts a chain and a rollup on it; block 4 of the rollup is there to be confirmed. */
export async function openRollupPair() {
  const below = await openAnvil({ chainId: 1, arguments: ['--hardfork', 'prague'] })
  const rollup = await openAnvil({ chainId: 10, arguments: ['--hardfork', 'prague'] })
  await ask(rollup, 'anvil_mine', '0x5')
  const confirmed = (await ask(rollup, 'eth_getBlockByNumber', '0x4', false)) as Header
  const chain = await chainOn(below, 1)

  /** Makes what goes on to the rollup, and takes it through a file. */
  async function tied(
    chainId: number,
    target: bigint | 'finalized',
    node: Chain = chain,
  ): Promise<Tied> {
    const final = await finalOf(below)
    const above = { ...(await chainOn(rollup, 10)), id: chainId }
    const whole = await tieRollup(
      { file: emptyFile, final },
      { below: node, rollup: above },
      target,
    )
    const { layerTwo } = parseFinalityFile(printFinalityFile(whole))
    return { final, layerTwo: layerTwo! }
  }

  /** Goes on to Arbitrum. No contract logs its event here: a node that answers it stands between. */
  async function tiedToArbitrum(logs: unknown = [assertionLogOf(confirmed.hash)]): Promise<Tied> {
    await confirmAssertion(below, 42_161, confirmed.hash)
    const rpc: Rpc = {
      ...chain.rpc,
      ask: async (requests) =>
        requests[0]?.method === 'eth_getLogs'
          ? [{ ok: true as const, value: logs }]
          : chain.rpc.ask(requests),
    }
    return tied(42_161, 'finalized', { ...chain, rpc })
  }

  const close = async () => {
    await below.close()
    await rollup.close()
  }
  return { below, rollup, confirmed, tied, tiedToArbitrum, close }
}
