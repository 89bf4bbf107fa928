import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address } from '@vaultwright/base'
import { type LocalChain, openLocalChain } from '@vaultwright/chain'
import { parseTreeFile, type TreeFile } from '@vaultwright/formats'
import { onTestFinished } from 'vitest'

/** Where the committed local chain lies. */
export const localChainFolder = join(import.meta.dirname, '../../../fixtures/chain')

/** Starts the local chain for one test file or test; close it when done. */
export async function startLocalChain(): Promise<LocalChain> {
  return openLocalChain(localChainFolder)
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
