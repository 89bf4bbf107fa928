import { type Address, isSameAddress } from '@vaultwright/base'
import { assertSound, type TreeFile } from '@vaultwright/formats'
import { parseAddress } from '@vaultwright/merkle'
import type { Pushed } from '@vaultwright/store'
import { chainOfWord } from '../chain-word.ts'
import type { Context } from '../context.ts'
import { readInput } from '../input.ts'
import { parseTree } from '../tree-input.ts'
import { naming } from '../tree-input-error.ts'
import { assertGiven, UsageError } from '../usage.ts'
import type { Admin, AdminVault } from './admin.ts'

/** A sound tree file, and the bytes it was read from. */
export type TreeBytes = { readonly file: TreeFile; readonly bytes: Uint8Array }

/** For whom a person pushes a tree. */
export type PushWords = {
  readonly vault: string | undefined
  readonly strategist: string | undefined
  readonly chain: string | undefined
}

/** What a push did, and for whom. */
export type PushedFor = {
  readonly pushed: Pushed
  readonly chain: string
  readonly vault: Pick<AdminVault, 'name' | 'address'>
  readonly strategist: { readonly name: string; readonly address: Address }
  /** Where the file names another vault or Manager than it is pushed for: leaves do not bind them. */
  readonly strangers: readonly Stranger[]
}

/** What a tree file says of whose it is, and whose it becomes. */
export type Stranger = {
  readonly what: 'vault' | 'Manager'
  readonly stated: Address
  readonly meant: Address
}

/**
 * Reads a tree file that is to be stored.
 *
 * @throws {TreeInputError} when it is no tree file, or contradicts its own leaves.
 */
export async function readTreeBytes(path: string, context: Context): Promise<TreeBytes> {
  const bytes = await readInput(path, context)
  const file = parseTree(path, bytes)
  naming(path, () => assertSound(file))
  return { file, bytes }
}

/**
 * Pushes a tree for a strategist whom a person names.
 *
 * @throws {UsageError} when it is not clear which vault, chain or strategist is meant.
 * @throws what the administration refuses.
 */
export async function pushTree(
  admin: Admin,
  { file, bytes }: TreeBytes,
  words: PushWords,
): Promise<PushedFor> {
  const wanted = assertGiven(words.strategist, 'strategist')
  const vault = vaultMeant(await admin.listVaults(), assertGiven(words.vault, 'vault'))
  const chain = chainMeant(vault, words.chain)
  const detail = await admin.readVault({ chain, vault: vault.address })
  const deployment = detail.deployments.find((one) => one.chain === chain)
  const strategists = deployment?.strategists ?? []
  const strategist = strategists.find(isMeant(wanted))
  if (strategist === undefined) {
    const names = strategists.map(({ name }) => name).join(', ') || '(there is none)'
    const text = `--strategist ${JSON.stringify(wanted)} is no strategist of ${vault.name} on ${chain}. Choose one of: ${names}.`
    throw new UsageError(text, { option: 'strategist', value: wanted })
  }
  const { address } = strategist
  const wish = { chain, vault: vault.address, strategist: address, file, bytes }
  const strangers = [
    ...strangersOf('vault', file.metadata.vault, vault.address),
    ...strangersOf('Manager', file.metadata.manager, deployment?.manager ?? null),
  ]
  return { pushed: await admin.pushTree(wish), chain, vault, strategist, strangers }
}

function strangersOf(
  what: Stranger['what'],
  stated: Address | null,
  meant: Address | null,
): readonly Stranger[] {
  if (stated === null || meant === null || isSameAddress(stated, meant)) return []
  return [{ what, stated, meant }]
}

/**
 * Finds the vault that a person means.
 *
 * @throws {UsageError} when none is meant, or more than one.
 */
export function vaultMeant<Known extends Pick<AdminVault, 'name' | 'address'>>(
  vaults: readonly Known[],
  word: string,
): Known {
  const found = vaults.filter(isMeant(word))
  if (found.length === 1) return found[0]!
  const facts = { option: 'vault', value: word }
  if (found.length > 1) {
    const text = `${JSON.stringify(word)} is the name of ${found.length} vaults. Give the address: ${found.map((one) => one.address).join(', ')}.`
    throw new UsageError(text, facts)
  }
  const text = `${JSON.stringify(word)} is no vault of the tenant. "vaultwright vault list" shows those there are.`
  throw new UsageError(text, facts)
}

/** An address with a wrong checksum is refused, not looked for as a name. */
function isMeant(word: string) {
  const address = /^0x[0-9a-fA-F]{40}$/.test(word) ? parseAddress(word) : null
  return (one: { readonly name: string; readonly address: Address }) =>
    address === null ? one.name === word : isSameAddress(one.address, address)
}

/**
 * Finds the chain that a person means.
 *
 * @throws {UsageError} when it is not clear which is meant.
 */
export function chainMeant(
  { name, chains }: Pick<AdminVault, 'name' | 'chains'>,
  word: string | undefined,
): string {
  const [only, ...others] = chains
  if (word === undefined && only !== undefined && others.length === 0) return only
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
