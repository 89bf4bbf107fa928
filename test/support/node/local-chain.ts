import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address } from '@vaultwright/base'
import {
  AnvilExitError,
  type LocalChain,
  openIpcRpc,
  openLocalChain,
  readLocalManifest,
} from '@vaultwright/chain'
import { parseTreeFile, type TreeFile } from '@vaultwright/formats'
import type { Hardfork } from '@vaultwright/registry'
import { onTestFinished } from 'vitest'
import { borrowChain } from '../service/service-broker.ts'
import { chainLimitMs, localChainFolder } from '../service/service-chain.ts'

export { localChainFolder }

/** Lends a local chain of the run to one test file or test; close it when done, and what it changed is undone. */
export async function startLocalChain(borrow = borrowChain): Promise<LocalChain> {
  const { chain, gone, giveBack, discard } = await borrow()
  const { socket, ...place } = chain
  const rpc = await openIpcRpc(socket, { timeoutMs: chainLimitMs })
  const manifest = readLocalManifest(localChainFolder)
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
    const { address } = manifest.accounts[0]!
    await send('eth_sendTransactionSync', { from: address, to: address })
  }
  const restore = async () => {
    if ((await send('anvil_getAutomine')) !== true) await mineAgain()
    await send('anvil_autoImpersonateAccount', false)
    if ((await send('evm_revert', snapshot)) !== true) throw new Error('Nothing was undone.')
    await send('anvil_dropAllTransactions')
    const { number } = (await send('eth_getBlockByNumber', 'latest', false)) as { number: string }
    if (Number(number) !== manifest.head.block) throw new Error(`The head is ${number}.`)
  }
  let closing: Promise<void> | undefined
  // What cannot be undone is not lent again: settings of the node that no snapshot holds, or a node that ended.
  const close = () => {
    closing ??= restore()
      .then(giveBack, discard)
      .finally(() => rpc.close())
    return closing
  }
  const ended = gone.then(() => new AnvilExitError('it is no longer lent', ''))
  return { anvil: { ...place, rpc, gone: ended, close }, manifest }
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
