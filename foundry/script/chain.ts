import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { openAnvil, type Rpc } from '@vaultwright/chain'
import type { Hex } from 'viem'
import { accounts } from './account.ts'
import { openControl } from './control/control-vault.ts'
import { deploy } from './deploy.ts'
import { live } from './history.ts'
import { manifestOf } from './manifest.ts'
import { openMarkets } from './market/market.ts'
import { openSession, type Request } from './session.ts'
import { canonicalState, compressState } from './state.ts'
import { openSwaps } from './swap/swap-market.ts'
import { treesOf } from './tree.ts'

/** 2026-01-01, 00:00 UTC. */
const startUnix = 1_767_225_600

const options = [
  '--no-mining',
  '--order',
  'fifo',
  // Later forks keep block hashes in the state, and the state would differ from run to run.
  '--hardfork',
  'cancun',
  '--gas-limit',
  '100000000',
  '--timestamp',
  String(startUnix - 12),
]

/**
 * Makes the local chain from nothing.
 *
 * @returns files by name: the state, its manifest, and the trees.
 */
export async function makeChain(): Promise<ReadonlyMap<string, Uint8Array>> {
  const anvil = await openAnvil({
    chainId: 31_337,
    arguments: options,
    // The whole state is one answer.
    timeoutMs: 600_000,
  })
  try {
    const request = requestOf(anvil.rpc)
    const session = openSession(request)
    const { of, names, atUnix } = await deploy(session, startUnix)
    await openMarkets(session, of, atUnix)
    const trees = treesOf(of)
    const world = { session, of, trees, startUnix }
    const history = await live(world)
    const swaps = await openSwaps(world, history.at(-1)!)
    const events = [...history, ...swaps, ...(await openControl(world, swaps.at(-1)!))]
    const dump = (await request('anvil_dumpState', [true])) as Hex
    const text = canonicalState(gunzipSync(Buffer.from(dump.slice(2), 'hex')).toString())
    const state = { text, sha256: createHash('sha256').update(text).digest('hex') }
    const manifest = manifestOf({ of, names, trees, events, state, accounts })
    return new Map<string, Uint8Array>([
      ['manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)],
      ['state.json.br', compressState(text)],
      ...[...trees.values()].map(
        (tree) => [`trees/${tree.name}.json`, Buffer.from(tree.text)] as const,
      ),
    ])
  } finally {
    await anvil.close()
  }
}

function requestOf(rpc: Rpc): Request {
  return async (method, params) => {
    const [answer] = await rpc.ask([{ method, params }])
    if (answer === undefined || !answer.ok) {
      throw new Error(`${method}: ${answer?.error.message ?? 'no answer'}`)
    }
    return answer.value
  }
}
