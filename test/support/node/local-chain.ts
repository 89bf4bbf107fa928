import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address } from '@vaultwright/base'
import { type LocalChain, openLocalChain } from '@vaultwright/chain'
import { parseTreeFile, type TreeFile } from '@vaultwright/formats'
import type { Hardfork } from '@vaultwright/registry'
import { onTestFinished } from 'vitest'

/** Where the committed local chain lies. */
export const localChainFolder = join(import.meta.dirname, '../../../fixtures/chain')

/** Chains of this worker that no test file holds, as they were made. They end with their worker. */
const idle: LocalChain[] = []

/** Lends the local chain to one test file or test; close it when done, and what it changed is undone. */
export async function startLocalChain(): Promise<LocalChain> {
  const chain = idle.pop() ?? (await openLocalChain(localChainFolder))
  const { rpc } = chain.anvil
  const send = async (method: string, ...params: readonly unknown[]) => {
    const [answer] = await rpc.ask([{ method, params }])
    if (!answer?.ok) throw new Error(`${method}: ${JSON.stringify(answer)}`)
    return answer.value
  }
  const snapshot = await send('evm_snapshot')
  // Switched on again, Anvil now and then leaves the first transaction in its pool; then this fails.
  const mineAgain = async () => {
    await send('evm_setAutomine', true)
    await send('anvil_autoImpersonateAccount', true)
    const { address } = chain.manifest.accounts[0]!
    await send('eth_sendTransactionSync', { from: address, to: address })
  }
  const restore = async () => {
    if ((await send('anvil_getAutomine')) !== true) await mineAgain()
    await send('anvil_autoImpersonateAccount', false)
    if ((await send('evm_revert', snapshot)) !== true) throw new Error('Nothing was undone.')
    const { number } = (await send('eth_getBlockByNumber', 'latest', false)) as { number: string }
    if (Number(number) !== chain.manifest.head.block) throw new Error(`The head is ${number}.`)
    idle.push(chain)
  }
  let closing: Promise<void> | undefined
  // What cannot be undone is not lent again: settings of the node that no snapshot holds, or a node that ended.
  const close = () => {
    closing ??= restore().catch(() => chain.anvil.close())
    return closing
  }
  return { ...chain, anvil: { ...chain.anvil, close } }
}

/**
 * Starts the local chain with the rules of a hardfork: that of its history is lent as ever, any other is the
 * caller's own, and its blocks have those rules from the next one on.
 */
export function startChainBy(hardfork: Hardfork): Promise<LocalChain> {
  return hardfork === 'cancun' ? startLocalChain() : openLocalChain(localChainFolder, { hardfork })
}

/** Starts the local chain for one test, and ends it with the test. */
export async function localChainOfTest(): Promise<LocalChain> {
  const chain = await startLocalChain()
  onTestFinished(() => chain.anvil.close())
  return chain
}

/** Tells where a contract of the local chain is, by the name that the manifest gives it. */
export function placeOf({ manifest }: Pick<LocalChain, 'manifest'>, name: string): Address {
  const address =
    manifest.contracts[name] ?? manifest.accounts.find((one) => one.name === name)?.address
  if (address === undefined) throw new Error(`The local chain has no ${name}.`)
  return address
}

/** Reads a tree of the local chain, `local-eth-main-3`. */
export function localTree(name: string): TreeFile {
  return parseTreeFile(readFileSync(join(localChainFolder, 'trees', `${name}.json`)))
}
