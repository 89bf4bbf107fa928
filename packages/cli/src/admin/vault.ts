import { type Address, isSameAddress } from '@vaultwright/base'
import { assertSound, type TreeFile } from '@vaultwright/formats'
import { parseAddress } from '@vaultwright/merkle'
import type { Admin, AdminVault } from '@vaultwright/operations'
import type { Pushed } from '@vaultwright/store'
import { assertGiven, UsageError } from '../command/usage.ts'
import { chainOfWord } from '../input/chain.ts'
import { readInput, textOf, withFileName } from '../input/input.ts'
import { parseTree } from '../input/tree.ts'
import type { Context } from '../terminal/context.ts'

/** A sound tree file, and the bytes it was read from. */
export type TreeBytes = { readonly file: TreeFile; readonly bytes: Uint8Array }

type PushOptions = {
  readonly vault: string | undefined
  readonly strategist: string | undefined
  readonly chain: string | undefined
}

export type PushedFor = {
  readonly pushed: Pushed
  readonly chain: string
  readonly vault: Pick<AdminVault, 'name' | 'address'>
  readonly strategist: { readonly name: string; readonly address: Address }
  /** The differences between the file's vault or Manager and those it is pushed for: leaves do not bind them. */
  readonly mismatches: readonly OwnerMismatch[]
}

/** The owner that a tree file states, and its new owner. */
export type OwnerMismatch = {
  readonly what: 'vault' | 'Manager'
  readonly stated: Address
  readonly meant: Address
}

export async function readTreeBytes(path: string, context: Context): Promise<TreeBytes> {
  const bytes = await readInput(path, context)
  const file = parseTree(path, bytes)
  withFileName(path, () => assertSound(file))
  return { file, bytes }
}

export async function pushTree(
  admin: Admin,
  { file, bytes }: TreeBytes,
  options: PushOptions,
): Promise<PushedFor> {
  const strategistName = assertGiven(options.strategist, 'strategist')
  const vault = vaultMeant(await admin.listVaults(), assertGiven(options.vault, 'vault'))
  const chain = chainMeant(vault, options.chain)
  const detail = await admin.readVault({ chain, vault: vault.address })
  const deployment = detail.deployments.find((one) => one.chain === chain)
  const strategists = deployment?.strategists ?? []
  const strategist = strategists.find(isMeant(strategistName))
  if (strategist === undefined) {
    const names = strategists.map(({ name }) => name).join(', ') || '(there is none)'
    const text = `--strategist ${JSON.stringify(strategistName)} is not a strategist of ${vault.name} on ${chain}. Choose one of: ${names}.`
    throw new UsageError(text, { option: 'strategist', value: strategistName })
  }
  const { address } = strategist
  const request = {
    chain,
    vault: vault.address,
    strategist: address,
    file,
    text: () => textOf(bytes, 'The tree'),
  }
  const mismatches = [
    ...mismatchesOf('vault', file.metadata.vault, vault.address),
    ...mismatchesOf('Manager', file.metadata.manager, deployment?.manager ?? null),
  ]
  return { pushed: await admin.pushTree(request), chain, vault, strategist, mismatches }
}

function mismatchesOf(
  what: OwnerMismatch['what'],
  stated: Address | null,
  meant: Address | null,
): readonly OwnerMismatch[] {
  if (stated === null || meant === null || isSameAddress(stated, meant)) return []
  return [{ what, stated, meant }]
}

export function vaultMeant<Known extends Pick<AdminVault, 'name' | 'address'>>(
  vaults: readonly Known[],
  word: string,
): Known {
  const matches = vaults.filter(isMeant(word))
  if (matches.length === 1) return matches[0]!
  const facts = { option: 'vault', value: word }
  if (matches.length > 1) {
    const text = `${JSON.stringify(word)} is the name of ${matches.length} vaults. Give the address: ${matches.map((one) => one.address).join(', ')}.`
    throw new UsageError(text, facts)
  }
  const text = `${JSON.stringify(word)} is not a vault of the tenant. Run "vaultwright vault list" to see its vaults.`
  throw new UsageError(text, facts)
}

/** An address with a wrong checksum is refused, not looked for as a name. */
function isMeant(word: string) {
  const address = /^0x[0-9a-fA-F]{40}$/.test(word) ? parseAddress(word) : null
  return (one: { readonly name: string; readonly address: Address }) =>
    address === null ? one.name === word : isSameAddress(one.address, address)
}

export function chainMeant(
  { name, chains }: Pick<AdminVault, 'name' | 'chains'>,
  word: string | undefined,
): string {
  const [only, ...furtherChains] = chains
  if (word === undefined && only !== undefined && furtherChains.length === 0) return only
  const shown = chains.join(', ')
  if (word === undefined) {
    throw new UsageError(`${name} is on several chains: ${shown}. Choose one with --chain.`)
  }
  const meant = chains.includes(word) ? word : chainOfWord(word, 'chain').known?.slug
  if (meant !== undefined && chains.includes(meant)) return meant
  throw new UsageError(`${name} is not on ${word}. Its chains are: ${shown}.`, {
    option: 'chain',
    value: word,
  })
}
