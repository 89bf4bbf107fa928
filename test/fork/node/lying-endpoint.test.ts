import type { Address, Hex } from '@vaultwright/base'
import {
  type Chain,
  crossCheck,
  type LocalChain,
  openChain,
  openForkPool,
} from '@vaultwright/chain'
import { writeFalseSlot } from '@vaultwright/operations'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { answerSimulation } from '../../../packages/cli/src/commands/simulation/simulate.ts'
import { configOf } from '../../../packages/cli/src/terminal/env.ts'
import { plain } from '../../../packages/cli/src/terminal/style.ts'
import { localTree, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { approve, batchOf } from '../simulation/matrix/call.ts'

/** The same chain twice; the second node lies about one slot, and its blocks have their true hashes. */
let honest: LocalChain
let lying: LocalChain
let chains: { readonly honest: Chain; readonly lying: Chain }
let manager: Address
let sender: Address
let data: Hex

beforeAll(async () => {
  honest = await startLocalChain()
  lying = await startLocalChain()
  const [first, second] = await Promise.all(
    [honest, lying].map(({ anvil, manifest }) => openChain(anvil.rpc, { id: manifest.chainId })),
  )
  chains = { honest: first!, lying: second! }
  // The sender's root becomes that of another strategist, who may do more.
  const lie = await writeFalseSlot(chains.lying, lying.manifest)
  manager = lie.account
  sender = lie.strategist
  const { tree } = localTree('local-eth-main-3')
  data = batchOf(tree, approve(placeOf(honest, 'WETH'), placeOf(honest, 'Aave pool')))
})
afterAll(async () => {
  await honest?.anvil.close()
  await lying?.anvil.close()
})

/** Checks the result of both engines: the node of one chain, and a fork of another. */
function check(chain: Chain, upstream: LocalChain) {
  const pool = openForkPool({ upstreams: { [chain.id]: upstream.anvil.url }, size: 1 })
  onTestFinished(() => pool.close())
  return crossCheck({ chain, pool }, { from: sender, to: manager, data })
}

/** The answer of `simulate`. */
async function simulated(env: Record<string, string>, forkUrls: readonly string[]) {
  const terminal = { isTerminal: false, columns: 80 }
  const context = {
    config: configOf({ stdout: terminal, stderr: terminal } as never, env),
    now: Date.now,
    signal: new AbortController().signal,
    stderr: { write: () => true },
  }
  const answer = await answerSimulation(
    {
      calldata: data,
      to: manager,
      from: sender,
      quiet: true,
      strict: false,
      'rpc-url': [lying.anvil.url],
      'fork-rpc-url': forkUrls,
      watch: [],
    } as never,
    context as never,
  )
  const json = answer.json() as { readonly verdict: string; readonly isForkIndependent: boolean }
  const pieces: string[] = []
  for await (const piece of answer.text(plain)) pieces.push(piece)
  return { json, text: pieces.join(''), exit: answer.exit() }
}

test('golden: one node that lies about one slot makes both engines agree on a wrong success', async () => {
  const truth = await check(chains.honest, honest)
  expect(truth).toMatchObject({ agreed: true, simulation: { outcome: { status: 'reverted' } } })
  const deceived = await check(chains.lying, lying)
  expect(deceived).toMatchObject({ agreed: true, simulation: { outcome: { status: 'success' } } })
  const { json, text } = await simulated({}, [])
  expect(json).toMatchObject({ verdict: 'would_succeed', isForkIndependent: false })
  expect(text).toContain('both engines ask the same node')
})

test('law: with an honest node for the fork, whichever way it is named, the engines disagree', async () => {
  expect(await check(chains.lying, honest)).toMatchObject({ agreed: false })
  const { url } = honest.anvil
  for (const [env, urls] of [
    [{}, [url]],
    [{ LOCAL_FORK_RPC_URL: url }, []],
  ] as const) {
    const { json, text, exit } = await simulated(env, urls)
    expect(json).toMatchObject({ verdict: 'engines_differ', isForkIndependent: true })
    expect(text).toContain('No answer: the node and its fork disagree.')
    expect(exit).toBe(1)
  }
})

test('golden: two nodes that lie alike agree, and the answer says that they told it', async () => {
  const { rpc } = honest.anvil
  const [before] = await rpc.ask([{ method: 'evm_snapshot', params: [] }])
  await writeFalseSlot(chains.honest, honest.manifest)
  const { json, text } = await simulated({}, [honest.anvil.url])
  await rpc.ask([{ method: 'evm_revert', params: [(before as { value: string }).value] }])
  expect(json).toMatchObject({ verdict: 'would_succeed', isForkIndependent: true })
  expect(text).toContain("told by the nodes, not proven from the block's hash")
})

test('refuses: a fork of a node that is not a URL, without the text that was given', async () => {
  const failing = simulated({}, ['ftp://name:sesame@node.example'])
  await expect(failing).rejects.toMatchObject({ code: 'invalid_endpoint' })
  await expect(failing).rejects.not.toThrow('sesame')
})
